import type { Sql, Transaction } from "@/lib/base/db/client";
import { lockAllAlarms } from "@/lib/base/db/locks";
import type { Claimed } from "@/lib/delivery/notifications/claim-due";
import { beginPause } from "@/lib/delivery/notifications/pause";
import { queueEnd } from "@/lib/delivery/notifications/queue-alarms";

/** A payment is given up after so many failures: the last try is 31 minutes after the first. */
const MAX_FAILURES = 6;
/** The end of an alarm: the last try is a day after the first. */
const MAX_FAILURES_OF_END = 29;
const FIRST_RETRY_SECONDS = 60;
/** The pause between tries doubles so often, to about an hour. */
const MAX_DOUBLINGS = 6;

/** `until` null: no longer. */
type Hold = { until: Date | null; isQuiet: boolean };

/**
 * What became of notices: sent, not wanted any more, to be tried again, left alone, or held back for a pause or until
 * the quiet hours end.
 */
export type Outcome = "sent" | "unwanted" | "failed" | "untried" | Hold;
export type Result = { notices: Claimed[]; outcome: Outcome };

/**
 * Records what became of claimed notices. Recipients who were told that an alarm began are told of its end, even if it
 * ended while this message was sent.
 */
export async function settleNotices(sql: Sql, { notices, outcome }: Result): Promise<void> {
  if (notices.length === 0) return;
  const ids = notices.flatMap((notice) => notice.ids);
  await sql.begin(async (tx) => {
    const over = await listOver(tx, notices);
    if (outcome === "sent") {
      await markTold(tx, ids, over);
      await beginPause(tx, notices);
    } else await dropObsolete(tx, ids);
    if (outcome === "sent" || outcome === "unwanted") {
      await tx`delete from notifications where id = any(${ids}::uuid[])`;
    } else if (outcome === "failed") await retryLater(tx, ids);
    else await holdBack(tx, ids, outcome === "untried" ? { until: null, isQuiet: false } : outcome);
  });
}

/** Alarms neither end nor return meanwhile. Returns those that are over. */
async function listOver(tx: Transaction, notices: Claimed[]): Promise<string[]> {
  const alarmIds = notices.map(({ alarmId }) => alarmId).filter((id) => id !== null);
  if (alarmIds.length === 0) return [];
  await lockAllAlarms(tx);
  const rows = await tx<{ id: string }[]>`
    select id from alarms where id = any(${alarmIds}::uuid[]) and cleared_at is not null`;
  return rows.map(({ id }) => id);
}

async function markTold(tx: Transaction, ids: string[], over: string[]): Promise<void> {
  await tx`
    insert into alarm_recipients (alarm_id, channel, merchant_id, user_id, environment)
    select distinct n.alarm_id, n.channel, n.merchant_id, n.user_id, n.environment
      from notifications n where n.id = any(${ids}::uuid[]) and n.phase = 'raised'
    on conflict (alarm_id, channel, (coalesce(merchant_id::text || user_id::text || environment, ''))) do update set ended_at = null`;
  if (over.length > 0) await queueEnd(tx, over);
}

/**
 * Not worth another try: the beginning of an alarm that is over, the end of one that has come back, a resolved item.
 */
async function dropObsolete(tx: Transaction, ids: string[]): Promise<void> {
  await tx`
    delete from notifications n using attention_items i
     where n.id = any(${ids}::uuid[]) and n.kind = 'attention' and i.id = n.subject_id and i.merchant_id = n.merchant_id
       and i.resolved_at is not null`;
  await tx`
    with dropped as (
      delete from notifications n using alarms a
       where n.id = any(${ids}::uuid[]) and a.id = n.alarm_id and (n.phase = 'raised') = (a.cleared_at is not null)
      returning n.alarm_id, n.phase, n.channel, n.merchant_id, n.user_id, n.environment)
    update alarm_recipients r set ended_at = null
      from dropped d
     where d.phase = 'cleared' and r.alarm_id = d.alarm_id and r.channel = d.channel
       and (r.merchant_id, r.user_id, r.environment) is not distinct from (d.merchant_id, d.user_id, d.environment)`;
}

async function holdBack(tx: Transaction, ids: string[], { until, isQuiet }: Hold): Promise<void> {
  await tx`
    update notifications
       set due_at = coalesce(${until}::timestamptz, now()), is_quiet = ${isQuiet}, claimed_at = null
     where id = any(${ids}::uuid[])`;
}

/** An alarm that lasts and an item that is open are never given up; `dropObsolete` ends the tries. */
async function retryLater(tx: Transaction, ids: string[]): Promise<void> {
  await tx`
    delete from notifications
     where id = any(${ids}::uuid[])
       and failures + 1 >= case when kind = 'payment' then ${MAX_FAILURES}::int
                                when phase = 'cleared' then ${MAX_FAILURES_OF_END}::int end`;
  await tx`
    update notifications
       set due_at = now() + make_interval(secs => ${FIRST_RETRY_SECONDS} * 2 ^ least(failures, ${MAX_DOUBLINGS})),
           failures = failures + 1, claimed_at = null
     where id = any(${ids}::uuid[])`;
}
