import type { Environment } from "@/lib/context";
import { batch, isRowError } from "@/lib/db/batch";
import type { Database } from "@/lib/db/client";
import type { IdempotentRequest } from "@/lib/idempotency/request";
import { IDEMPOTENCY_HOURS } from "@/lib/idempotency/request";
import { checkoutUri } from "@/lib/intents/links";
import { processWide } from "@/lib/process-wide";
import { insertDeliveries } from "@/lib/webhooks/emit";
import { intentCreated } from "@/lib/webhooks/events";

export type NewIntent = {
  id: string;
  eventId: string;
  /** the key that asked; null for the demo, which has none */
  keyId: string | null;
  merchantId: string;
  terminalId: string;
  environment: Environment;
  amountMicros: bigint;
  lifeSeconds: number;
  autoCompleteMs: number | null;
  reference: string | null;
  metadata: Record<string, string> | null;
  idempotency: (IdempotentRequest & { answer: (createdAt: Date, expiresAt: Date) => string }) | null;
};

export type Inserted =
  | { outcome: "created"; createdAt: Date; expiresAt: Date; answer: string | null }
  /** the key died between authentication and this statement */
  | { outcome: "dead_key" }
  /** another request holds the idempotency key */
  | { outcome: "repeated" };

/**
 * Writes an intent, its `intent.created` event, the deliveries and the idempotency key in one statement, together with
 * its neighbours in time: thirty-two callers share a commit. A caller is answered after that commit. Should the data of
 * one row fail the statement, every row is tried alone.
 */
export async function insertIntent(db: Database, intent: NewIntent): Promise<Inserted> {
  const insert = processWide("intents.insert", () =>
    batch((intents: NewIntent[]) => insertGroup(db, intents), { max: 128, lanes: 2 }),
  );
  const result = await insert(intent);
  if (result.outcome === "failed") throw result.error;
  return result;
}

type Failed = { outcome: "failed"; error: unknown };

async function insertGroup(db: Database, intents: NewIntent[]): Promise<(Inserted | Failed)[]> {
  try {
    return await insertAll(db, intents);
  } catch (error) {
    if (intents.length === 1 || !isRowError(error)) throw error;
  }
  const alone: (Inserted | Failed)[] = [];
  for (const intent of intents) alone.push(await insertAlone(db, intent));
  return alone;
}

async function insertAlone(db: Database, intent: NewIntent): Promise<Inserted | Failed> {
  try {
    const [inserted] = await insertAll(db, [intent]);
    return inserted as Inserted;
  } catch (error) {
    return { outcome: "failed", error };
  }
}

type Row = { id: string; dead: boolean; created: boolean };

async function insertAll(db: Database, intents: NewIntent[]): Promise<Inserted[]> {
  const [clock] = await db.sql<[{ now: Date }]>`select clock_timestamp() as now`;
  const planned = intents.map((intent) => plan(intent, clock.now));
  const rows = await runInsert(db, planned);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return planned.map(({ intent, expiresAt, answer }) => {
    const row = byId.get(intent.id);
    if (!row || row.dead) return { outcome: "dead_key" };
    return row.created ? { outcome: "created", createdAt: clock.now, expiresAt, answer } : { outcome: "repeated" };
  });
}

/** Everything that the statement stores, made from the database's time and not the process's. */
function plan(intent: NewIntent, now: Date) {
  const expiresAt = new Date(now.getTime() + intent.lifeSeconds * 1_000);
  const event = intentCreated({ ...intent, expiresAt, checkoutUri: checkoutUri(intent.id) }, now);
  return {
    intent,
    now,
    expiresAt,
    autoCompleteAt: intent.autoCompleteMs === null ? null : new Date(now.getTime() + intent.autoCompleteMs),
    event: JSON.stringify(event),
    answer: intent.idempotency?.answer(now, expiresAt) ?? null,
  };
}

type Planned = ReturnType<typeof plan>;

function runInsert(db: Database, planned: Planned[]) {
  const sql = db.sql;
  const list = <T>(pick: (one: Planned) => T) => planned.map(pick);
  return sql<Row[]>`
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
        ${list((p) => p.intent.idempotency?.requestHash.toString("hex") ?? null)}::text[], ${list((p) => p.answer)}::text[]
      ) as r(id, event_id, key_id, merchant_id, terminal_id, environment, amount_micros, reference, metadata,
             created_at, expires_at, auto_complete_at, body, path, key, request_hash, answer)),
    alive as (
      select r.* from r left join api_keys k on k.id = r.key_id and (k.ends_at is null or k.ends_at > now())
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
                                   created_at, expires_at, auto_complete_at)
      select id, merchant_id, terminal_id, environment, amount_micros, reference, metadata::jsonb,
             created_at, expires_at, auto_complete_at from won),
    e as (
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body, created_at)
      select event_id, merchant_id, terminal_id, id, environment, 'intent.created', body, created_at from won
      returning id, merchant_id, terminal_id, environment, type),
    d as (${insertDeliveries(sql)})
    select r.id, alive.id is null as dead, won.id is not null as created
      from r left join alive on alive.id = r.id left join won on won.id = r.id`;
}
