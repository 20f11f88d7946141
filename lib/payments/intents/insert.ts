import type { Context } from "@/lib/base/context/context";
import { afterCommit } from "@/lib/base/db/after-commit";
import { databaseBatch, isRowError } from "@/lib/base/db/batch";
import type { Database, Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { creatingLive, insertLive } from "@/lib/payments/intents/insert-live";
import { meterPayments } from "@/lib/payments/intents/meter";
import type { NewIntent } from "@/lib/payments/intents/plan";
import { type Inserted, writeIntents } from "@/lib/payments/intents/write";

/**
 * Writes an intent, its `intent.created` event, the deliveries and the idempotency key. Up to 128 callers share a
 * statement and its commit. A live intent has a transaction of its own, and so has one with `also`, which writes what
 * belongs to a new intent; it isn't called for a repeated request. Errors: in live those of `insertLive`.
 */
export async function insertIntent(
  ctx: Context,
  intent: NewIntent,
  also?: (tx: Transaction) => Promise<void>,
): Promise<Inserted> {
  if (also || intent.environment === "live") {
    return creating(ctx, intent, async (tx, insert) => {
      const inserted = await insert(intent);
      if (inserted.outcome === "created") await also?.(tx);
      return inserted;
    });
  }
  const result = await inserter(ctx.db)(intent);
  if (result.outcome === "failed") throw result.error;
  if (result.outcome === "created") meterPayments("created", [intent]);
  return result;
}

type Insert = (intent: NewIntent) => Promise<Inserted>;

/** Runs work in a transaction that creates a merchant's intents of one environment. Errors: as `insertIntent`. */
export async function creating<R>(
  ctx: Context,
  { environment, merchantId }: Pick<NewIntent, "environment" | "merchantId">,
  work: (tx: Transaction, insert: Insert) => Promise<R>,
): Promise<R> {
  const { sql } = ctx.db;
  if (environment === "sandbox") {
    return (await sql.begin((tx) => work(tx, (intent) => insertSandbox(tx, intent)))) as R;
  }
  return creatingLive(ctx, merchantId, async (network) => {
    return (await sql.begin((tx) => work(tx, (intent) => insertLive(ctx, tx, network, intent)))) as R;
  });
}

async function insertSandbox(tx: Transaction, intent: NewIntent): Promise<Inserted> {
  const inserted = requireRow(await writeIntents(tx, [planned(intent)]));
  if (inserted.outcome === "created") afterCommit(tx, () => meterPayments("created", [intent]));
  return inserted;
}

const inserter = databaseBatch("intents.insert", insertGroup, { max: 128, concurrency: 2 });

/** If one row fails the statement, every row is written again alone. */
async function insertGroup(db: Database, intents: NewIntent[]) {
  try {
    return await writeIntents(db.sql, intents.map(planned));
  } catch (error) {
    if (intents.length === 1 || !isRowError(error)) throw error;
  }
  const alone: (Inserted | { outcome: "failed"; error: unknown })[] = [];
  for (const intent of intents) {
    const written = writeIntents(db.sql, [planned(intent)]);
    alone.push(await written.then(requireRow, (error: unknown) => ({ outcome: "failed", error })));
  }
  return alone;
}

const planned = (intent: NewIntent) => ({ intent, receiveAddress: null, at: null });
