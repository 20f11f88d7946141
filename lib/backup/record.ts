import { max } from "drizzle-orm";
import { backups } from "@/drizzle/schema";
import type { Backup } from "@/lib/backup/write";
import type { Context } from "@/lib/context";

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

/** The moment whose state the latest backup holds; null if none was ever made. */
export async function lastBackupAt({ db }: Context): Promise<Date | null> {
  const [row] = await db.orm.select({ at: max(backups.at) }).from(backups);
  return row?.at ?? null;
}
