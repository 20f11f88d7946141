import type { Sql } from "@/lib/base/db/client";

const EVERY_SECONDS = { canary: 5 * 60, hour: 10 * 60, day: 24 * 3_600, token: 24 * 3_600 } as const;
export type ChainWork = keyof typeof EVERY_SECONDS;

/** Upkeep that is due, by the database's clock: canary, the two re-scans, the token check. */
export async function dueWork(sql: Sql, network: string): Promise<ChainWork[]> {
  const [ages] = await sql<Record<ChainWork, number | null>[]>`
    select extract(epoch from now() - canary_at)::float8 as canary,
           extract(epoch from now() - rescanned_hour_at)::float8 as hour,
           extract(epoch from now() - rescanned_day_at)::float8 as day,
           extract(epoch from now() - token_checked_at)::float8 as token
      from chain_cursors where network = ${network}`;
  if (!ages) return [];
  const all = Object.keys(EVERY_SECONDS) as ChainWork[];
  return all.filter((work) => (ages[work] ?? Number.POSITIVE_INFINITY) >= EVERY_SECONDS[work]);
}
