import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { readRecipient } from "@/lib/chain/wallets/recipient";
import { isInFlight, isUnsent } from "@/lib/payments/refunds/in-flight";
import { reservedAmounts, reservedAt } from "@/lib/settlement/funds/reserved-amounts";
import { formatCost, sweepPlan } from "@/lib/settlement/funds/sweep";

const THRESHOLD = "Enter an amount in USDT with at most six decimals, for example 10.";

export const SweepInput = z.object({
  /** where everything is to go */
  to: z.string().max(100),
  /** addresses with less stay as they are */
  threshold: typedAmount({ least: 0n, error: THRESHOLD }).prefault("10"),
});
export type SweepInput = z.output<typeof SweepInput>;

export type Sweep = {
  to: string;
  rows: { from: string; amountMicros: bigint; derivationIndex: number | null }[];
  /** for TRON's official wallet-cli, one a transfer */
  lines: string[];
  totalMicros: bigint;
  leftMicros: bigint;
  /** the part that stays for refunds that have not left and for open items; null when nothing does */
  reserved: { micros: bigint; refunds: number; items: number } | null;
  energy: number;
  /** addresses left out because a transfer sent from them may still arrive, or is signed and can be sent again */
  inFlight: number;
  /** decimal text */
  estimateTrx: string;
  /** what the estimate assumes */
  costText: string;
  /** there are more addresses than one plan holds */
  isMore: boolean;
};

const MAX_TRANSFERS = 1_000;

/**
 * Plans how to collect a merchant's funds: command lines for their own wallet, which signs them; Till sends nothing.
 * Skips addresses that are leased or have a transfer in flight, and keeps what `reservedAmounts` names and what the
 * ledger doesn't know. Errors: `invalid_request` with field `to` or `threshold`, `conflict` when live is off.
 */
export async function planSweep(ctx: MemberContext, { to: text, threshold }: SweepInput): Promise<Sweep> {
  const { token, id: network } = requireNetwork(ctx.settings);
  const { sql } = ctx.db;
  const to = await readRecipient(sql, { text, token, merchantId: ctx.merchantId });
  const found = await sweepableRows(ctx, network, threshold);
  const [all] = await sql<[{ micros: bigint; reserved: bigint; refunds: number; items: number; inFlight: number }]>`
    with h as materialized (${reservedAmounts(sql, ctx.merchantId)})
    select coalesce(sum(balance_micros), 0)::bigint as micros,
           coalesce(sum(least(${reservedAt(sql, "micros")}, coalesce(balance_micros, 0))), 0)::bigint as reserved,
           coalesce(sum(${reservedAt(sql, "refunds")}), 0)::int as refunds, coalesce(sum(${reservedAt(sql, "items")}), 0)::int as items,
           (select count(distinct s.from_address)::int from sent_transactions s
             where s.merchant_id = ${ctx.merchantId} and s.network = ${network}
               and (${isInFlight(sql)} or (s.refund_id is null and ${isUnsent(sql)}))) as "inFlight"
      from receive_addresses a cross join h where a.merchant_id = ${ctx.merchantId}`;
  const addresses = found.slice(0, MAX_TRANSFERS);
  // whether the destination holds USDT is not known here, so the estimate takes the dearer case
  const plan = sweepPlan({ token, to, isToFunded: false, addresses, thresholdMicros: threshold });
  const { lines, totalMicros, energy, estimateTrx } = plan;
  return {
    to: tronFromHex(to),
    lines,
    totalMicros,
    energy,
    estimateTrx,
    rows: plan.rows.map((row) => ({ ...row, from: tronFromHex(row.from) })),
    inFlight: all.inFlight,
    leftMicros: all.micros - totalMicros,
    reserved: all.reserved > 0n ? { micros: all.reserved, refunds: all.refunds, items: all.items } : null,
    costText: formatCost(plan),
    isMore: found.length > MAX_TRANSFERS,
  };
}

/** What a sweep moves, from where and to where: base58. */
export function transfersOf({ rows, to }: Pick<Sweep, "rows" | "to">) {
  return rows.map(({ from, amountMicros }) => ({ from, to, amountMicros }));
}

/** `balanceMicros`: as far as the ledger knows of it. */
type SweepableRow = {
  address: HexAddress;
  balanceMicros: bigint;
  reservedMicros: bigint;
  derivationIndex: number | null;
  isUnused: boolean;
};

/**
 * The addresses with the threshold beyond what they must hold, the richest first, up to one more than a plan takes. A
 * balance is the newest block's, so it may contain a transfer that isn't recorded yet, and whose it is: that part
 * stays. Looks up each address's ledger, lease and transfers instead of joining: PostgreSQL expects next to none when
 * its statistics are old, and then compares every address with every one of them.
 */
export function sweepableRows({ db: { sql }, merchantId }: MemberContext, network: string, threshold: bigint) {
  const ledger = sql`coalesce((
    select coalesce(g.opening_micros, 0) + g.received_micros - g.sent_micros from address_ledgers g
     where g.network = ${network} and g.address = a.address), 0)`;
  // what is reserved for transfers that aren't recorded is not of the ledger's part
  const known = sql`least(a.balance_micros, ${ledger} + ${reservedAt(sql, "unrecorded")})::bigint`;
  const free = sql`k.known - k.reserved`;
  return sql<SweepableRow[]>`
    with h as materialized (${reservedAmounts(sql, merchantId)})
    select a.address, k.known as "balanceMicros", a.derivation_index as "derivationIndex", k.reserved as "reservedMicros",
           coalesce((select g.sent_micros = 0 from address_ledgers g
                      where g.network = ${network} and g.address = a.address), true) as "isUnused"
      from receive_addresses a cross join h
     cross join lateral (select ${known} as known, ${reservedAt(sql, "micros")} as reserved offset 0) k
     where a.merchant_id = ${merchantId} and a.balance_micros is not null and a.blacklisted_at is null
       and ${free} >= ${threshold} and ${free} > 1
       and (select l.id from address_leases l where l.address_id = a.id and l.released_at is null) is null
       and (select s.id from sent_transactions s
             where s.from_address = a.address and s.merchant_id = a.merchant_id and s.network = ${network}
               and (${isInFlight(sql)} or (s.refund_id is null and ${isUnsent(sql)}))
             limit 1) is null
     order by ${free} desc, a.address limit ${MAX_TRANSFERS + 1}`;
}
