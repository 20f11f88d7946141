import { and, eq, sql as fragment } from "drizzle-orm";
import { z } from "zod";
import { type receiveAddresses, sentTransactions } from "@/drizzle/schema";
import { describeShortfall } from "@/lib/attention/describe-shortfall";
import { settleSent } from "@/lib/attention/settle-sent";
import { recordAudit } from "@/lib/audit/record";
import { type SendResult, sendTransaction } from "@/lib/chain/send-transaction";
import type { MemberContext } from "@/lib/context";
import { orm, type Sql, type Transaction } from "@/lib/db/client";
import { one } from "@/lib/db/one";
import { conflict, DomainError } from "@/lib/errors";
import { findRefundLike, lockItemsLike, type RefundLike } from "@/lib/funds/find-refund-like";
import { lockLedger } from "@/lib/ledger-lock";
import { log } from "@/lib/log";
import { type Network, requireNetwork } from "@/lib/network";
import { tronFromHex } from "@/lib/tron/address";
import {
  type ReadTransfer,
  readTransfer,
  signedTransactionHex,
  signerOf,
  transactionIdOf,
} from "@/lib/tron/transfer-transaction";
import { knownBalance } from "@/lib/wallets/known-balance";

export const SendSignedInput = z.object({
  /** `raw_data_hex` and one signature, as wallets and the offline wallet return them */
  rawDataHex: z.string().max(1_000).toLowerCase(),
  signature: z.string().max(200).toLowerCase(),
});
export type SendSignedInput = z.output<typeof SendSignedInput>;

export type SentTransfer = {
  /** 64 hexadecimal digits after `0x` */
  txHash: string;
  /** base58 */
  from: string;
  to: string;
  amountMicros: bigint;
};

/**
 * Sends a signed transfer from one of the business's addresses to the network and records it; a transfer like a prepared refund
 * counts as that refund. Whether it arrives is read from the chain. Sending the same one again is harmless. Errors:
 * `invalid_request` when it isn't such a transfer or its signature is wrong, `conflict` when it expired, the network refuses
 * it, the refund was sent with another transaction or cancelled, its address is known to hold less, or no node takes transactions,
 * `api_error` when no node confirmed that it took it.
 */
export async function sendSigned(ctx: MemberContext, input: SendSignedInput): Promise<SentTransfer> {
  const network = requireNetwork(ctx.settings);
  const transfer = readSigned(input, network);
  const txHash = `0x${transactionIdOf(input.rawDataHex)}`;
  const sending = { network, txHash, transfer };
  const refund = await settleEarlier(ctx, sending);
  const recorded = await ctx.db.sql.begin((tx) => record(tx, ctx, { ...sending, refund }));
  const hex = signedTransactionHex(input.rawDataHex, input.signature);
  const result = await sendTransaction(network, { hex, apiKey: ctx.settings.tronApiKey });
  const wasNeverSent = result.state === "refused" || result.state === "unavailable";
  const isForgotten = recorded !== null && wasNeverSent && (await forget(ctx, recorded));
  if (recorded && !isForgotten) await audit(ctx, sending, recorded);
  if (result.state !== "accepted") throw toError(result, transfer, { mayArrive: recorded !== null && !isForgotten });
  return {
    txHash,
    from: tronFromHex(transfer.from),
    to: tronFromHex(transfer.to),
    amountMicros: transfer.amountMicros,
  };
}

function readSigned({ rawDataHex, signature }: SendSignedInput, { token }: Network): ReadTransfer {
  const transfer = readTransfer(rawDataHex);
  if (!transfer) throw refused("This isn't a transfer that Till prepared.");
  if (transfer.token !== token) throw refused("This transfer isn't of USDT on this network.");
  if (signerOf(rawDataHex, signature) !== transfer.from) {
    throw refused(
      `The signature isn't the one of ${tronFromHex(transfer.from)}. Sign with the wallet that has this address.`,
    );
  }
  return transfer;
}

type Sending = { network: Network; txHash: string; transfer: ReadTransfer };
type Recorded = { id: string; addressId: string; refund: RefundLike | null };

/** The refund that a new transfer sends, of which no earlier transaction has paid. Null: it is another transfer, or known. */
async function settleEarlier(ctx: MemberContext, sending: Sending): Promise<RefundLike | null> {
  if (await isKnown(ctx.db.sql, ctx, sending)) return null;
  const refund = await findRefundLike(ctx.db.sql, ctx, sending.transfer);
  if (refund) await settleSent(ctx, sending.network, refund.id);
  return refund;
}

/**
 * Records the transfer before it is sent, so that a lost answer can't lead to a second one. `refund`: what it sends, as read
 * before. Null: it was recorded before.
 */
async function record(
  tx: Transaction,
  ctx: MemberContext,
  { refund: expected, ...sending }: Sending & { refund: RefundLike | null },
): Promise<Recorded | null> {
  const { network, txHash, transfer } = sending;
  const { merchantId, actor } = ctx;
  // two people can't send the same refund at once, nor while a pass records that it left
  await lockLedger(tx, network.id);
  const address = await findOwnAddress(tx, ctx, sending);
  if ((await isKnown(tx, ctx, sending)) && (await takeOver(tx, ctx, sending))) return null;
  await requireUnexpired(tx, transfer);
  await lockItemsLike(tx, ctx, transfer);
  const refund = await findRefundLike(tx, ctx, transfer);
  if (refund?.id !== expected?.id) {
    throw new DomainError("conflict", "A refund like this transfer has just changed. Nothing was sent. Try again.");
  }
  const shortfall = refund && describeShortfall(address.balanceMicros, { ...transfer, isPrepared: true });
  if (shortfall) throw conflict(shortfall);
  const inserted = await orm(tx)
    .insert(sentTransactions)
    .values({
      ...{ merchantId, network: network.id, txHash, refundId: refund?.id ?? null, sentBy: actor.userId },
      ...{ fromAddress: transfer.from, toAddress: transfer.to, amountMicros: transfer.amountMicros },
      expiresAt: transfer.expiresAt,
    })
    .returning({ id: sentTransactions.id });
  return { id: one(inserted).id, addressId: address.id, refund };
}

