import type { Context } from "@/lib/base/context/context";
import { batchById } from "@/lib/base/db/batch";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { processWide } from "@/lib/base/process/process-wide";
import { notFound } from "@/lib/base/values/errors";
import type { IntentState } from "@/lib/payments/intents/present";
import { isTerminal } from "@/lib/payments/intents/state";

const ENDED_MAX = 50_000;
/** A reset of the sandbox deletes its intents; live ones are never deleted. */
const SANDBOX_MS = 5_000;

type Remembered = { state: IntentState; untilMs: number };

/**
 * The committed state of an intent. Concurrent callers share a query, and ended intents are answered from memory, since
 * their state never changes: live ones for good, sandbox ones for five seconds. Error: `not_found`.
 */
export async function getStatus(ctx: Context, id: string): Promise<IntentState> {
  const ended = processWide("intents.ended", () => new Map<string, Remembered>());
  const key = id.toLowerCase();
  const known = ended.get(key);
  if (known && known.untilMs > performance.now()) return known.state;
  const state = await loader(ctx.db)(key);
  if (!state) {
    ended.delete(key);
    throw notFound("intent");
  }
  if (isTerminal(state.status)) {
    if (ended.size >= ENDED_MAX) ended.clear();
    const untilMs = state.environment === "live" ? Number.POSITIVE_INFINITY : performance.now() + SANDBOX_MS;
    ended.set(key, { state, untilMs });
  }
  return state;
}

const loader = batchById("intents.status", (db, ids) => selectStates(db.sql, ids));

export function selectStates(sql: Sql | Transaction, ids: string[]) {
  return sql<IntentState[]>`
    select id, amount_micros as "amountMicros", status, environment, expires_at as "expiresAt"
      from payment_intents where id = any(${ids}::uuid[])`;
}
