import { z } from "zod";
import type { receiveAddresses, transfers } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { ChainTransfer } from "@/lib/chain/chain-transfer";
import { readCursor } from "@/lib/chain/cursor";
import { type LookedUp, lookUpTransaction } from "@/lib/chain/look-up-transaction";
import type { Rpc } from "@/lib/chain/rpc";
import { isRpcError } from "@/lib/chain/rpc-error";
import { type WatchContext, watchContext } from "@/lib/chain/watch-context";
import type { MemberContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { confirmationLabel } from "@/lib/intents/progress";
import { agreeOn } from "@/lib/ledger/agree";
import { recordTransfers } from "@/lib/ledger/record";
import { log } from "@/lib/log";
import { displayAmount } from "@/lib/money";
import { requireNetwork } from "@/lib/network";
import { tronFromHex } from "@/lib/tron/address";

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
    | "not_yours"
    | "unknown"
    | "disputed";
  /** what was found, and what to do */
  message: string;
  /** those to addresses of this merchant */
  transfers: { to: string; amountMicros: bigint; intentId: string | null }[];
  /** blocks on top of it so far, of 19; null when that says nothing */
  confirmations: number | null;
};

/**
 * Looks a transaction up on the chain and records its transfers to this merchant by the watcher's rules: final, successful, the
 * pinned token, a second provider for large amounts, each transfer once, and none from before its address's ledger began. Error:
 * `api_error` when the chain can't be reached.
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
  const mine = await ownOnly(ctx, seen.transfers);
  if (mine.length === 0) return seen.transfers.length === 0 ? OTHER_TOKEN : NOT_YOURS;
  const known = await findRecorded(ctx, network.id, txHash);
  if (known.length >= mine.length) return { ...NONE, found: "known", message: knownText(known), transfers: known };
  const { agreed } = await asking(txHash, () => agreeOn(watch, mine, { foundBy }));
  if (agreed.length < mine.length) return DISPUTED;
  const { recorded, earlier } = await record(ctx, network.id, agreed);
  const transfers = await findRecorded(ctx, network.id, txHash);
  if (recorded > 0) return { ...NONE, found: "recorded", message: recordedText(transfers), transfers };
  if (earlier > 0 && transfers.length === 0) return EARLIER;
  return { ...NONE, found: "known", message: knownText(transfers), transfers };
}

/** Asks the current provider, and another one if that knows no such transaction or has no readable receipt. */
async function withEither({ providers }: WatchContext, look: (rpc: Rpc) => Promise<LookedUp>) {
  const first = await providers.use(look).catch((error: unknown) => {
    if (isRpcError(error)) return error;
    throw error;
  });
  if (!isRpcError(first) && first.state !== "unknown") return { seen: first, foundBy: "current" as const };
  const second = await providers
    .second(look, (seen) => seen.state !== "unknown")
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

const NONE = { transfers: [], confirmations: null };
const OTHER_TOKEN: Attached = {
  ...NONE,
  found: "other_token",
  message: "This transaction didn't transfer USDT. Other tokens with that name don't count.",
};
const NOT_YOURS: Attached = {
  ...NONE,
  found: "not_yours",
  message:
    "This transaction sent USDT, but not to one of your addresses. Compare the address with the one on the payment.",
};

const EARLIER: Attached = {
  ...NONE,
  found: "earlier",
  message:
    "This transfer is from before Till began to record this address. The address's opening balance contains it, so there's nothing to record.",
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

async function ownOnly({ db, merchantId }: MemberContext, transfers: ChainTransfer[]): Promise<ChainTransfer[]> {
  const rows = await db.sql<Pick<typeof receiveAddresses.$inferSelect, "address">[]>`
    select address from receive_addresses
     where merchant_id = ${merchantId} and address = any(${transfers.map((one) => one.to)}::text[])`;
  const own = new Set(rows.map((row) => row.address));
  return transfers.filter((one) => own.has(one.to));
}

function record(ctx: MemberContext, network: string, transfers: ChainTransfer[]) {
  const { merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const { arrived, earlier } = await recordTransfers(tx, network, transfers);
    for (const { transferId, txHash, intentId } of arrived) {
      await recordAudit(tx, {
        ...{ merchantId, actor, action: "transfer.attached", targetType: "transfer", targetId: transferId },
        after: { txHash, intentId },
      });
    }
    return { recorded: arrived.length, earlier };
  });
}

async function findRecorded({ db, merchantId }: MemberContext, network: string, txHash: string) {
  const rows = await db.sql<(Pick<typeof transfers.$inferSelect, "amountMicros" | "intentId"> & { to: string })[]>`
    select t.address as to, t.amount_micros as "amountMicros", t.intent_id as "intentId"
      from transfers t join receive_addresses a on a.address = t.address and a.merchant_id = ${merchantId}
     where t.merchant_id = ${merchantId} and t.network = ${network} and t.tx_hash = ${txHash} order by t.log_index`;
  return rows.map((row) => ({ ...row, to: tronFromHex(row.to) }));
}

function recordedText(booked: Attached["transfers"]): string {
  return `${sumText(booked)} from this transaction was missing and is now recorded. ${placeText(booked)}`;
}

function knownText(booked: Attached["transfers"]): string {
  return `${sumText(booked)} from this transaction is already recorded. ${placeText(booked)}`;
}

function sumText(booked: Attached["transfers"]): string {
  return `${displayAmount(booked.reduce((total, one) => total + one.amountMicros, 0n))} USDT`;
}

function placeText(booked: Attached["transfers"]): string {
  return booked.some((one) => one.intentId) ? "See the payment." : "See Needs attention.";
}
