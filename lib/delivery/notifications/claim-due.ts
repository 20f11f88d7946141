import type { notifications } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { MOST_LINES, type Notice } from "@/lib/delivery/notifications/compose";
import type { Channel } from "@/lib/delivery/notifications/operator";

/**
 * No other engine takes what is being sent in this time; sending takes at most `BACKGROUND_MAIL_MS`, a dozen webhooks
 * 96 seconds.
 */
const HOLD = "2 minutes";
/** Of one recipient at once; the rest follows in the next message. Each webhook is a request of its own. */
const AT_ONCE = { email: 50_000, telegram: 50_000, webhook: 12 } as const;

export type Claimed = Notice &
  Pick<typeof notifications.$inferSelect, "channel" | "merchantId" | "userId"> & {
    /** the rows that it stands for */
    ids: string[];
    environment: Environment | null;
    alarmId: string | null;
    raisedAt: Date | null;
    clearedAt: Date | null;
  };

/**
 * Holds what is due on a channel of the recipient who has waited longest. All payments are one notice, however many
 * there are, and so are all items; each alarm is one of its own. A recipient whom another engine is claiming is passed
 * over: it would otherwise leave each engine a part, and a message of its own.
 */
export function claimDue(sql: Sql | Transaction, channel: Channel): Promise<Claimed[]> {
  return sql<Claimed[]>`
    with waiting as materialized (
      select channel, merchant_id, user_id, environment from notifications
       where channel = ${channel} and due_at <= now() order by due_at),
    first as (
      select * from waiting
       where pg_try_advisory_xact_lock(hashtextextended(
               concat_ws(' ', 'notices', channel, merchant_id, user_id, environment), 0))
       limit 1),
    taken as (
      select n.id from notifications n join first f
          on n.channel = f.channel
         and (n.merchant_id, n.user_id, n.environment) is not distinct from (f.merchant_id, f.user_id, f.environment)
       where n.due_at <= now() order by n.created_at limit ${AT_ONCE[channel]} for update of n skip locked),
    held as (
      update notifications set claimed_at = now(), due_at = now() + ${HOLD}::interval
       where id = any(array(select id from taken)) returning *),
    numbered as (
      select *, row_number() over (partition by kind order by created_at, id) as number from held)
    select array_agg(h.id) as ids, h.channel, h.merchant_id as "merchantId", h.user_id as "userId", h.environment, h.kind, h.phase,
           count(*)::int as count, sum(h.amount_micros) as "amountMicros",
           json_agg(json_build_object('subjectId', h.subject_id, 'detail', h.detail, 'micros', h.amount_micros::text)
                    order by h.number) filter (where h.alarm_id is null and h.number <= ${MOST_LINES}) as named,
           h.alarm_id as "alarmId", a.message, a.ending, a.path, a.raised_at as "raisedAt", a.cleared_at as "clearedAt"
      from numbered h left join alarms a on a.id = h.alarm_id
     group by h.channel, h.merchant_id, h.user_id, h.environment, h.kind, h.phase, h.alarm_id, a.id,
              case when h.alarm_id is not null then h.id end
     order by min(h.created_at), min(h.number)`;
}
