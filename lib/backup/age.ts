import { lastBackupAt } from "@/lib/backup/record";
import type { Context } from "@/lib/context";

export type BackupAge = {
  /** null: none was ever made */
  seconds: number | null;
  /** null: nothing to watch, because none was ever made or `BACKUP_MAX_AGE_HOURS` is 0 */
  isRecent: boolean | null;
};

/** How old the latest backup is by this machine's clock, and whether that is within `BACKUP_MAX_AGE_HOURS`. */
export async function backupAge(ctx: Context): Promise<BackupAge> {
  const at = await lastBackupAt(ctx);
  if (!at) return { seconds: null, isRecent: null };
  const seconds = Math.max(0, (Date.now() - at.getTime()) / 1_000);
  const most = ctx.settings.backupMaxAgeSeconds;
  return { seconds, isRecent: most === null ? null : seconds <= most };
}
