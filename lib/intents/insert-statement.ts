import type { Environment } from "@/lib/context";
import type { Sql, Transaction } from "@/lib/db/client";
import type { IdempotentRequest } from "@/lib/idempotency/request";
import { IDEMPOTENCY_HOURS } from "@/lib/idempotency/request";
import { insertDeliveries } from "@/lib/webhooks/emit";
import { intentCreated } from "@/lib/webhooks/events";

export type NewIntent = {
  id: string;
  eventId: string;
  /** the API key that was used; null without one, as for the demo */
  keyId: string | null;
  merchantId: string;
  terminalId: string;
  environment: Environment;
  /** the deep link to a wallet app */
  checkoutUri: string;
  amountMicros: bigint;
  lifeSeconds: number;
  autoCompleteMs: number | null;
  reference: string | null;
  metadata: Record<string, string> | null;
  successUrl: string | null;
  cancelUrl: string | null;
  idempotency: (IdempotentRequest & { answer: (createdAt: Date, expiresAt: Date) => string }) | null;
};

export type Inserted =
  | { outcome: "created"; createdAt: Date; expiresAt: Date; answer: string | null }
  /** the API key ended between authentication and this statement */
  | { outcome: "dead_key" }
  /** another request holds the idempotency key */
  | { outcome: "repeated" };

/** Everything that the statement stores; `now` is the database's time, never the process's. */
export function planIntent(intent: NewIntent, now: Date, receiveAddress: string | null = null) {
  const expiresAt = new Date(now.getTime() + intent.lifeSeconds * 1_000);
  const event = intentCreated({ ...intent, expiresAt }, now);
  return {
    intent,
    now,
    expiresAt,
    receiveAddress,
    autoCompleteAt: intent.autoCompleteMs === null ? null : new Date(now.getTime() + intent.autoCompleteMs),
    event: JSON.stringify(event),
    answer: intent.idempotency?.answer(now, expiresAt) ?? null,
  };
}

export type PlannedIntent = ReturnType<typeof planIntent>;

export type InsertedRow = { id: string; dead: boolean; created: boolean };

/**
 * Writes intents, their `intent.created` events, the deliveries and the idempotency keys in one statement; each intent is
 * written whole or not at all. `dead`: its API key has ended. Neither dead nor created: another request holds its
 * idempotency key. A terminal of another merchant is kept by the outer join, and the foreign key then rejects everything.
 */
export function insertPlanned(sql: Sql | Transaction, planned: PlannedIntent[]) {
  const list = <T>(pick: (one: PlannedIntent) => T) => planned.map(pick);
  return sql<InsertedRow[]>`
    with r as (
      select * from unnest(
        ${list((p) => p.intent.id)}::uuid[], ${list((p) => p.intent.eventId)}::uuid[],
        ${list((p) => p.intent.keyId)}::uuid[], ${list((p) => p.intent.merchantId)}::uuid[],
        ${list((p) => p.intent.terminalId)}::uuid[], ${list((p) => p.intent.environment)}::text[],
        ${list((p) => String(p.intent.amountMicros))}::bigint[], ${list((p) => p.intent.reference)}::text[],
        ${list((p) => (p.intent.metadata ? JSON.stringify(p.intent.metadata) : null))}::text[],
        ${list((p) => p.now.toISOString())}::timestamptz[], ${list((p) => p.expiresAt.toISOString())}::timestamptz[],
        ${list((p) => p.autoCompleteAt?.toISOString() ?? null)}::timestamptz[], ${list((p) => p.event)}::text[],
        ${list((p) => p.intent.idempotency?.path ?? null)}::text[],
        ${list((p) => p.intent.idempotency?.key ?? null)}::text[],
        ${list((p) => p.intent.idempotency?.requestHash.toString("hex") ?? null)}::text[], ${list((p) => p.answer)}::text[],
        ${list((p) => p.intent.successUrl)}::text[], ${list((p) => p.intent.cancelUrl)}::text[],
        ${list((p) => p.receiveAddress)}::text[]
      ) as r(id, event_id, key_id, merchant_id, terminal_id, environment, amount_micros, reference, metadata,
             created_at, expires_at, auto_complete_at, body, path, key, request_hash, answer,
             success_url, cancel_url, receive_address)),
    alive as (
      select r.* from r
        left join api_keys k
          on k.id = r.key_id and k.merchant_id = r.merchant_id and (k.ends_at is null or k.ends_at > now())
       where r.key_id is null or k.id is not null),
    kept as (
      insert into idempotency_keys (terminal_id, environment, path, key, request_hash, intent_id, response, ends_at)
      select terminal_id, environment, path, key, decode(request_hash, 'hex'), id, answer,
             created_at + make_interval(hours => ${IDEMPOTENCY_HOURS})
        from alive where key is not null order by terminal_id, environment, path, key
      on conflict do nothing returning intent_id),
    won as (select alive.* from alive where key is null or id in (select intent_id from kept)),
    i as (
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, reference, metadata,
                                   created_at, expires_at, auto_complete_at, success_url, cancel_url, receive_address,
                                   tolerance_micros)
      select won.id, won.merchant_id, won.terminal_id, won.environment, won.amount_micros, won.reference,
             won.metadata::jsonb, won.created_at, won.expires_at, won.auto_complete_at, won.success_url, won.cancel_url,
             won.receive_address, least(t.tolerance_micros, won.amount_micros / 2)
        from won left join terminals t on t.id = won.terminal_id and t.merchant_id = won.merchant_id),
    e as (
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body, created_at)
      select event_id, merchant_id, terminal_id, id, environment, 'intent.created', body, created_at from won
      returning id, merchant_id, terminal_id, environment, type),
    d as (${insertDeliveries(sql)})
    select r.id, alive.id is null as dead, won.id is not null as created
      from r left join alive on alive.id = r.id left join won on won.id = r.id`;
}
