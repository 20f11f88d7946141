import { batch, isRowError } from "@/lib/db/batch";
import type { Database } from "@/lib/db/client";
import { insertLiveIntent } from "@/lib/intents/insert-live";
import { type Inserted, insertPlanned, type NewIntent, planIntent } from "@/lib/intents/insert-statement";
import { processWide } from "@/lib/process-wide";

/**
 * Writes an intent, its `intent.created` event, the deliveries and the idempotency key in one statement; up to thirty-two
 * concurrent callers share its commit and are answered after it. If one row fails the statement, every row is retried
 * alone. A live intent has a transaction of its own, see `insertLiveIntent`.
 */
export async function insertIntent(db: Database, intent: NewIntent): Promise<Inserted> {
  if (intent.environment === "live") return insertLiveIntent(db, intent);
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

async function insertAll(db: Database, intents: NewIntent[]): Promise<Inserted[]> {
  const [clock] = await db.sql<[{ now: Date }]>`select clock_timestamp() as now`;
  const planned = intents.map((intent) => planIntent(intent, clock.now));
  const rows = await insertPlanned(db.sql, planned);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return planned.map(({ intent, expiresAt, answer }) => {
    const row = byId.get(intent.id);
    if (!row || row.dead) return { outcome: "dead_key" };
    return row.created ? { outcome: "created", createdAt: clock.now, expiresAt, answer } : { outcome: "repeated" };
  });
}
