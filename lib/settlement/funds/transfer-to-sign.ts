import { z } from "zod";
import type { refunds } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { type Network, requireNetwork } from "@/lib/base/context/network";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { MAX_LIFETIME_MS, makeTransfer, type UnsignedTransaction } from "@/lib/base/tron/transfer-transaction";
import { conflict, notFound } from "@/lib/base/values/errors";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { readRecentBlock } from "@/lib/chain/nodes/recent-block";
import { knownBalance } from "@/lib/chain/wallets/known-balance";
import type { RefundId } from "@/lib/payments/refunds/lock";
import { settleSent } from "@/lib/payments/refunds/settle-sent";
import { settleSource } from "@/lib/payments/refunds/settle-source";
import type { RefundStatus } from "@/lib/payments/refunds/state";
import { distinctTimes } from "@/lib/settlement/funds/distinct-times";
import { planSweep, type Sweep, SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { signingTerms } from "@/lib/settlement/funds/signing-terms";

/**
 * A transfer for the owner's wallet to sign. Till has no key: it makes the transaction and later sends the signed one.
 */
export type TransferToSign = {
  /** base58 */
  from: string;
  to: string;
  amountMicros: bigint;
  /** index of `from` below the wallet's extended public key; null: an address of a list */
  derivationIndex: number | null;
  transaction: UnsignedTransaction;
};

/** Long enough to confirm in a wallet, and short enough that a lost one soon no longer counts. */
const WALLET_LIFETIME_MS = 10 * 60_000;

/** Where the transfers are signed: in a wallet of this browser, or on another computer by a file. */
export type SigningPlace = "wallet" | "file";

const LIFETIMES_MS: Record<SigningPlace, number> = { wallet: WALLET_LIFETIME_MS, file: MAX_LIFETIME_MS };

/**
 * A prepared refund as a transaction. Errors: `not_found`, `conflict` when it was sent or cancelled, while a
 * transaction that was sent may still arrive or has arrived unrecorded, when neither its address nor the refund wallet
 * can pay it, and those of `signingTerms`.
 */
export async function refundToSign(
  ctx: MemberContext,
  { refundId }: RefundId,
  place: SigningPlace,
): Promise<TransferToSign> {
  const network = requireNetwork(ctx.settings);
  const found = readyToSign(await findRefund(ctx, refundId));
  if ("reason" in found) throw conflict(found.reason);
  await settleSent(ctx, network, refundId);
  await settleSource(ctx, network, refundId);
  // it may be paid from elsewhere now
  const ready = readyToSign(await findRefund(ctx, refundId));
  if ("reason" in ready) throw conflict(ready.reason);
  const [transfer] = await toSign(ctx, network, [ready], place);
  if (!transfer) throw notFound("refund");
  return transfer;
}

/** The transfers of a sweep as transactions, at most 1,000. Errors as for `planSweep` and `signingTerms`. */
export async function sweepToSign(
  ctx: MemberContext,
  input: SweepInput,
  place: SigningPlace,
): Promise<TransferToSign[]> {
  return planToSign(ctx, await planSweep(ctx, input), place);
}

export const SweepAddressInput = SweepInput.extend({
  /** the one address of the sweep whose transfer is signed */
  from: z.string().max(100),
});

/**
 * One transfer of a sweep as a transaction. Errors as for `planSweep` and `signingTerms`, `conflict` when there's
 * nothing to move any more.
 */
export async function sweepAddressToSign(
  ctx: MemberContext,
  { from, ...input }: z.output<typeof SweepAddressInput>,
): Promise<TransferToSign> {
  const { rows, to } = await planSweep(ctx, input);
  const [transfer] = await planToSign(ctx, { rows: rows.filter((row) => row.from === from), to }, "wallet");
  if (!transfer) throw conflict("There's nothing to move from this address any more. Plan the sweep again.");
  return transfer;
}

function planToSign(ctx: MemberContext, { rows, to }: Pick<Sweep, "rows" | "to">, place: SigningPlace) {
  const recipient = hexOf(to);
  const planned = rows.map(({ from, ...row }) => ({ ...row, from: hexOf(from), to: recipient }));
  return toSign(ctx, requireNetwork(ctx.settings), planned, place);
}

export type FoundRefund = Pick<typeof refunds.$inferSelect, "id" | "amountMicros" | "confirmedAt"> & {
  status: RefundStatus;
  from: HexAddress | null;
  to: HexAddress | null;
  derivationIndex: number | null;
  /** `from` receives payments; otherwise it is a refund wallet */
  isOwn: boolean;
  /** what `from` holds at most; null: not known */
  balanceMicros: bigint | null;
};

/** A refund in live of this merchant. Error: `not_found`. */
export async function findRefund(ctx: MemberContext, refundId: string): Promise<FoundRefund> {
  const [refund] = await findRefunds(ctx, [refundId]);
  if (!refund) throw notFound("refund");
  return refund;
}

/** Those of the refunds that this merchant has, the oldest first. */
export function findRefunds(
  { db: { sql }, settings, merchantId, environment }: MemberContext,
  refundIds: readonly string[],
): Promise<FoundRefund[]> {
  return sql<FoundRefund[]>`
    select f.id, f.status, f.from_address as from, f.to_address as to, f.amount_micros as "amountMicros",
           f.confirmed_at as "confirmedAt", a.derivation_index as "derivationIndex", a.id is not null as "isOwn",
           ${knownBalance(sql, settings.network?.id ?? null)} as "balanceMicros"
      from refunds f
      left join receive_addresses a on a.address = f.from_address and a.merchant_id = f.merchant_id
     where f.id = any(${refundIds as string[]}::uuid[]) and f.merchant_id = ${merchantId} and f.environment = ${environment}
     order by f.created_at, f.id`;
}

/** What is signed of a refund that a person has confirmed and that hasn't ended; `reason`: why it can't be signed. */
export function readyToSign(refund: FoundRefund): Planned | { reason: string } {
  const { status, from, to, amountMicros, derivationIndex, confirmedAt } = refund;
  if (status === "final") return { reason: "This refund was already sent." };
  if (status === "cancelled") return { reason: "This refund was cancelled." };
  if (!to) return { reason: "This refund still waits for the customer's address." };
  if (!confirmedAt) return { reason: "Confirm this refund first." };
  if (!from) return { reason: NO_SENDER };
  return { from, to, amountMicros, derivationIndex };
}

const NO_SENDER = "No address of your wallet received the money of this refund.";

export type Planned = { from: HexAddress; to: HexAddress; amountMicros: bigint; derivationIndex: number | null };

/**
 * Valid on our chain alone, by a block of it: in a file the last one that was read and is final, since the file is
 * signed hours later; for a wallet a recent one, if a node has one that is newer. Each has bytes of its own.
 */
export async function toSign(
  ctx: MemberContext,
  network: Network,
  planned: readonly Planned[],
  place: SigningPlace,
): Promise<TransferToSign[]> {
  const { db } = ctx;
  const cursor = await readCursor(db.sql, network.id);
  if (!cursor) throw conflict("Till hasn't read the blockchain yet. Try again in a minute.");
  const recent = place === "wallet" ? await readRecentBlock(ctx, network) : null;
  const block = recent && recent.number > cursor.block.number ? recent : cursor.block;
  const feeLimits = await signingTerms(ctx, network, planned, place === "wallet" ? "at once" : "within a day");
  const [{ now }] = await db.sql<[{ now: Date }]>`select clock_timestamp() as now`;
  const expiresAt = new Date(now.getTime() + LIFETIMES_MS[place]);
  const times = distinctTimes(planned, now);
  return planned.map(({ from, to, amountMicros, derivationIndex }, index) => ({
    from: tronFromHex(from),
    to: tronFromHex(to),
    amountMicros,
    derivationIndex,
    transaction: makeTransfer(
      { token: network.token, from, to, amountMicros },
      { block, now: times[index] ?? now, expiresAt, feeLimitSun: feeLimits[index] },
    ),
  }));
}

function hexOf(address: string): HexAddress {
  const hex = hexFromTron(address);
  if (!hex) throw new Error(`${address} is no address`);
  return hex;
}
