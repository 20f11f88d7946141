import { z } from "zod";
import type { outgoingTransfers, receiveAddresses, transfers } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { log } from "@/lib/base/process/log";
import { tronFromHex } from "@/lib/base/tron/address";
import { DomainError } from "@/lib/base/values/errors";
import { displayAmount } from "@/lib/base/values/money";
import type { ChainTransfer } from "@/lib/chain/nodes/chain-transfer";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { type LookedUp, lookUpTransaction } from "@/lib/chain/nodes/look-up-transaction";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import { type WatchContext, watchContext } from "@/lib/chain/nodes/watch-context";
import { watchedPayments } from "@/lib/chain/wallets/refund-wallet-watch";
import { confirmationLabel } from "@/lib/payments/page/progress";
import { agreeOn } from "@/lib/settlement/ledger/agree";
import { recordTransfers } from "@/lib/settlement/ledger/record";

const HASH =
  "This isn't a valid transaction hash. Enter 64 characters, 0–9 and a–f. Wallets and explorers may call it TXID.";

export const AttachInput = z.object({
  txHash: z
    .string(HASH)
    .trim()
    .regex(/^(0x)?[0-9a-f]{64}$/i, HASH)
    .transform((text) => `0x${text.toLowerCase().replace(/^0x/, "")}`),
});
export type AttachInput = z.output<typeof AttachInput>;

export type Attached = {
  found:
    | "recorded"
    | "known"
    | "earlier"
    | "not_final"
    | "failed"
    | "other_token"
    | "empty"
    | "not_yours"
    | "unknown"
    | "disputed";
  /** what was found, and what to do */
  message: string;
  /** those to addresses of this merchant */
  transfers: { to: string; amountMicros: bigint; intentId: string | null }[];
  /** those from addresses of this merchant */
  sent: { to: string; amountMicros: bigint; isRefund: boolean }[];
  /** blocks on top of it so far, of 19; null when that says nothing */
  confirmations: number | null;
};

/**
 * Looks a transaction up on the chain and records its transfers to and from this merchant's addresses by the watcher's
 * rules: final, successful, the pinned token, a second provider for large amounts, each transfer once, and none from
 * before its address's ledger began. Error: `api_error` when the chain can't be reached.
 */
export async function attachTransfer(ctx: MemberContext, { txHash }: AttachInput): Promise<Attached> {
  const network = requireNetwork(ctx.settings);
  const watch = watchContext(ctx, network);
  const cursor = await readCursor(ctx.db.sql, network.id);
  const readUpTo = cursor?.block ?? null;
  const { seen, foundBy } = await asking(txHash, () =>
    withEither(watch, (rpc) => lookUpTransaction(rpc, { network, txHash, readUpTo })),
  );
  if (seen.state !== "final") return unbooked(seen);
  const { mine, sides } = await ownOnly(ctx, seen.transfers);
  if (mine.length === 0) return seen.movesNothing ? EMPTY : seen.transfers.length === 0 ? OTHER_TOKEN : NOT_YOURS;
  const known = await findRecorded(ctx, network.id, txHash);
  if (known.transfers.length + known.sent.length >= sides)
    return { ...NONE, ...known, found: "known", message: tell(known) };
  const { agreed } = await asking(txHash, () => agreeOn(watch, mine, { foundBy }));
  if (agreed.length < mine.length) return DISPUTED;
  const { arrived, left, beforeLedger } = await record(ctx, network.id, agreed);
  const now = await findRecorded(ctx, network.id, txHash);
  const isEmpty = now.transfers.length + now.sent.length === 0;
  if (isEmpty && (await isProposed(ctx, network.id, txHash))) return PROPOSED;
  if (isEmpty && beforeLedger === 0) return NOT_YOURS;
  if (beforeLedger > 0 && isEmpty) return EARLIER;
  const found = arrived + left > 0 ? "recorded" : "known";
  return { ...NONE, ...now, found, message: tell(now, { arrived: arrived > 0, left: left > 0 }) };
}

