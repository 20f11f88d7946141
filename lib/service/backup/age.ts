import type { Context } from "@/lib/base/context/context";

export type BackupAge = {
  isMissing: boolean;
  /** of the last backup; without one, since the first start, and null before that */
  seconds: number | null;
  /**
   * false: older than `BACKUP_MAX_AGE_HOURS`, or none so long after the first start; null: not watched, or none needed
   * yet
   */
  isRecent: boolean | null;
};

/**
 * How old the latest backup is, and whether that is within `BACKUP_MAX_AGE_HOURS`. One from the future, recorded while
 * the database's clock was ahead, says nothing.
 */
export async function backupAge(ctx: Context): Promise<BackupAge> {
  const [{ isMissing, age }] = await ctx.db.sql<[{ isMissing: boolean; age: number | null }]>`
    select max(at) is null as "isMissing",
           extract(epoch from clock_timestamp()
             - coalesce(max(at), (select created_at from merchants where is_demo)))::float8 as age
      from backups where at <= clock_timestamp()`;
  const seconds = age === null ? null : Math.max(0, age);
  return { isMissing, seconds, isRecent: judge(ctx.settings.backupMaxAgeSeconds, seconds, isMissing) };
}

function judge(most: number | null, seconds: number | null, isMissing: boolean): boolean | null {
  if (most === null || seconds === null) return null;
  if (seconds > most) return false;
  return isMissing ? null : true;
}
