import { database } from "@/lib/base/db/client";
import { type Findings, type Problem, syncAlarms } from "@/lib/delivery/notifications/alarms";
import { renewed, stranger } from "@/tests/support/accounts";

/** What an engine found just now. */
export async function findingsOf(problems: Problem[], rest: Partial<Findings> = {}): Promise<Findings> {
  const [{ at }] = await database().sql<[{ at: Date }]>`select clock_timestamp() as at`;
  return { at, host: "till-1", unchecked: [], problems, ...rest };
}

/** An engine found these problems just now, and tells of them. */
export async function sync(problems: Problem[], rest: Partial<Findings> = {}): Promise<number> {
  return syncAlarms(renewed(stranger()), await findingsOf(problems, rest));
}

/** Time passes for all alarms. */
export async function minutesPass(minutes: number): Promise<void> {
  await database().sql`
    update alarms a set raised_at = raised_at - d, last_seen_at = last_seen_at - d, cleared_at = cleared_at - d,
                        reopened_at = reopened_at - d, announced_at = announced_at - d
      from (select make_interval(mins => ${minutes}) as d) passed`;
}

/** An engine finds these problems alone, as all have since alarms can end. */
export async function syncLater(problems: Problem[]): Promise<number> {
  await minutesPass(11);
  return sync(problems);
}

/** Leaves no alarm, no notification, and nobody who wants one. */
export async function forgetAlarms(): Promise<void> {
  await database().sql`delete from notifications`;
  await database().sql`delete from alarms`;
  await database().sql`delete from notification_preferences`;
}