/** Asks the current provider, and another one if that knows no such transaction or has no readable receipt. */
async function withEither({ providers }: WatchContext, lookUp: (rpc: Rpc) => Promise<LookedUp>) {
  const first = await providers.use(lookUp).catch((error: unknown) => {
    if (isRpcError(error)) return error;
    throw error;
  });
  if (!isRpcError(first) && first.state !== "unknown") return { seen: first, foundBy: "current" as const };
  const second = await providers
    .second(lookUp, (seen) => seen.state !== "unknown")
    .catch((error: unknown) => {
      if (isRpcError(error)) return null;
      throw error;
    });
  if (second && second.value.state !== "unknown") return { seen: second.value, foundBy: "second" as const };
  if (isRpcError(first)) throw first;
  return { seen: first, foundBy: "current" as const };
}

async function asking<T>(txHash: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isRpcError(error)) throw error;
    log().warn({ err: error, txHash }, "a transaction could not be looked up");
    throw new DomainError("api_error", "Couldn't reach the blockchain. Nothing was changed. Try again shortly.");
  }
}

const NONE = { transfers: [], sent: [], confirmations: null };
const OTHER_TOKEN: Attached = {
  ...NONE,
  found: "other_token",
  message: "This transaction didn't transfer USDT. Other tokens with that name don't count.",
};
const EMPTY: Attached = {
  ...NONE,
  found: "empty",
  message:
    "This transaction transferred 0 USDT, so there's nothing to record. Such transfers put a lookalike address into a wallet's history. Don't copy an address from them.",
};
const NOT_YOURS: Attached = {
  ...NONE,
  found: "not_yours",
  message:
    "This transaction sent USDT, but neither to nor from one of your addresses. Compare the address with the one on the payment.",
};

const EARLIER: Attached = {
  ...NONE,
  found: "earlier",
  message:
    "This transfer is from before Till began to record this address. The address's opening balance contains it, so there's nothing to record.",
};

const PROPOSED: Attached = {
  ...NONE,
  found: "recorded",
  message: "This transfer from your refund wallet looks like an open refund. Confirm or reject it under Settlement.",
};

const DISPUTED: Attached = {
  ...NONE,
  found: "disputed",
  message: "A second node hasn't confirmed this transfer, so it wasn't recorded. Try again in a few minutes.",
};

function unbooked(seen: Exclude<LookedUp, { state: "final" }>): Attached {
  switch (seen.state) {
    case "unknown":
      return {
        ...NONE,
        found: "unknown",
        message: "Transaction not found. Check the hash and make sure the transaction is on TRON.",
      };
    case "failed":
      return { ...NONE, found: "failed", message: "This transaction failed on the blockchain. No money moved." };
    case "not_final":
      return {
        ...NONE,
        found: "not_final",
        message: `This transaction isn't final yet: ${confirmationLabel(seen.confirmations)}. Till records it automatically once it is.`,
        confirmations: seen.confirmations,
      };
  }
}

/**
 * The transfers at this merchant's addresses, and from its refund wallets for open refunds. `sides` counts one that
 * moves between two of them twice, as the ledger does.
 */
async function ownOnly({ db, merchantId }: MemberContext, transfers: ChainTransfer[]) {
  const ends = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))];
  const rows = await db.sql<Pick<typeof receiveAddresses.$inferSelect, "address">[]>`
    select address from receive_addresses where merchant_id = ${merchantId} and address = any(${ends}::text[])`;
  const own = new Set(rows.map((row) => row.address));
  const sought = new Set((await watchedPayments(db.sql, merchantId)).map(({ from, to }) => `${from} ${to}`));
  const leaves = ({ from, to }: ChainTransfer) => own.has(from) || sought.has(`${from} ${to}`);
  const mine = transfers.filter((one) => leaves(one) || own.has(one.to));
  return { mine, sides: mine.reduce((sum, one) => sum + Number(leaves(one)) + Number(own.has(one.to)), 0) };
}

