import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { type Network, requireNetwork } from "@/lib/base/context/network";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { isDomainError, notFound } from "@/lib/base/values/errors";
import { displayAmount } from "@/lib/base/values/money";
import { readWalletBalance } from "@/lib/chain/nodes/wallet-balance";
import { DONT_TOP_UP } from "@/lib/payments/refunds/describe-shortfall";
import { isInFlight, isUnsettled } from "@/lib/payments/refunds/in-flight";
import { settleSent } from "@/lib/payments/refunds/settle-sent";
import { moveSource } from "@/lib/payments/refunds/settle-source";
import { findFrozen } from "@/lib/settlement/funds/signing-terms";
import { MAX_TRANSFERS } from "@/lib/settlement/funds/transfer-file";
import {
  type FoundRefund,
  findRefunds,
  type Planned,
  readyToSign,
  type SigningPlace,
  type TransferToSign,
  toSign,
} from "@/lib/settlement/funds/transfer-to-sign";

export const RefundsToSignInput = z.object({
  /** up to 1,000; one that is named twice is signed once */
  refundIds: z.array(z.guid()).min(1).max(MAX_TRANSFERS),
});
export type RefundsToSignInput = z.output<typeof RefundsToSignInput>;

export type RefundsToSign = {
  transfers: (TransferToSign & { refundId: string })[];
  /** those that can't be signed now, and why */
  leftOut: LeftOut[];
};

/** A refund that can't be signed now. Without amount: this business has none with this ID. */
export type LeftOut = {
  refundId: string;
  reason: string;
  amountMicros: bigint | null;
  /** base58; null: it waits for the customer's address */
  to: string | null;
};

/** Refunds whose earlier transactions are looked up at a time. */
const AT_ONCE = 4;

/** `isOwn`: `from` receives payments; otherwise it is a refund wallet. `balanceMicros`: of `from`; null: not known. */
type Ready = Planned & { refundId: string; isOwn: boolean; balanceMicros: bigint | null };

/**
 * Refunds as transactions of which no two are equal, the oldest first, each checked as by `refundToSign`; one whose
 * transaction may still be confirmed is left out without asking the nodes. Refunds from one address are signed as far
 * as it can pay them together; the others move to the refund wallet, if there is one. Error: `conflict` when live
 * payments are off or no block was read yet.
 */
export async function refundsToSign(
  ctx: MemberContext,
  { refundIds }: RefundsToSignInput,
  place: SigningPlace,
): Promise<RefundsToSign> {
  const network = requireNetwork(ctx.settings);
  const found = await findRefunds(ctx, refundIds);
  const known = new Map(found.map((refund) => [refund.id, refund]));
  const reasons = new Map(
    refundIds.filter((id) => !known.has(id)).map((id) => [id, notFound("refund").message] as const),
  );
  const ready: Ready[] = [];
  for (const refund of found) {
    const one = readyToSign(refund);
    if ("reason" in one) reasons.set(refund.id, one.reason);
    else ready.push(toReady(refund, one));
  }
  const sent = new Set(found.filter(({ status }) => status === "sent").map(({ id }) => id));
  for (const [id, reason] of await settleMany(ctx, ready, sent)) reasons.set(id, reason);
  const settled = ready.filter(({ refundId }) => !reasons.has(refundId));
  for (const [id, reason] of await moveShort(ctx, network, settled)) reasons.set(id, reason);
  const sourced = await findSourced(
    ctx,
    network,
    settled.filter(({ refundId }) => !reasons.has(refundId)),
  );
  for (const [id, reason] of await findShortfalls(ctx, sourced)) reasons.set(id, reason);
  const funded = sourced.filter(({ refundId }) => !reasons.has(refundId));
  const frozen = await findFrozen(ctx, network, funded);
  const payable = funded.filter(({ refundId }, index) => {
    const reason = frozen[index] ?? null;
    if (reason !== null) reasons.set(refundId, reason);
    return reason === null;
  });
  const transfers = payable.length > 0 ? await toSign(ctx, network, payable, place) : [];
  return {
    transfers: transfers.map((transfer, index) => ({ ...transfer, refundId: payable[index]?.refundId ?? "" })),
    leftOut: [...reasons].map(([refundId, reason]) => {
      const { amountMicros = null, to = null } = known.get(refundId) ?? {};
      return { refundId, reason, amountMicros, to: to && tronFromHex(to) };
    }),
  };
}

function toReady({ id: refundId, isOwn, balanceMicros }: FoundRefund, planned: Planned): Ready {
  return { ...planned, refundId, isOwn, balanceMicros };
}

type Reasons = [refundId: string, reason: string][];