/**
 * Gives a recorded transaction a new ID, so that the caller that recorded it and is refused at this moment doesn't forget it: this
 * time it may be accepted. False: it was forgotten just now.
 */
async function takeOver(tx: Transaction, ctx: MemberContext, sending: Sending): Promise<boolean> {
  const taken = await orm(tx)
    .update(sentTransactions)
    .set({ id: fragment`gen_random_uuid()` })
    .where(isTransaction(ctx, sending))
    .returning({ id: sentTransactions.id });
  return taken.length > 0;
}

async function isKnown(sql: Sql | Transaction, ctx: MemberContext, sending: Sending): Promise<boolean> {
  const known = await orm(sql)
    .select({ id: sentTransactions.id })
    .from(sentTransactions)
    .where(isTransaction(ctx, sending));
  return known.length > 0;
}

function isTransaction({ merchantId }: MemberContext, { network, txHash }: Pick<Sending, "network" | "txHash">) {
  return and(
    eq(sentTransactions.merchantId, merchantId),
    eq(sentTransactions.network, network.id),
    eq(sentTransactions.txHash, txHash),
  );
}

async function audit(
  ctx: MemberContext,
  { txHash, transfer }: Sending,
  { addressId, refund }: Recorded,
): Promise<void> {
  const { merchantId, actor } = ctx;
  const after = { to: tronFromHex(transfer.to), amountMicros: String(transfer.amountMicros), txHash };
  await ctx.db.sql.begin((tx) =>
    refund
      ? recordAudit(tx, {
          ...{ merchantId, actor, action: "refund.sent", targetType: "attention_item", targetId: refund.itemId },
          after: { ...after, refundId: refund.id },
        })
      : recordAudit(tx, {
          ...{ merchantId, actor, action: "transfer.sent", targetType: "address", targetId: addressId },
          after: { ...after, address: tronFromHex(transfer.from) },
        }),
  );
}

/** `balanceMicros`: what it holds at most; null: not known. */
type OwnAddress = Pick<typeof receiveAddresses.$inferSelect, "id" | "balanceMicros">;

async function findOwnAddress(
  tx: Transaction,
  { merchantId }: MemberContext,
  { network, transfer: { from } }: Sending,
): Promise<OwnAddress> {
  const [address] = await tx<OwnAddress[]>`
    select a.id, ${knownBalance(tx, network.id)} as "balanceMicros"
      from receive_addresses a where a.address = ${from} and a.merchant_id = ${merchantId}`;
  if (!address) throw refused(`${tronFromHex(from)} isn't one of your addresses.`);
  return address;
}

async function requireUnexpired(tx: Transaction, { expiresAt }: ReadTransfer): Promise<void> {
  const [{ expired }] = await tx<[{ expired: boolean }]>`select ${expiresAt}::timestamptz <= now() as expired`;
  if (expired) {
    throw new DomainError("conflict", "This transaction has expired. Nothing was sent. Prepare and sign a new one.");
  }
}

/** A transaction that no node takes never existed. False: someone else is sending it too. */
async function forget({ db, merchantId }: MemberContext, { id }: Recorded): Promise<boolean> {
  const forgotten = await db.orm
    .delete(sentTransactions)
    .where(and(eq(sentTransactions.id, id), eq(sentTransactions.merchantId, merchantId)))
    .returning({ id: sentTransactions.id });
  return forgotten.length > 0;
}

/** In the reader's words, by java-tron's code. */
const REFUSALS: Record<string, (from: string) => string> = {
  CONTRACT_VALIDATE_ERROR: (from) =>
    `The network refused it: ${from} has no TRX for the fee, or was never used. Send it some TRX, then try again.`,
  BANDWITH_ERROR: (from) =>
    `The network refused it: ${from} has too little TRX for the fee. Send it some TRX, then try again.`,
  TAPOS_ERROR: () => "The network refused it: it was prepared too long ago. Prepare and sign a new one.",
  TRANSACTION_EXPIRATION_ERROR: () => "The network refused it: it has expired. Prepare and sign a new one.",
};

function toError(
  result: Exclude<SendResult, { state: "accepted" }>,
  { from }: ReadTransfer,
  { mayArrive }: { mayArrive: boolean },
): DomainError {
  if (result.state === "refused") {
    log().warn({ code: result.code, message: result.message }, "the network refused a signed transaction");
    if (mayArrive) return unclear();
    const say = REFUSALS[result.code] ?? (() => `The network refused it (${result.code}). Nothing was sent.`);
    return new DomainError("conflict", say(tronFromHex(from)));
  }
  log().warn({ cause: result.cause }, "no node confirmed a signed transaction");
  if (result.state === "unavailable" && !mayArrive) {
    return new DomainError(
      "conflict",
      "No TRON node takes transactions, so nothing was sent. Your administrator must set TRON_HTTP_URLS.",
    );
  }
  return unclear();
}

function unclear(): DomainError {
  return new DomainError(
    "api_error",
    "No TRON node confirmed that it took the transaction. It may still arrive: send the same one again, don't sign a new one.",
  );
}

function refused(message: string): DomainError {
  return new DomainError("invalid_request", message);
}
