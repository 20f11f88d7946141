import type { Sql, Transaction } from "@/lib/base/db/client";
import { IDEMPOTENCY_HOURS } from "@/lib/base/idempotency/request";
import { insertDeliveries } from "@/lib/delivery/events/emit";
import { eventIdOf } from "@/lib/delivery/events/event-id";
import { createdBody, isoMoment } from "@/lib/payments/intents/event-bodies";
import { expiryOf, type NewIntent } from "@/lib/payments/intents/plan";
import { isInForce } from "@/lib/payments/prices/in-force";
import type { Quote } from "@/lib/payments/prices/quote";

export type Inserted =
  | { outcome: "created"; createdAt: Date; expiresAt: Date; answer: string | null }
  /** the API key ended between authentication and this statement */
  | { outcome: "dead_key" }
  /** of `recalled`: the rate of its quote was replaced or has aged out, or quotes hold for another time */
  | { outcome: "old_rate" }
  /** another request holds the idempotency key */
  | { outcome: "repeated" };

export type Planned = {
  intent: NewIntent;
  /** a live payment's address */
  receiveAddress: string | null;
  /** when it was created, if that is decided already; by default the database's time in the statement */
  at: Date | null;
};

type Row = { id: string; old: boolean; dead: boolean; created: boolean; createdAt: Date };

/**
 * Writes intents, their `intent.created` events, the deliveries and the idempotency keys in one statement; each intent
 * is written whole or not at all. Times are the database's, never the process's. A terminal of another merchant is kept
 * by the outer join, and the foreign key then rejects everything.
 */
export async function writeIntents(sql: Sql | Transaction, planned: Planned[]): Promise<Inserted[]> {
  const rows = await insert(sql, planned.map(columnsOf));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return planned.map(({ intent }) => {
    const row = byId.get(intent.id);
    if (row?.old) return { outcome: "old_rate" };
    if (!row || row.dead) return { outcome: "dead_key" };
    if (!row.created) return { outcome: "repeated" };
    const expiresAt = expiryOf(intent, row.createdAt);
    const answer = intent.idempotency?.answer(expiresAt) ?? null;
    return { outcome: "created", createdAt: row.createdAt, expiresAt, answer };
  });
}

/** By the name of the statement's column. */
function columnsOf({ intent, receiveAddress, at }: Planned) {
  const { idempotency, metadata } = intent;
  const [answer, answerBetween, answerEnd] = idempotency ? cutAtMoments(idempotency, intent.lifeSeconds) : [];
  return {
    id: intent.id,
    key_id: intent.keyId,
    merchant_id: intent.merchantId,
    terminal_id: intent.terminalId,
    environment: intent.environment,
    amount_micros: String(intent.amountMicros),
    ...priceColumns(intent.quote),
    quote_life_s: intent.recalled?.lifeSeconds ?? null,
    reference: intent.reference,
    metadata,
    at: at?.toISOString() ?? null,
    life_s: intent.lifeSeconds,
    auto_complete_ms: intent.autoCompleteMs,
    checkout_uri: intent.checkoutUri,
    owner_id: idempotency?.ownerId ?? null,
    path: idempotency?.path ?? null,
    key: idempotency?.key ?? null,
    request_hash: idempotency?.requestHash.toString("hex") ?? null,
    answer: answer ?? null,
    answer_between: answerBetween ?? null,
    answer_end: answerEnd ?? null,
    success_url: intent.successUrl,
    cancel_url: intent.cancelUrl,
    receive_address: receiveAddress,
  };
}

function priceColumns(quote: Quote | null) {
  return {
    price_currency: quote?.currency ?? null,
    price_minor: quote ? String(quote.minor) : null,
    price_rate: quote?.rate ?? null,
    price_source: quote?.source ?? null,
    price_spread_bps: quote?.spreadBps ?? null,
  };
}

const UNKNOWN = new Date(0);

/**
 * A response to be kept, cut where the statement puts in the intent's expiry and the moment of its quote. No text of
 * the caller can hold the unescaped quotes of a member's name, and the metadata comes after both.
 */
