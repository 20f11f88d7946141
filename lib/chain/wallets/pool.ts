import type { MerchantContext } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { clearAlarm, raiseAlarm, restateAlarm } from "@/lib/chain/nodes/alarms";
import { addressState } from "@/lib/chain/wallets/address-state";
import {
  type Capacity,
  capacityText,
  getCapacity,
  type PoolCounts,
  poolText,
  poolUse,
} from "@/lib/chain/wallets/capacity";

export type Pool = PoolCounts & {
  retired: number;
  /** addresses of the wallet that is set, the frozen ones and those that differ too */
  total: number;
  /** 0 … 1: what of it cannot be given out now; null for an xpub, which has no end */
  use: number | null;
  isLow: boolean;
  /** what its addresses carry; null for an xpub */
  capacity: Capacity | null;
  /** no address is free or past its minimum cooldown */
  isEmpty: boolean;
  /** longest run of derived addresses that never got money */
  unusedRun: number;
  /** wallet apps look at twenty unused addresses in a row and no further: what lies beyond does not show there */
  isBeyondGap: boolean;
};

const GAP_LIMIT = 20;

type Row = PoolCounts & {
  merchantId: string;
  kind: "list" | "xpub";
  lifeSeconds: number;
  neverReuse: boolean;
  /** messages of the active alarms by kind */
  alarms: Record<string, string>;
};

/** Figures of the merchant's address pool; null when no wallet is set. */
export async function getPool(ctx: MerchantContext): Promise<Pool | null> {
  const { sql } = ctx.db;
  const [[row], retired, unusedRun] = await Promise.all([
    countPools(sql, "", { merchantId: ctx.merchantId }),
    sql<[{ count: number }]>`
      select count(*)::int as count from receive_addresses
       where merchant_id = ${ctx.merchantId} and retired_at is not null and not is_ahead`,
    longestUnusedRun(ctx),
  ]);
  if (!row) return null;
  const { use, isLow, isEmpty, total, capacity } = toFigures(row);
  return {
    free: row.free,
    leased: row.leased,
    resting: row.resting,
    reserve: row.reserve,
    used: row.used,
    frozen: row.frozen,
    differs: row.differs,
    retired: retired[0].count,
    total,
    use,
    isLow,
    isEmpty,
    capacity,
    unusedRun,
    isBeyondGap: row.kind === "xpub" && unusedRun >= GAP_LIMIT,
  };
}

/**
 * Raises `pool_low` for lists that are about to run out, keeps its figures current, and clears it and `pool_empty`
 * where that is over: of one merchant, or of all that have a wallet. A public key has no end, so its addresses, which
 * may be very many, aren't counted.
 */
export async function reviewPools(sql: Sql | Transaction, network: string, merchantId: string | null = null) {
  for (const over of await listAlarmsOfKeys(sql, network, merchantId)) await clearAlarm(sql, { network, ...over });
  for (const row of await countPools(sql, network, { merchantId, kind: "list" })) {
    const { isLow, isEmpty, capacity } = toFigures(row);
    const about = { network, merchantId: row.merchantId };
    const standing = row.alarms.pool_low;
    if (isLow && capacity) {
      const alarm = { ...about, kind: "pool_low" as const, message: `${poolText(row)} ${capacityText(capacity)}.` };
      if (standing === undefined) await raiseAlarm(sql, alarm);
      else if (standing !== alarm.message) await restateAlarm(sql, alarm);
    } else if (standing !== undefined) await clearAlarm(sql, { ...about, kind: "pool_low" });
    if (!isEmpty && row.alarms.pool_empty !== undefined) await clearAlarm(sql, { ...about, kind: "pool_empty" });
  }
}

function toFigures(row: Row) {
  const usable = row.free + row.leased + row.resting + row.used;
  const total = usable + row.frozen + row.differs;
  const capacity = row.kind === "xpub" ? null : getCapacity({ ...row, addresses: usable });
  return { total, capacity, ...poolUse({ ...row, usable, available: row.free + row.reserve }) };
}

/** Alarms about pools that stand although a public key has replaced the list. */
function listAlarmsOfKeys(sql: Sql | Transaction, network: string, merchantId: string | null) {
  return sql<{ merchantId: string; kind: "pool_low" | "pool_empty" }[]>`
    select w.merchant_id as "merchantId", c.kind
      from receiving_wallets w join chain_alarms c on c.merchant_id = w.merchant_id
     where w.retired_at is null and w.kind = 'xpub' and (${merchantId}::uuid is null or w.merchant_id = ${merchantId})
       and c.network = ${network} and c.cleared_at is null and c.kind in ('pool_low', 'pool_empty')`;
}

type Which = { merchantId: string | null; kind?: Row["kind"] };

function countPools(sql: Sql | Transaction, network: string, { merchantId, kind }: Which) {
  return sql<Row[]>`
    select m.id as "merchantId", w.kind, s.*, ${lifeSeconds(sql)} as "lifeSeconds", m.never_reuse_addresses as "neverReuse",
           (select coalesce(jsonb_object_agg(c.kind, c.message), '{}') from chain_alarms c
             where c.network = ${network} and c.merchant_id = m.id and c.cleared_at is null) as alarms
      from receiving_wallets w join merchants m on m.id = w.merchant_id
     cross join lateral (
       select count(*) filter (where state = 'free')::int as free, count(*) filter (where state = 'leased')::int as leased,
              count(*) filter (where state = 'resting')::int as resting, count(*) filter (where state = 'used')::int as used,
              count(*) filter (where state = 'frozen')::int as frozen,
              count(*) filter (where state = 'differs')::int as differs,
              count(*) filter (where state = 'resting' and least <= now())::int as reserve
         from (select ${addressState(sql)} as state, a.rests_at_least_until as least
                 from receive_addresses a
                where a.wallet_id = w.id and a.merchant_id = w.merchant_id and a.retired_at is null and not a.is_ahead) a) s
     where w.retired_at is null and (${merchantId}::uuid is null or m.id = ${merchantId})
       and ${kind ? sql`w.kind = ${kind}` : sql`true`}`;
}

/** SQL for the longest lifetime of a payment among the terminals of merchant `m`. */
export function lifeSeconds(sql: Sql | Transaction) {
  return sql`
    coalesce((select max(intent_life_seconds) from terminals where merchant_id = m.id and archived_at is null), 1800)`;
}

/** What was derived but never got money counts up to the next address that did, or to the end. */
async function longestUnusedRun(ctx: MerchantContext): Promise<number> {
  const [row] = await ctx.db.sql<[{ run: number }]>`
    select coalesce(max(place - before - 1), 0)::int as run from (
      select place, lag(place, 1, -1) over (order by place) as before from (
        select a.derivation_index as place
          from receiving_wallets w
          join receive_addresses a on a.wallet_id = w.id and a.merchant_id = w.merchant_id
               and a.derivation_index is not null and not a.is_ahead
         where w.merchant_id = ${ctx.merchantId} and w.retired_at is null
           and exists (select from transfers t where t.address = a.address and t.merchant_id = a.merchant_id)
        union all
        select next_index from receiving_wallets
         where merchant_id = ${ctx.merchantId} and retired_at is null and kind = 'xpub') marks) runs`;
  return row.run;
}
