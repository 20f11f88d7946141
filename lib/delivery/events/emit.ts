import type { Environment } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { EventType } from "@/lib/delivery/events/catalog";
import { newEventId } from "@/lib/delivery/events/event-id";

export type EventDraft = {
  type: EventType;
  merchantId: string;
  terminalId: string | null;
  intentId: string | null;
  environment: Environment;
  body: { event: EventType };
};

/**
 * Writes events, a delivery for each subscribed endpoint and a notification for each member who wants one in the
 * caller's transaction, so that they exist exactly when the change does. Serialises each body once. Returns the events'
 * ids in the order of the drafts.
 */
export async function emitEvents(tx: Transaction, drafts: EventDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ type, intentId }) => newEventId(type, intentId));
  const isNotified = drafts.some(({ type }) => NOTIFIED.includes(type));
  await tx`
    with e as (
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body)
      select * from unnest(${ids}::uuid[], ${drafts.map((d) => d.merchantId)}::uuid[],
        ${drafts.map((d) => d.terminalId)}::uuid[], ${drafts.map((d) => d.intentId)}::uuid[],
        ${drafts.map((d) => d.environment)}::text[], ${drafts.map((d) => d.type)}::text[],
        ${drafts.map((d) => JSON.stringify(d.body))}::text[])
      returning id, merchant_id, terminal_id, intent_id, environment, type, body)
    ${isNotified ? insertNotifications(tx) : tx``}
    ${insertDeliveries(tx)}`;
  return ids;
}

/** The events that members can be notified of. */
const NOTIFIED: readonly EventType[] = ["payment.success", "attention.opened"];

/**
 * Queues a notification of the events in the CTE `e` for each member who wants it: a further CTE. Their role is checked
 * when it is sent. A member who is being removed at this moment gets none: they must neither fail nor delay a payment.
 */
function insertNotifications(tx: Transaction) {
  return tx`
    , notified as (
      insert into notifications (channel, merchant_id, user_id, environment, kind, subject_id, detail, amount_micros, due_at)
      select c.channel, p.merchant_id, p.user_id, p.environment, k.kind,
             coalesce((e.body::jsonb ->> 'item_id')::uuid, e.intent_id), e.body::jsonb ->> 'kind',
             ((e.body::jsonb ->> 'amount')::numeric * 1000000)::bigint,
             case when k.kind = 'payment' and p.payments = 'hourly'
                  then date_trunc('hour', now()) + interval '1 hour' else now() + interval '5 seconds' end
        from e
        join (values ('payment.success', 'payment'), ('attention.opened', 'attention')) as k(type, kind) on k.type = e.type
        join notification_preferences p
          on p.merchant_id = e.merchant_id and p.environment = e.environment and k.kind = any(p.kinds)
        cross join lateral (values ('email', p.by_email), ('telegram', p.telegram_chat_id is not null)) as c(channel, wanted)
       where c.wanted
         for key share of p skip locked)`;
}

/**
 * Inserts the deliveries of the events in the CTE `e`: a fragment for statements that write their own events. Events
 * for a disabled endpoint are kept as failed, so that they can be resent once it is enabled. An endpoint that is being
 * deleted gets none: without its lock, the foreign key would fail the payment. `dueAt`: SQL, the time of the first
 * attempt.
 */
export function insertDeliveries(sql: Sql | Transaction, dueAt = sql`now()`) {
  return sql`
    insert into webhook_deliveries (event_id, endpoint_id, status, next_attempt_at, last_error, ended_at)
    select e.id, p.id,
           case when p.disabled_at is null then 'pending' else 'failed' end,
           case when p.disabled_at is null then ${dueAt} end,
           case when p.disabled_at is not null then 'endpoint_disabled' end,
           case when p.disabled_at is not null then now() end
      from e join webhook_endpoints p
        on p.merchant_id = e.merchant_id and p.environment = e.environment and e.type = any(p.event_types)
       and (p.terminal_id is null or e.terminal_id is null or p.terminal_id = e.terminal_id)
       for key share of p`;
}
