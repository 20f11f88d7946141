import type { Context } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { operatorChannels } from "@/lib/delivery/notifications/operator";

/** What begins together is sent together. Longer than between two checks. */
export const GROUPING = "90 seconds";
/** Less than between two checks: what was seen over a shorter time was seen only once, and isn't told. */
export const BRIEF = "45 seconds";

/**
 * Queues the beginning of alarms for everyone who wants to know, and who wasn't told before; `again` also for those who
 * were. A message that still waits is enough: it says what is true when it is sent.
 */
export async function queueRaised(ctx: Context, tx: Transaction, ids: string[], { again }: { again: boolean }) {
  if (ids.length === 0) return;
  await lockWaiting(tx, ids);
  const channels = operatorChannels(ctx.settings);
  await tx`
    with people as (
      select c.channel, p.merchant_id, p.user_id, p.environment, a.kind, a.id
        from alarms a
        join notification_preferences p
          on a.kind = any(p.kinds)
         and ((p.merchant_id = a.merchant_id and p.environment = a.environment)
           or (a.merchant_id is null and a.kind = 'chain' and p.environment = 'live'))
        cross join lateral (values ('email', p.by_email), ('telegram', p.telegram_chat_id is not null)) as c(channel, wanted)
       where a.id = any(${ids}::uuid[]) and c.wanted
         for key share of p skip locked),
    wanted as (
      select * from people
       union all
      select c.channel, null, null, null, a.kind, a.id
        from alarms a cross join unnest(${channels}::text[]) as c(channel)
       where a.id = any(${ids}::uuid[]) and a.merchant_id is null)
    insert into notifications (channel, merchant_id, user_id, environment, kind, alarm_id, phase, due_at)
    select w.channel, w.merchant_id, w.user_id, w.environment, w.kind, w.id, 'raised', now() + ${GROUPING}::interval
      from wanted w
     where not exists (
             select from notifications n
              where n.alarm_id = w.id and n.phase = 'raised' and n.channel = w.channel and n.claimed_at is null
                and (n.merchant_id, n.user_id, n.environment) is not distinct from (w.merchant_id, w.user_id, w.environment))
       and (${again} or not exists (
             select from alarm_recipients r
              where r.alarm_id = w.id and r.channel = w.channel
                and (r.merchant_id, r.user_id, r.environment) is not distinct from (w.merchant_id, w.user_id, w.environment)))`;
}

/** A sender takes what waits before or after this transaction, never in between. */
async function lockWaiting(tx: Transaction, ids: string[]): Promise<void> {
  await tx`
    select id from notifications where alarm_id = any(${ids}::uuid[]) and phase = 'raised' and claimed_at is null
     order by id for update`;
}

/** What was seen only once, and not at this check, waits until it is seen again or is over. */
export async function postponeBrief(tx: Transaction, { at }: { at: Date }): Promise<void> {
  await tx`
    update notifications n set due_at = greatest(n.due_at, now() + ${GROUPING}::interval)
      from alarms a
     where a.id = n.alarm_id and n.phase = 'raised' and n.claimed_at is null and a.cleared_at is null
       and a.last_seen_at < a.raised_at + ${BRIEF}::interval and a.last_seen_at < ${at}`;
}

/**
 * Queues the end of alarms for those who were told of the beginning; to the others neither is sent. A sender that is
 * telling the beginning at this moment queues the end itself, see `settleNotices`.
 */
export async function queueCleared(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    delete from notifications where alarm_id = any(${ids}::uuid[]) and phase = 'raised' and claimed_at is null`;
  await queueEnd(tx, ids);
}

/** Queues the end of alarms that are over, for everyone who was told of the beginning and not yet of the end. */
export async function queueEnd(tx: Transaction, ids: string[]): Promise<void> {
  await tx`
    with told as (
      update alarm_recipients set ended_at = now() where alarm_id = any(${ids}::uuid[]) and ended_at is null
      returning alarm_id, channel, merchant_id, user_id, environment)
    insert into notifications (channel, merchant_id, user_id, environment, kind, alarm_id, phase, due_at)
    select t.channel, t.merchant_id, t.user_id, t.environment, a.kind, a.id, 'cleared', now() + ${GROUPING}::interval
      from told t join alarms a on a.id = t.alarm_id`;
}

/** An alarm has come back before its end was told: its end is told another time. */
export async function withdrawCleared(tx: Transaction, ids: string[]): Promise<void> {
  await tx`
    with withdrawn as (
      delete from notifications where alarm_id = any(${ids}::uuid[]) and phase = 'cleared' and claimed_at is null
      returning alarm_id, channel, merchant_id, user_id, environment)
    update alarm_recipients r set ended_at = null
      from withdrawn w
     where r.alarm_id = w.alarm_id and r.channel = w.channel
       and (r.merchant_id, r.user_id, r.environment) is not distinct from (w.merchant_id, w.user_id, w.environment)`;
}

/**
 * A cause has begun anew before people were told that its last alarm is over: they are told when the new one is.
 * Receivers of webhooks know each alarm by its ID.
 */
export async function handOnCleared(tx: Transaction): Promise<void> {
  await tx`
    with withdrawn as (
      delete from notifications n using alarms ended, alarms begun
       where n.alarm_id = ended.id and n.phase = 'cleared' and n.claimed_at is null and n.channel <> 'webhook'
         and begun.cleared_at is null and begun.id <> ended.id and begun.kind = ended.kind and begun.subject = ended.subject
         and (begun.merchant_id, begun.environment) is not distinct from (ended.merchant_id, ended.environment)
      returning begun.id as alarm_id, n.channel, n.merchant_id, n.user_id, n.environment)
    insert into alarm_recipients (alarm_id, channel, merchant_id, user_id, environment)
    select distinct alarm_id, channel, merchant_id, user_id, environment from withdrawn
    on conflict do nothing`;
}