/** Why some of the refunds can't be sent with a new transaction, by those that they were sent with. */
async function settleMany(ctx: MemberContext, ready: readonly Ready[], sent: ReadonlySet<string>): Promise<Reasons> {
  const network = requireNetwork(ctx.settings);
  const { sql } = ctx.db;
  const earlier = await sql<{ refundId: string | null; mayArrive: boolean }[]>`
    select s.refund_id as "refundId", bool_or(${isInFlight(sql)}) as "mayArrive" from sent_transactions s
     where s.merchant_id = ${ctx.merchantId} and s.network = ${network.id}
       and s.refund_id = any(${ready.map(({ refundId }) => refundId)}::uuid[]) and ${isUnsettled(sql)}
     group by s.refund_id`;
  const mayArrive = new Map(earlier.map((one) => [one.refundId, one.mayArrive]));
  const reasons: Reasons = [];
  const asked: string[] = [];
  for (const { refundId } of ready) {
    if (mayArrive.get(refundId)) reasons.push([refundId, SENT]);
    else if (mayArrive.has(refundId) || sent.has(refundId)) asked.push(refundId);
  }
  for (let start = 0; start < asked.length; start += AT_ONCE) {
    const some = asked.slice(start, start + AT_ONCE).map(async (refundId): Promise<Reasons> => {
      const reason = await settleSent(ctx, network, refundId).then(() => null, toReason);
      return reason === null ? [] : [[refundId, reason]];
    });
    reasons.push(...(await Promise.all(some)).flat());
  }
  return reasons;
}

const SENT = "This refund was already sent and may still be confirmed.";

function toReason(error: unknown): string {
  if (isDomainError(error)) return error.message;
  throw error;
}

/**
 * Moves the refunds that their addresses can't pay to the refund wallet, and those of a former refund wallet to where
 * they are paid from now. Returns those of a refund wallet that can't be signed.
 */
async function moveShort(ctx: MemberContext, network: Network, settled: readonly Ready[]): Promise<Reasons> {
  const short = new Set((await findShortfalls(ctx, settled)).map(([refundId]) => refundId));
  const reasons: Reasons = [];
  for (const { refundId, isOwn } of settled) {
    if (isOwn && !short.has(refundId)) continue;
    const reason = await moveSource(ctx, network, refundId).then(() => null, toReason);
    // what an address of payments lacks is said later, with all that are chosen of it
    if (reason !== null && !isOwn) reasons.push([refundId, reason]);
  }
  return reasons;
}

/** The refunds as they are paid now, with what a refund wallet holds. */
async function findSourced(ctx: MemberContext, network: Network, settled: readonly Ready[]): Promise<Ready[]> {
  const found = await findRefunds(
    ctx,
    settled.map(({ refundId }) => refundId),
  );
  const ready = found.flatMap((refund) => {
    const one = readyToSign(refund);
    return "reason" in one ? [] : [toReady(refund, one)];
  });
  const wallets = new Map<HexAddress, bigint | null>();
  for (const { from, isOwn } of ready) {
    if (!isOwn && !wallets.has(from)) wallets.set(from, (await readWalletBalance(ctx, network, from)).usdtMicros);
  }
  return ready.map((one) => ({ ...one, balanceMicros: wallets.get(one.from) ?? one.balanceMicros }));
}

/**
 * Refunds that their addresses can't pay after those before them, and what may still leave. An address whose balance
 * isn't known can: a refund that would work must not be refused.
 */
async function findShortfalls(ctx: MemberContext, ready: readonly Ready[]): Promise<Reasons> {
  const leaving = await getLeaving(
    ctx,
    ready.map(({ from }) => from),
  );
  const addresses = new Map<HexAddress, Ready[]>();
  for (const one of ready) addresses.set(one.from, [...(addresses.get(one.from) ?? []), one]);
  const reasons: Reasons = [];
  for (const [from, chosen] of addresses) {
    const balance = chosen[0]?.balanceMicros ?? null;
    if (balance === null) continue;
    const heldMicros = positive(balance - (leaving.get(from) ?? 0n));
    const neededMicros = chosen.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
    let left = heldMicros;
    for (const one of chosen) {
      if (one.amountMicros <= left) left -= one.amountMicros;
      else reasons.push([one.refundId, describeMissing({ ...one, heldMicros, neededMicros, refunds: chosen.length })]);
    }
  }
  return reasons;
}

/** What transactions that may still arrive take from the addresses. */
async function getLeaving(
  { db: { sql }, merchantId, settings }: MemberContext,
  from: HexAddress[],
): Promise<Map<HexAddress, bigint>> {
  const rows = await sql<{ from: HexAddress; micros: bigint }[]>`
    select s.from_address as from, sum(s.amount_micros)::bigint as micros from sent_transactions s
     where s.merchant_id = ${merchantId} and s.network = ${settings.network?.id ?? null}
       and s.from_address = any(${from}::text[]) and ${isInFlight(sql)}
     group by s.from_address`;
  return new Map(rows.map((row) => [row.from, row.micros]));
}

const PAY_ELSEWHERE = "A refund wallet can pay the rest: set one under Settlement, then sign again.";

type Shortfall = Pick<Ready, "from" | "isOwn"> & { heldMicros: bigint; neededMicros: bigint; refunds: number };

function describeMissing({ from, isOwn, heldMicros, neededMicros, refunds }: Shortfall): string {
  const [held, needed] = [displayAmount(heldMicros), displayAmount(neededMicros)];
  const missing = displayAmount(neededMicros - heldMicros);
  const of = refunds === 1 ? "this refund needs" : `the ${refunds} chosen refunds from it need`;
  const advice = isOwn ? `${PAY_ELSEWHERE} ${DONT_TOP_UP}` : "Send USDT to your refund wallet, then sign the refunds.";
  return `${tronFromHex(from)} can pay ${held} USDT, but ${of} ${needed} USDT: ${missing} USDT is missing. ${advice}`;
}

function positive(micros: bigint): bigint {
  return micros > 0n ? micros : 0n;
}
