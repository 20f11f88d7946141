import { z } from "zod";
import type { addressLedgers, receiveAddresses } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { type Cursor, nextCursor, numberCursor } from "@/lib/base/lists/cursor";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { type AddressState, addressState } from "@/lib/chain/wallets/address-state";

export const ListFundsInput = z.object({
  /** `funded`: only addresses with money on the chain or in the ledger */
  only: z.enum(["funded", "all"]).default("all"),
  /** where the page begins; `next` of the page before */
  before: numberCursor.schema.optional(),
});
export type ListFundsInput = z.output<typeof ListFundsInput>;

type Stored = Pick<typeof receiveAddresses.$inferSelect, "balanceMicros" | "balanceAt" | "lastLeasedAt"> &
  Pick<typeof addressLedgers.$inferSelect, "receivedMicros" | "sentMicros" | "openingMicros">;

export type FundsRow = Stored & {
  address: string;
  /** index below the xpub; null for an address of a list */
  index: number | null;
  state: AddressState;
  /** opening + received − sent */
  ledgerMicros: bigint;
  /** whether chain and ledger agree; null until the balance has been read and compared */
  agrees: boolean | null;
};

export type FundsTotals = {
  addresses: number;
  /** with money on the chain */
  funded: number;
  balanceMicros: bigint;
  ledgerMicros: bigint;
  /** addresses where chain and ledger differ */
  disagree: number;
  /** the time of the oldest balance; null when none has been read */
  oldestBalanceAt: Date | null;
};

const PAGE = 100;

/** The funds at the addresses of all the merchant's wallets, largest first, with totals. */
export async function listFunds(
  ctx: MerchantContext,
  { only, before }: ListFundsInput,
): Promise<{ totals: FundsTotals; rows: FundsRow[]; next: string | null }> {
  const [totals, found] = await Promise.all([getTotals(ctx), selectFunds(ctx, { only, before, limit: PAGE + 1 })]);
  const next = nextCursor(found, PAGE, (row) => row.sortMicros);
  return { totals, rows: found.slice(0, PAGE).map(presentFunds), next };
}

export type StoredFunds = Omit<FundsRow, "address" | "agrees"> & {
  id: string;
  address: HexAddress;
  isCompared: boolean;
  sortMicros: bigint;
};

export function presentFunds({ id: _, sortMicros: __, isCompared, ...row }: StoredFunds): FundsRow {
  const isKnown = row.balanceMicros !== null && row.balanceAt !== null && isCompared;
  return {
    ...row,
    address: tronFromHex(row.address),
    agrees: isKnown ? row.balanceMicros === row.ledgerMicros : null,
  };
}

type Selection = { only: "funded" | "all"; before?: Cursor; limit: number };

/** Addresses with balance and ledger, ordered by amount. */
function selectFunds(ctx: MerchantContext, { only, before, limit }: Selection): Promise<StoredFunds[]> {
  const { sql } = ctx.db;
  return getStoredFunds(
    ctx,
    sql`
    select id from (${ledgers(ctx)}) f
     where ${only === "funded" ? sql`(balance_micros > 0 or ledger_micros <> 0)` : sql`true`}
       and ${numberCursor.past(sql, before, { key: sql`sort_micros`, id: sql`id` })}
     order by sort_micros desc, id desc limit ${limit}`,
  );
}

/** The ids of all addresses in the list's order, read once, so that a slow download repeats and skips none. */
export async function listFundsIds(ctx: MerchantContext): Promise<string[]> {
  const rows = await ctx.db.sql<{ id: string }[]>`
    select id from (${ledgers(ctx)}) f order by sort_micros desc, id desc`;
  return rows.map((row) => row.id);
}

/** Those of the addresses, in the order given. */
export async function fetchFunds(ctx: MerchantContext, ids: string[]): Promise<StoredFunds[]> {
  const rows = await getStoredFunds(ctx, ctx.db.sql`select unnest(${ids}::uuid[]) as id`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function getTotals(ctx: MerchantContext): Promise<FundsTotals> {
  const [totals] = await ctx.db.sql<[FundsTotals]>`
    select count(*)::int as addresses, count(*) filter (where balance_micros > 0)::int as funded,
           coalesce(sum(balance_micros), 0)::bigint as "balanceMicros",
           coalesce(sum(ledger_micros), 0)::bigint as "ledgerMicros",
           count(*) filter (where balance_at is not null and is_compared and balance_micros <> ledger_micros)::int as disagree,
           min(balance_at) as "oldestBalanceAt"
      from (${ledgers(ctx)}) f`;
  return totals;
}

type Query = ReturnType<MerchantContext["db"]["sql"]>;

/** What is shown of the merchant's addresses that a query names, the richest first. */
function getStoredFunds(ctx: MerchantContext, ids: Query): Promise<StoredFunds[]> {
  const { sql } = ctx.db;
  return sql<StoredFunds[]>`
    select a.id, a.address, a.derivation_index as index, ${addressState(sql)} as state,
           f.balance_micros as "balanceMicros", f.balance_at as "balanceAt", f.received_micros as "receivedMicros",
           f.sent_micros as "sentMicros", f.opening_micros as "openingMicros", f.is_compared as "isCompared", f.ledger_micros as "ledgerMicros", a.last_leased_at as "lastLeasedAt",
           f.sort_micros as "sortMicros"
      from (${ledgers(ctx, sql`a.id = any(array(${ids}))`)}) f join receive_addresses a using (id)
      join merchants m on m.id = a.merchant_id
     order by f.sort_micros desc, a.id desc`;
}

/** One row an address of the merchant: its kept sums on the network and its stored balance. */
function ledgers({ db: { sql }, settings, merchantId }: MerchantContext, which = sql`true`) {
  return sql`
    select *, greatest(coalesce(balance_micros, ledger_micros), 0)::bigint as sort_micros from (
      select a.id, a.balance_micros, a.balance_at, a.balance_block is null as is_compared, l.opening_micros, coalesce(l.received_micros, 0)::bigint as received_micros,
             coalesce(l.sent_micros, 0)::bigint as sent_micros,
             (coalesce(l.opening_micros, 0) + coalesce(l.received_micros, 0) - coalesce(l.sent_micros, 0))::bigint
               as ledger_micros
        from receive_addresses a
             left join address_ledgers l on l.network = ${settings.network?.id ?? ""} and l.address = a.address
       where a.merchant_id = ${merchantId} and (not a.is_ahead or l.received_micros > 0 or a.balance_micros > 0) and ${which}) sums`;
}
