import { randomUUID } from "node:crypto";
import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { merchants, terminals } from "@/drizzle/schema";
import type { Context, Environment, KeyContext } from "@/lib/base/context/context";
import { afterCommit } from "@/lib/base/db/after-commit";
import { databaseBatch, isRowError } from "@/lib/base/db/batch";
import type { Database, Sql, Transaction } from "@/lib/base/db/client";
import { one } from "@/lib/base/db/one";
import { type IdempotencyScope, type IdempotentRequest, recallAnswer } from "@/lib/base/idempotency/request";
import { DomainError, invalidApiKey } from "@/lib/base/values/errors";
import { microsFromNumber } from "@/lib/base/values/money";
import { checkoutUri } from "@/lib/customer/checkout/links";
import { creatingLive, insertLiveIn, insertLiveIntent } from "@/lib/payments/intents/insert-live";
import { expiryOf, type Inserted, insertPlanned, type NewIntent } from "@/lib/payments/intents/insert-statement";
import { meterPayments } from "@/lib/payments/intents/meter";
import { type CreatedIntent, DEMO_DELAY_MS, presentCreated } from "@/lib/payments/intents/present";
import { type CreateIntentInput, isLiveReturnUrl } from "@/lib/payments/intents/schemas";

export type CreateResult =
  | { replayed: false; intent: CreatedIntent; answer: string }
  /** the exact answer to the first request with this idempotency key */
  | { replayed: true; answer: string };

/**
 * Creates a pending intent on the terminal of the caller's key; its event and deliveries are committed with it.
 * Errors: `invalid_api_key` when the key ended meanwhile, `idempotency_conflict`; in live also `invalid_request` for a return
 * URL that isn't HTTPS, `daily_cap_exceeded`, and `api_error` when live payments are paused.
 */
export async function createIntent(
  ctx: KeyContext,
  input: CreateIntentInput,
  idempotency: IdempotentRequest | null,
): Promise<CreateResult> {
  const { keyId, terminalId, environment } = ctx.actor;
  const scope = { merchantId: ctx.merchantId, keyId, terminalId, environment };
  requireReturnUrls(scope.environment, input);
  if (idempotency) {
    const answer = await recallAnswer(ctx.db.sql, scope, idempotency);
    if (answer !== null) return { replayed: true, answer };
  }
  const facts = {
    id: randomUUID(),
    environment: ctx.actor.environment,
    amountMicros: microsFromNumber(input.amount_usdt),
    reference: input.reference ?? null,
    metadata: input.metadata ?? null,
    successUrl: input.success_url ?? null,
    cancelUrl: input.cancel_url ?? null,
  };
  const created = (expiresAt: Date): CreatedIntent => ({ ...facts, terminalName: ctx.terminalName, expiresAt });
  const inserted = await insertIntent(ctx, {
    ...facts,
    checkoutUri: checkoutUri(ctx.settings, facts.id),
    keyId: ctx.actor.keyId,
    merchantId: ctx.merchantId,
    terminalId: ctx.actor.terminalId,
    lifeSeconds: input.expires_in ?? ctx.intentLifeSeconds,
    autoCompleteMs: null,
    idempotency: idempotency && {
      ...idempotency,
      answer: (expiresAt) => JSON.stringify(presentCreated(created(expiresAt), ctx.settings)),
    },
  });
  if (inserted.outcome === "dead_key") throw invalidApiKey();
  if (inserted.outcome === "repeated") return replay(ctx, scope, idempotency);
  const intent = created(inserted.expiresAt);
  return { replayed: false, intent, answer: inserted.answer ?? JSON.stringify(presentCreated(intent, ctx.settings)) };
}

function requireReturnUrls(environment: Environment, input: CreateIntentInput) {
  if (environment !== "live") return;
  for (const field of ["success_url", "cancel_url"] as const) {
    const url = input[field];
    if (!url || isLiveReturnUrl(url)) continue;
    throw new DomainError(
      "invalid_request",
      `${field} must start with https:// in live, unless it points to localhost.`,
    );
  }
}

async function replay(
  ctx: Context,
  scope: IdempotencyScope,
  idempotency: IdempotentRequest | null,
): Promise<CreateResult> {
  const answer = idempotency && (await recallAnswer(ctx.db.sql, scope, idempotency));
  if (!answer) throw new Error("the idempotency key was held, but its answer is missing");
  return { replayed: true, answer };
}

