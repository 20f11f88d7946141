import type { notifications } from "@/drizzle/schema";
import type { Environment } from "@/lib/context";
import type { Sql } from "@/lib/db/client";
import type { Notice } from "@/lib/notifications/compose";
import type { Channel } from "@/lib/notifications/operator";

/** No other engine takes what is being sent in this time; sending takes at most twelve seconds, a dozen webhooks 96. */
const HOLD = "2 minutes";
/** Of one recipient at once; the rest follows in the next message. Each webhook is a request of its own. */
const AT_ONCE = { email: 500, telegram: 500, webhook: 12 } as const;

export type Claimed = Notice &
  Pick<typeof notifications.$inferSelect, "id" | "channel" | "merchantId" | "userId" | "failures"> & {
    environment: Environment | null;
    alarmId: string | null;
    raisedAt: Date | null;
    clearedAt: Date | null;
  };

/** Holds what is due on a channel of the recipient who has waited longest. */
export function claimDue(sql: Sql, channel: Channel): Promise<Claimed[]> {
  return sql<Claimed[]>`
    with first as (
      select channel, merchant_id, user_id, environment from notifications
       where channel = ${channel} and due_at <= now() order by due_at limit 1 for update skip locked),
    taken as (
      select n.id from notifications n join first f
          on n.channel = f.channel
         and (n.merchant_id, n.user_id, n.environment) is not distinct from (f.merchant_id, f.user_id, f.environment)
       where n.due_at <= now() order by n.created_at limit ${AT_ONCE[channel]} for update of n skip locked),
    held as (
      update notifications set claimed_at = now(), due_at = now() + ${HOLD}::interval
       where id in (select id from taken) returning *)
    select h.id, h.channel, h.merchant_id as "merchantId", h.user_id as "userId", h.environment, h.kind, h.phase, h.failures,
           h.subject_id as "subjectId", h.detail, h.amount_micros as "amountMicros", h.alarm_id as "alarmId", a.message, a.ending,
           a.path, a.raised_at as "raisedAt", a.cleared_at as "clearedAt"
      from held h left join alarms a on a.id = h.alarm_id
     order by h.created_at, h.id`;
}
