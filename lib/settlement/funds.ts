import { z } from "zod";
import type { MerchantContext } from "@/lib/context";
import { type HexAddress, tronFromHex } from "@/lib/settlement/address";
import { type AddressState, addressState } from "@/lib/settlement/address-state";
import { liveNetwork } from "@/lib/settlement/network";

export const ListFundsInput = z.object({
  /** `funded`: only addresses with money on the chain or in the books */
  only: z.enum(["funded", "all"]).default("all"),
  /** where the page begins; `next` of the page before */
  before: z
    .string()
    .regex(/^\d{1,18}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .transform((text) => ({ sortMicros: text.slice(0, text.indexOf("_")), id: text.slice(text.indexOf("_") + 1) }))
    .optional(),
});
export type ListFundsInput = z.output<typeof ListFundsInput>;

export type FundsRow = {
  address: string;
  /** index below the xpub; null for an address of a list */
  index: number | null;
  state: AddressState;
  /** as the token's contract last answered; null: not asked yet */
  balanceMicros: bigint | null;
  balanceAt: Date | null;
  receivedMicros: bigint;
  sentMicros: bigint;
  /** received − sent */
  ledgerMicros: bigint;
  /** chain and books say the same; null while the balance is not asked for, or is asked for anew */
  agrees: boolean | null;
  lastLeasedAt: Date | null;
};

export type FundsTotals = {
  addresses: number;
  /** with money on the chain */
  funded: number;
  balanceMicros: bigint;
  ledgerMicros: bigint;
  /** addresses where chain and books differ */
  disagree: number;
  /** the oldest of the balances; null when none was asked for */
  oldestBalanceAt: Date | null;
};

const PAGE = 100;

/** What lies at the merchant's addresses, of all his wallets, the richest first, with totals over all of them. */
export async function listFunds(
  ctx: MerchantContext,
  { only, before }: ListFundsInput,
): Promise<{ totals: FundsTotals; rows: FundsRow[]; next: string | null }> {
  const [totals, found] = await Promise.all([totalsOf(ctx), selectFunds(ctx, { only, before, limit: PAGE + 1 })]);
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  const next = found.length > PAGE && last ? `${last.sortMicros}_${last.id}` : null;
  return { totals, rows: shown.map(presentFunds), next };
}

export type StoredFunds = Omit<FundsRow, "address" | "agrees"> & {
  id: string;
  address: HexAddress;
  sortMicros: bigint;
};

export function presentFunds({ id: _, sortMicros: __, ...row }: StoredFunds): FundsRow {
  const isKnown = row.balanceMicros !== null && row.balanceAt !== null;
  return {
    ...row,
    address: tronFromHex(row.address),
    agrees: isKnown ? row.balanceMicros === row.ledgerMicros : null,
  };
}

type Selection = { only: "funded" | "all"; before?: { sortMicros: string; id: string }; limit: number };

/** Addresses with balance and ledger, ordered by what lies there. */
export function selectFunds(ctx: MerchantContext, { only, before, limit }: Selection): Promise<StoredFunds[]> {
  const { sql } = ctx.db;
  return sql<StoredFunds[]>`
    select * from (${ledgers(ctx)}) f
     where ${only === "funded" ? sql`(f."balanceMicros" > 0 or f."ledgerMicros" <> 0)` : sql`true`}
       and ${before ? sql`(f."sortMicros", f.id) < (${before.sortMicros}::bigint, ${before.id}::uuid)` : sql`true`}
     order by f."sortMicros" desc, f.id desc limit ${limit}`;
}

async function totalsOf(ctx: MerchantContext): Promise<FundsTotals> {
  const [totals] = await ctx.db.sql<[FundsTotals]>`
    select count(*)::int as addresses, count(*) filter (where "balanceMicros" > 0)::int as funded,
           coalesce(sum("balanceMicros"), 0)::bigint as "balanceMicros",
           coalesce(sum("ledgerMicros"), 0)::bigint as "ledgerMicros",
           count(*) filter (where "balanceAt" is not null and "balanceMicros" <> "ledgerMicros")::int as disagree,
           min("balanceAt") as "oldestBalanceAt"
      from (${ledgers(ctx)}) f`;
  return totals;
}

/** One row an address: two sums by index and its stored balance. */
function ledgers({ db: { sql }, merchantId }: MerchantContext) {
  const network = liveNetwork()?.id ?? "";
  return sql`
    select a.id, a.address, a.derivation_index as index, ${addressState(sql)} as state, a.balance_micros as "balanceMicros",
           a.balance_at as "balanceAt", came.micros as "receivedMicros", went.micros as "sentMicros",
           came.micros - went.micros as "ledgerMicros", a.last_leased_at as "lastLeasedAt",
           greatest(coalesce(a.balance_micros, came.micros - went.micros), 0)::bigint as "sortMicros"
      from receive_addresses a join merchants m on m.id = a.merchant_id
     cross join lateral (
       select coalesce(sum(t.amount_micros), 0)::bigint as micros from transfers t
        where t.address = a.address and t.network = ${network}) came
     cross join lateral (
       select coalesce(sum(o.amount_micros), 0)::bigint as micros from outgoing_transfers o
        where o.from_address = a.address and o.network = ${network}) went
     where a.merchant_id = ${merchantId}`;
}
