import { databaseBatch } from "@/lib/base/db/batch";
import type { Database } from "@/lib/base/db/client";
import { processWide } from "@/lib/base/process/process-wide";
import { inForce } from "@/lib/payments/prices/in-force";
import type { RateSource } from "@/lib/payments/prices/quote";

/** The rate that prices in a currency are quoted at now, and how long such a quote holds at most. */
export type RateInForce = { rate: string; source: RateSource; spreadBps: number; lifeSeconds: number };

type Wanted = { merchantId: string; currency: string };
type Found = { rate: string | null; source: RateSource | null; spreadBps: number; lifeSeconds: number };

/**
 * The rate of a business for a currency; callers at the same time share a statement. `none`: the business doesn't price
 * in this currency; `too_old`: its rate is older than the business allows.
 */
export function findRate(db: Database, wanted: Wanted): Promise<RateInForce | "none" | "too_old"> {
  return finder(db)(wanted);
}

/**
 * Like `findRate`, but a rate is up to five seconds old. Only for payments that are `recalled`: the statement that
 * writes them refuses a rate that isn't in force any more. Then `renewRate`.
 */
export async function recallRate(db: Database, wanted: Wanted): ReturnType<typeof findRate> {
  const known = memoryOf(db).get(nameOf(wanted));
  return known && known.until > performance.now() ? known.rate : renewRate(db, wanted);
}

/** Like `findRate`, for what `recallRate` gives from now on. */
export async function renewRate(db: Database, wanted: Wanted): ReturnType<typeof findRate> {
  const memory = memoryOf(db);
  const rate = await findRate(db, wanted);
  if (memory.size >= MEMORY_MAX) memory.clear();
  if (typeof rate === "object") memory.set(nameOf(wanted), { rate, until: performance.now() + MEMORY_MS });
  else memory.delete(nameOf(wanted));
  return rate;
}

const MEMORY_MS = 5_000;
const MEMORY_MAX = 10_000;

type Memory = Map<string, { rate: RateInForce; until: number }>;

function memoryOf(db: Database): Memory {
  const memories = processWide("prices.memory", () => new WeakMap<Database, Memory>());
  const memory: Memory = memories.get(db) ?? new Map();
  memories.set(db, memory);
  return memory;
}

const nameOf = ({ merchantId, currency }: Wanted) => `${merchantId} ${currency}`;

const finder = databaseBatch("prices.rate", async ({ sql }, wanted: Wanted[]) => {
  const rows = await sql<(Wanted & Found)[]>`
    select e.merchant_id as "merchantId", e.currency, e.spread_bps as "spreadBps", m.quote_life_seconds as "lifeSeconds",
           now.rate, now.source
      from unnest(${wanted.map((one) => one.merchantId)}::uuid[], ${wanted.map((one) => one.currency)}::text[]) w(merchant_id, currency)
      join exchange_rates e on e.merchant_id = w.merchant_id and e.currency = w.currency
      join merchants m on m.id = e.merchant_id
     cross join lateral ${inForce(sql)} now`;
  const found = new Map(rows.map((row) => [`${row.merchantId} ${row.currency}`, row]));
  return wanted.map(({ merchantId, currency }) => {
    const row = found.get(`${merchantId} ${currency}`);
    if (!row) return "none";
    const { rate, source, spreadBps, lifeSeconds } = row;
    return rate === null || source === null ? "too_old" : { rate, source, spreadBps, lifeSeconds };
  });
});