/** Creates an intent of the demo merchant that pays itself six seconds later. The service chooses the amount. */
export async function createDemoIntent(ctx: Context): Promise<CreatedIntent> {
  const [terminal] = await ctx.db.orm
    .select({
      id: terminals.id,
      merchantId: terminals.merchantId,
      name: terminals.name,
      intentLifeSeconds: terminals.intentLifeSeconds,
    })
    .from(terminals)
    .innerJoin(merchants, eq(merchants.id, terminals.merchantId))
    .where(and(fragment`${merchants.isDemo}`, isNull(terminals.archivedAt)))
    .orderBy(terminals.createdAt)
    .limit(1);
  if (!terminal) throw new Error("the demo merchant is missing; start the service once to seed it");
  const id = randomUUID();
  const intent: NewIntent = {
    id,
    checkoutUri: checkoutUri(ctx.settings, id),
    keyId: null,
    merchantId: terminal.merchantId,
    terminalId: terminal.id,
    environment: "sandbox",
    amountMicros: demoAmountMicros(),
    lifeSeconds: terminal.intentLifeSeconds,
    autoCompleteMs: DEMO_DELAY_MS,
    reference: null,
    metadata: null,
    successUrl: null,
    cancelUrl: null,
    idempotency: null,
  };
  const inserted = await insertIntent(ctx, intent);
  if (inserted.outcome !== "created") throw new Error(`a demo intent was not created: ${inserted.outcome}`);
  return { ...intent, terminalName: terminal.name, expiresAt: inserted.expiresAt };
}

/** Between 1.00 and 24.99 USDT. */
function demoAmountMicros(): bigint {
  return BigInt(100 + Math.floor(Math.random() * 2_400)) * 10_000n;
}

/**
 * Writes an intent, its `intent.created` event, the deliveries and the idempotency key in one statement; up to 128
 * concurrent callers share its commit and are answered after it. If one row fails the statement, every row is retried
 * alone. A live intent has a transaction of its own, see `insertLiveIntent`. With `also`, the intent and what `also`
 * writes are one transaction; it isn't called for a repeated request.
 */
export async function insertIntent(ctx: Context, intent: NewIntent, also?: Also): Promise<Inserted> {
  if (also) return insertWith(ctx, intent, also);
  if (intent.environment === "live") return insertLiveIntent(ctx, intent);
  const result = await inserter(ctx.db)(intent);
  if (result.outcome === "failed") throw result.error;
  if (result.outcome === "created") meterPayments("created", [intent]);
  return result;
}

/** Written in the transaction of a new intent. */
export type Also = (tx: Transaction) => Promise<void>;

function insertWith(ctx: Context, intent: NewIntent, also: Also): Promise<Inserted> {
  const inOne = (insert: (tx: Transaction) => Promise<Inserted>) =>
    ctx.db.sql.begin(async (tx) => {
      const inserted = await insert(tx);
      if (inserted.outcome === "created") await also(tx);
      return inserted;
    });
  if (intent.environment === "live") {
    return creatingLive(ctx, intent.merchantId, (network) => inOne((tx) => insertLiveIn(ctx, tx, network, intent)));
  }
  return inOne((tx) => insertSandboxIn(tx, intent));
}

/** Writes a sandbox intent as `insertIntent` does, in the caller's transaction. */
export async function insertSandboxIn(tx: Transaction, intent: NewIntent): Promise<Inserted> {
  const inserted = one(await insertAll(tx, [intent]));
  if (inserted.outcome === "created") afterCommit(tx, () => meterPayments("created", [intent]));
  return inserted;
}

const inserter = databaseBatch("intents.insert", insertGroup, { max: 128, concurrency: 2 });

type Failed = { outcome: "failed"; error: unknown };

async function insertGroup(db: Database, intents: NewIntent[]): Promise<(Inserted | Failed)[]> {
  try {
    return await insertAll(db.sql, intents);
  } catch (error) {
    if (intents.length === 1 || !isRowError(error)) throw error;
  }
  const alone: (Inserted | Failed)[] = [];
  for (const intent of intents) alone.push(await insertAlone(db, intent));
  return alone;
}

async function insertAlone(db: Database, intent: NewIntent): Promise<Inserted | Failed> {
  try {
    const [inserted] = await insertAll(db.sql, [intent]);
    return inserted as Inserted;
  } catch (error) {
    return { outcome: "failed", error };
  }
}

async function insertAll(sql: Sql | Transaction, intents: NewIntent[]): Promise<Inserted[]> {
  const rows = await insertPlanned(
    sql,
    intents.map((intent) => ({ intent, receiveAddress: null, at: null })),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return intents.map((intent) => {
    const row = byId.get(intent.id);
    if (!row || row.dead) return { outcome: "dead_key" };
    if (!row.created) return { outcome: "repeated" };
    const expiresAt = expiryOf(intent, row.createdAt);
    const answer = intent.idempotency?.answer(expiresAt) ?? null;
    return { outcome: "created", createdAt: row.createdAt, expiresAt, answer };
  });
}
