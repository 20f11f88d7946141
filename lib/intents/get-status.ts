import type { Context } from "@/lib/context";
import { batchById } from "@/lib/db/batch";
import type { Sql, Transaction } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { IntentState } from "@/lib/intents/present";
import { isTerminal } from "@/lib/intents/state";
import { processWide } from "@/lib/process-wide";

const ENDED_MAX = 50_000;

/**
 * The committed state of an intent. Concurrent callers share a query, and ended intents are answered from memory, since
 * their state never changes. Error: `not_found`.
 */
export async function getStatus(ctx: Context, id: string): Promise<IntentState> {
  const ended = processWide("intents.ended", () => new Map<string, IntentState>());
  const key = id.toLowerCase();
  const known = ended.get(key);
  if (known) return known;
  const state = await loader(ctx.db)(key);
  if (!state) throw notFound("intent");
  if (isTerminal(state.status)) {
    if (ended.size >= ENDED_MAX) ended.clear();
    ended.set(key, state);
  }
  return state;
}

const loader = batchById("intents.status", (db, ids) => selectStates(db.sql, ids));

export function selectStates(sql: Sql | Transaction, ids: string[]) {
  return sql<IntentState[]>`
    select id, amount_micros as "amountMicros", status, environment, expires_at as "expiresAt"
      from payment_intents where id = any(${ids}::uuid[])`;
}