function cutAtMoments({ answer }: NonNullable<NewIntent["idempotency"]>, lifeSeconds: number): (string | null)[] {
  const whole = answer(UNKNOWN);
  const quotedAt = new Date(UNKNOWN.getTime() - lifeSeconds * 1_000);
  const [before, rest] = cut(whole, `"expires_at":"`, UNKNOWN);
  const [between, after] = rest === null ? [null, null] : cut(rest, `"quoted_at":"`, quotedAt);
  return [before, between, after];
}

/** Null: nothing of the kind is in it. */
function cut(text: string, member: string, moment: Date): [before: string, after: string | null] {
  const at = text.indexOf(member + moment.toISOString());
  if (at === -1) return [text, null];
  const start = at + member.length;
  return [text.slice(0, start), text.slice(start + moment.toISOString().length)];
}

/**
 * In any order. `old`: its rate isn't in force; `dead`: its API key has ended; else not created: another request holds
 * its idempotency key. PostgreSQL takes any JSON for a hundred rows, and would read whole tables for a few; the limit
 * tells it the number.
 */
function insert(sql: Sql | Transaction, asked: ReturnType<typeof columnsOf>[]) {
  return sql<Row[]>`
    with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as now),
    asked as (
      select * from json_to_recordset(${JSON.stringify(asked)}::text::json) as asked(
        id uuid, key_id uuid, merchant_id uuid, terminal_id uuid, environment text, amount_micros bigint, price_currency text,
        price_minor bigint, price_rate text, price_source text, price_spread_bps smallint, quote_life_s int, reference text,
        metadata jsonb, at timestamptz, life_s int, auto_complete_ms int, checkout_uri text, owner_id uuid, path text, key text,
        request_hash text, answer text, answer_between text, answer_end text, success_url text, cancel_url text, receive_address text)
       limit ${asked.length}),
    r as (
      select asked.*, coalesce(at, now) as created_at, coalesce(at, now) + make_interval(secs => life_s) as expires_at
        from asked cross join clock),
    timely as (
      select r.* from r where r.quote_life_s is null or ${isInForce(sql)}),
    alive as (
      select timely.* from timely
        left join api_keys k
          on k.id = timely.key_id and k.merchant_id = timely.merchant_id and (k.ends_at is null or k.ends_at > now())
       where timely.key_id is null or k.id is not null),
    kept as (
      insert into idempotency_keys (terminal_id, environment, path, key, request_hash, intent_id, response, ends_at)
      select owner_id, environment, path, key, decode(request_hash, 'hex'), id,
             answer || coalesce(${isoMoment(sql, sql`expires_at`)} || answer_between, '')
               || coalesce(${isoMoment(sql, sql`created_at`)} || answer_end, ''),
             created_at + make_interval(hours => ${IDEMPOTENCY_HOURS})
        from alive where key is not null order by owner_id, environment, path, key
      on conflict do nothing returning intent_id),
    won as (select alive.* from alive where key is null or id in (select intent_id from kept)),
    i as (
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, reference, metadata,
                                   created_at, expires_at, auto_complete_at, success_url, cancel_url, receive_address,
                                   tolerance_micros, price_currency, price_minor, price_rate, price_source,
                                   price_spread_bps)
      select won.id, won.merchant_id, won.terminal_id, won.environment, won.amount_micros, won.reference,
             won.metadata, won.created_at, won.expires_at,
             won.created_at + make_interval(secs => won.auto_complete_ms / 1000.0), won.success_url, won.cancel_url,
             won.receive_address, least(t.tolerance_micros, won.amount_micros / 2),
             won.price_currency, won.price_minor, won.price_rate, won.price_source, won.price_spread_bps
        from won left join terminals t on t.id = won.terminal_id and t.merchant_id = won.merchant_id),
    e as (
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body, created_at)
      select ${eventIdOf(sql, "intent.created", "won")}, merchant_id, terminal_id, id, environment, 'intent.created',
             ${createdBody(sql, "won")}, created_at
        from won
      returning id, merchant_id, terminal_id, environment, type),
    d as (${insertDeliveries(sql)})
    select r.id, timely.id is null as old, alive.id is null as dead, won.id is not null as created, r.created_at as "createdAt"
      from r left join timely on timely.id = r.id left join alive on alive.id = r.id left join won on won.id = r.id`;
}