function record(ctx: MemberContext, network: string, transfers: ChainTransfer[]) {
  const { merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const { arrived, left, paid, beforeLedger } = await recordTransfers(tx, network, transfers);
    for (const { transferId, txHash, intentId } of arrived) {
      await recordAudit(tx, {
        merchantId,
        actor,
        action: "transfer.attached",
        targetType: "transfer",
        targetId: transferId,
        after: { txHash, intentId },
      });
    }
    // the other end of a transfer may be of another business
    for (const { addressId, txHash, from, to, amountMicros } of left.filter((one) => one.merchantId === merchantId)) {
      await recordAudit(tx, {
        merchantId,
        actor,
        action: "transfer.attached",
        targetType: "address",
        targetId: addressId,
        after: { address: tronFromHex(from), to: tronFromHex(to), amountMicros: String(amountMicros), txHash },
      });
    }
    return { arrived: arrived.length, left: left.length + paid, beforeLedger };
  });
}

async function isProposed({ db, merchantId }: MemberContext, network: string, txHash: string): Promise<boolean> {
  const proposed = await db.sql`
    select from refund_wallet_transfers
     where merchant_id = ${merchantId} and network = ${network} and tx_hash = ${txHash} and decided_at is null`;
  return proposed.length > 0;
}

type KnownTransfers = Pick<Attached, "transfers" | "sent">;

async function findRecorded(
  { db, merchantId }: MemberContext,
  network: string,
  txHash: string,
): Promise<KnownTransfers> {
  const arrived = await db.sql<(Pick<typeof transfers.$inferSelect, "amountMicros" | "intentId"> & { to: string })[]>`
    select t.address as to, t.amount_micros as "amountMicros", t.intent_id as "intentId"
      from transfers t join receive_addresses a on a.address = t.address and a.merchant_id = ${merchantId}
     where t.merchant_id = ${merchantId} and t.network = ${network} and t.tx_hash = ${txHash} order by t.log_index`;
  const left = await db.sql<
    (Pick<typeof outgoingTransfers.$inferSelect, "amountMicros"> & { to: string; isRefund: boolean })[]
  >`
    select o.to_address as to, o.amount_micros as "amountMicros",
           exists (select from refunds f where f.outgoing_id = o.id and f.merchant_id = o.merchant_id) as "isRefund"
      from outgoing_transfers o
     where o.merchant_id = ${merchantId} and o.network = ${network} and o.tx_hash = ${txHash} order by o.log_index`;
  const readable = <T extends { to: string }>(row: T) => ({ ...row, to: tronFromHex(row.to) });
  return { transfers: arrived.map(readable), sent: left.map(readable) };
}

/** What is recorded of the transaction. `isNew`: which of it was missing. */
function tell({ transfers, sent }: KnownTransfers, isNew = { arrived: false, left: false }): string {
  const state = (was: boolean) => (was ? "was missing and is now recorded" : "is already recorded");
  const arrived = `${sumText(transfers)} from this transaction ${state(isNew.arrived)}.`;
  const left = `${sumText(sent)} sent by this transaction ${state(isNew.left)}.`;
  return [
    ...(transfers.length > 0 ? [arrived, transfers.some((one) => one.intentId) ? SEE_PAYMENT : SEE_ATTENTION] : []),
    ...(sent.length > 0 ? [left, sent.some((one) => one.isRefund) ? SEE_ATTENTION : SEE_FUNDS] : []),
  ].join(" ");
}

const SEE_PAYMENT = "See the payment.";
const SEE_ATTENTION = "See Needs attention.";
const SEE_FUNDS = "See Funds.";

function sumText(recorded: { amountMicros: bigint }[]): string {
  return `${displayAmount(recorded.reduce((total, one) => total + one.amountMicros, 0n))} USDT`;
}
