import { backups } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Backup } from "@/lib/service/backup/write";

const READ_ONLY = "25006";

/** Stores that a backup was made. False on a read-only standby, where it can't be stored. */
export async function recordBackup({ db }: Context, { folder, manifest, rows, bytes }: Backup): Promise<boolean> {
  try {
    await db.orm
      .insert(backups)
      .values({ at: new Date(manifest.at), folder, rows, bytes })
      .onConflictDoNothing();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === READ_ONLY) return false;
    throw error;
  }
}
