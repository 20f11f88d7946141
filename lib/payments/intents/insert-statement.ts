import type { Environment } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { IdempotentRequest } from "@/lib/base/idempotency/request";
import { IDEMPOTENCY_HOURS } from "@/lib/base/idempotency/request";
import { insertDeliveries } from "@/lib/delivery/events/emit";
import { eventIdOf } from "@/lib/delivery/events/event-id";
import { createdBody, isoMoment } from "@/lib/payments/intents/event-bodies";

export type NewIntent = {
  id: string;
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
  idempotency: (IdempotentRequest & { answer: (expiresAt: Date) => string }) | null;
};

export type Inserted =
  | { outcome: "created"; createdAt: Date; expiresAt: Date; answer: string | null }
  /** the API key ended between authentication and this statement */
  | { outcome: "dead_key" }
  /** another request holds the idempotency key */
  | { outcome: "repeated" };

/** A response to be kept, in which the intent's expiry goes between the two; whole in `before` if `after` is null. */
type Answer = { before: string; after: string | null };

const EXPIRY_UNKNOWN = new Date(0);
const EXPIRY_MEMBER = '"expires_at":"';

/** No text of the caller can hold the unescaped quotes of a member's name, and the metadata comes after the expiry. */
function splitAtExpiry(answer: (expiresAt: Date) => string): Answer {
  const whole = answer(EXPIRY_UNKNOWN);
  const at = whole.indexOf(EXPIRY_MEMBER + EXPIRY_UNKNOWN.toISOString());
  if (at === -1) return { before: whole, after: null };
  const start = at + EXPIRY_MEMBER.length;
  return { before: whole.slice(0, start), after: whole.slice(start + EXPIRY_UNKNOWN.toISOString().length) };
}

type Planned = {
  intent: NewIntent;
  /** a live payment's address */
  receiveAddress: string | null;
  /** when it was created, if that is decided already; by default the database's time in the statement */
  at: Date | null;
};

export type InsertedRow = { id: string; dead: boolean; created: boolean; createdAt: Date };

/**
 * Writes intents, their `intent.created` events, the deliveries and the idempotency keys in one statement; each intent is
 * written whole or not at all. Times are the database's, never the process's. `dead`: its API key has ended. Neither dead nor
 * created: another request holds its idempotency key. A terminal of another merchant is kept by the outer join, and the foreign
 * key then rejects everything. The rows come in any order.
 */
export async function insertPlanned(sql: Sql | Transaction, planned: Planned[]): Promise<InsertedRow[]> {
  const answers = planned.map(({ intent }) => intent.idempotency && splitAtExpiry(intent.idempotency.answer));
  const list = <T>(pick: (one: NewIntent, index: number) => T) =>
    planned.map(({ intent }, index) => pick(intent, index));
  return sql<InsertedRow[]>`
    with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as now),
    asked as (
      select * from unnest(
        ${list((i) => i.id)}::uuid[], ${list((i) => i.keyId)}::uuid[], ${list((i) => i.merchantId)}::uuid[],
        ${list((i) => i.terminalId)}::uuid[], ${list((i) => i.environment)}::text[],
        ${list((i) => String(i.amountMicros))}::bigint[], ${list((i) => i.reference)}::text[],
        ${list((i) => (i.metadata ? JSON.stringify(i.metadata) : null))}::text[],
        ${planned.map((one) => one.at?.toISOString() ?? null)}::timestamptz[], ${list((i) => i.lifeSeconds)}::int[],
        ${list((i) => i.autoCompleteMs)}::int[], ${list((i) => i.checkoutUri)}::text[],
        ${list((i) => i.idempotency?.path ?? null)}::text[], ${list((i) => i.idempotency?.key ?? null)}::text[],
        ${list((i) => i.idempotency?.requestHash.toString("hex") ?? null)}::text[],
        ${answers.map((one) => one?.before ?? null)}::text[], ${answers.map((one) => one?.after ?? null)}::text[],
        ${list((i) => i.successUrl)}::text[], ${list((i) => i.cancelUrl)}::text[],
        ${planned.map((one) => one.receiveAddress)}::text[]
      ) as asked(id, key_id, merchant_id, terminal_id, environment, amount_micros, reference, metadata, at, life_s,
                 auto_complete_ms, checkout_uri, path, key, request_hash, answer, answer_end, success_url, cancel_url,
                 receive_address)),
    r as (
      select asked.*, coalesce(at, now) as created_at, coalesce(at, now) + make_interval(secs => life_s) as expires_at
        from asked cross join clock),
    alive as (
      select r.* from r
        left join api_keys k
          on k.id = r.key_id and k.merchant_id = r.merchant_id and (k.ends_at is null or k.ends_at > now())
       where r.key_id is null or k.id is not null),
    kept as (
      insert into idempotency_keys (terminal_id, environment, path, key, request_hash, intent_id, response, ends_at)
      select terminal_id, environment, path, key, decode(request_hash, 'hex'), id,
             answer || coalesce(${isoMoment(sql, sql`expires_at`)} || answer_end, ''),
             created_at + make_interval(hours => ${IDEMPOTENCY_HOURS})
        from alive where key is not null order by terminal_id, environment, path, key
      on conflict do nothing returning intent_id),
    won as (select alive.* from alive where key is null or id in (select intent_id from kept)),
    i as (
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, reference, metadata,
                                   created_at, expires_at, auto_complete_at, success_url, cancel_url, receive_address,
                                   tolerance_micros)
      select won.id, won.merchant_id, won.terminal_id, won.environment, won.amount_micros, won.reference,
             won.metadata::jsonb, won.created_at, won.expires_at,
             won.created_at + make_interval(secs => won.auto_complete_ms / 1000.0), won.success_url, won.cancel_url,
             won.receive_address, least(t.tolerance_micros, won.amount_micros / 2)
        from won left join terminals t on t.id = won.terminal_id and t.merchant_id = won.merchant_id),
    e as (
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body, created_at)
      select ${eventIdOf(sql, "intent.created", "won")}, merchant_id, terminal_id, id, environment, 'intent.created',
             ${createdBody(sql, "won")}, created_at
        from won
      returning id, merchant_id, terminal_id, environment, type),
    d as (${insertDeliveries(sql)})
    select r.id, alive.id is null as dead, won.id is not null as created, r.created_at as "createdAt"
      from r left join alive on alive.id = r.id left join won on won.id = r.id`;
}

/** When an intent that was created at a moment expires. */
export function expiryOf({ lifeSeconds }: Pick<NewIntent, "lifeSeconds">, createdAt: Date): Date {
  return new Date(createdAt.getTime() + lifeSeconds * 1_000);
}
