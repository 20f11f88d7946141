import { and, eq, sql as fragment, isNull, lte, or } from "drizzle-orm";
import { type receiveAddresses, sentTransactions } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { lockLedger } from "@/lib/base/db/locks";
import { requireRow } from "@/lib/base/db/require-row";
import { tronFromHex } from "@/lib/base/tron/address";
import type { ReadTransfer } from "@/lib/base/tron/transfer-transaction";
import { conflict, DomainError, isDomainError } from "@/lib/base/values/errors";
import { knownBalance } from "@/lib/chain/wallets/known-balance";
import { describeShortfall } from "@/lib/payments/refunds/describe-shortfall";
import { settleSent } from "@/lib/payments/refunds/settle-sent";
import { refundTarget } from "@/lib/payments/refunds/target";
import { moveToSent, moveToUnsent, prepareAgain } from "@/lib/payments/refunds/transition";
import { findRefundLike, lockRefundsLike, type RefundLike } from "@/lib/settlement/funds/find-refund-like";
import { findEnd } from "@/lib/settlement/funds/sent-before";
import type { SignedTransfer } from "@/lib/settlement/funds/transfer-file";

export type Sending = { network: Network; txHash: string; transfer: ReadTransfer; signed: SignedTransfer };

export type RecordedSending = {
  id: string;
  /** null: a refund wallet */
  addressId: string | null;
  refund: RefundLike | null;
  /** within a minute: a node that says it has expired may be right */
  expiresSoon: boolean;
};

/**
 * The refund that a new transfer sends, of which no earlier transaction has paid. Null: it is another transfer, or
 * under way.
 */
export async function settleEarlier(ctx: MemberContext, sending: Sending): Promise<RefundLike | null> {
  if (await isUnderWay(ctx.db.sql, ctx, sending)) return null;
  await requireTimes(ctx.db.sql, sending.transfer);
  try {
    const refund = await findRefundLike(ctx.db.sql, ctx, sending);
    if (refund) await settleSent(ctx, sending.network, refund.id);
    return refund;
  } catch (error) {
    // what a colleague has sent meanwhile is this very transaction
    if (isDomainError(error) && (await isUnderWay(ctx.db.sql, ctx, sending))) return null;
    throw error;
  }
}

/**
 * Records the transfer, with an entry of the audit log, before it is sent, so that neither a lost answer nor the end of
 * the process leads to a second one. It takes the place of one that was signed and not sent. `refund`: what it sends,
 * as read before. Null: it was recorded before and may arrive, or has arrived.
 */
export async function recordSent(
  tx: Transaction,
  ctx: MemberContext,
  { refund: expected, ...sending }: Sending & { refund: RefundLike | null },
): Promise<RecordedSending | null> {
  const { network, txHash, transfer, signed } = sending;
  const { merchantId, actor } = ctx;
  // two people can't send the same refund at once, nor while a pass records that it left
  await lockLedger(tx, network.id);
  const source = await findSource(tx, ctx, sending);
  if ((await isUnderWay(tx, ctx, sending)) && (await takeOver(tx, ctx, sending))) return null;
  if ((await findEnd(tx, ctx, sending)) === "arrived") return null;
  const { expiresSoon } = await requireTimes(tx, transfer);
  await lockRefundsLike(tx, ctx, transfer);
  const refund = await findRefundLike(tx, ctx, sending);
  if (refund?.id !== expected?.id) {
    throw new DomainError("conflict", "A refund like this transfer has just changed. Nothing was sent. Try again.");
  }
  if (!source.id) requireWalletRefund(source, refund);
  const { balanceMicros, hasWallet } = source;
  const shortfall = refund && describeShortfall(balanceMicros, { ...transfer, isPrepared: true, hasWallet });
  if (shortfall) throw conflict(shortfall);
  await removeUnsent(tx, ctx, { ...sending, refundId: refund?.id ?? null });
  const inserted = await orm(tx)
    .insert(sentTransactions)
    .values({
      merchantId,
      network: network.id,
      txHash,
      refundId: refund?.id ?? null,
      sentBy: actor.userId,
      fromAddress: transfer.from,
      toAddress: transfer.to,
      amountMicros: transfer.amountMicros,
      expiresAt: transfer.expiresAt,
      rawDataHex: signed.rawDataHex,
      signature: signed.signature,
    })
    .returning({ id: sentTransactions.id });
  const recorded = { id: requireRow(inserted).id, addressId: source.id, refund, expiresSoon };
  if (refund) await sendRefund(tx, refund);
  await audit(tx, ctx, sending, { ...recorded, actions: SENT });
  return recorded;
}

/** One that failed is prepared again by signing it anew. */
async function sendRefund(tx: Transaction, refund: RefundLike): Promise<void> {
  await prepareAgain(tx, [refund]);
  await moveToSent(tx, [refund]);
}

/** A node said that it has the transaction. */
export async function markAccepted(ctx: MemberContext, sending: Sending): Promise<void> {
  await ctx.db.orm
    .update(sentTransactions)
    .set({ acceptedAt: fragment`now()` })
    .where(and(isTransaction(ctx, sending), isNull(sentTransactions.acceptedAt)));
}

/** Keeps a transaction that no node took, to be sent again. False: someone else is sending it too. */
export function markUnsent(ctx: MemberContext, sending: Sending, recorded: RecordedSending): Promise<boolean> {
  return undo(ctx, sending, recorded, (tx) =>
    orm(tx)
      .update(sentTransactions)
      .set({ unsentId: recorded.id })
      .where(isRecorded(ctx, recorded))
      .returning({ id: sentTransactions.id }),
  );
}

/** A transaction that no node will take never existed. False: someone else is sending it too. */
export function forgetSent(ctx: MemberContext, sending: Sending, recorded: RecordedSending): Promise<boolean> {
  return undo(ctx, sending, recorded, (tx) =>
    orm(tx).delete(sentTransactions).where(isRecorded(ctx, recorded)).returning({ id: sentTransactions.id }),
  );
}

function undo(
  ctx: MemberContext,
  sending: Sending,
  recorded: RecordedSending,
  change: (tx: Transaction) => PromiseLike<{ id: string }[]>,
): Promise<boolean> {
  return ctx.db.sql.begin(async (tx) => {
    const changed = await change(tx);
    if (changed.length > 0 && recorded.refund) await moveToUnsent(tx, [recorded.refund]);
    if (changed.length > 0) await audit(tx, ctx, sending, { ...recorded, actions: NOT_SENT });
    return changed.length > 0;
  });
}

/**
 * Gives a recorded transaction that may arrive a new ID, so that the caller that recorded it and is refused at this
 * moment doesn't forget it: this time it may be accepted. False: there is none.
 */
async function takeOver(tx: Transaction, ctx: MemberContext, sending: Sending): Promise<boolean> {
  const taken = await orm(tx)
    .update(sentTransactions)
    .set({ id: fragment`gen_random_uuid()` })
    .where(and(isTransaction(ctx, sending), mayArrive()))
    .returning({ id: sentTransactions.id });
  return taken.length > 0;
}

async function isUnderWay(sql: Sql | Transaction, ctx: MemberContext, sending: Sending): Promise<boolean> {
  const known = await orm(sql)
    .select({ id: sentTransactions.id })
    .from(sentTransactions)
    .where(and(isTransaction(ctx, sending), mayArrive()));
  return known.length > 0;
}

/** What was signed and not sent for the same refund, or of the same address without one, and what has expired so. */
async function removeUnsent(
  tx: Transaction,
  ctx: MemberContext,
  { network, txHash, transfer, refundId }: Sending & { refundId: string | null },
): Promise<void> {
  const isReplaced = refundId
    ? eq(sentTransactions.refundId, refundId)
    : and(eq(sentTransactions.fromAddress, transfer.from), isNull(sentTransactions.refundId));
  await orm(tx)
    .delete(sentTransactions)
    .where(
      and(
        eq(sentTransactions.merchantId, ctx.merchantId),
        eq(sentTransactions.network, network.id),
        eq(sentTransactions.unsentId, sentTransactions.id),
        or(isReplaced, eq(sentTransactions.txHash, txHash), lte(sentTransactions.expiresAt, fragment`now()`)),
      ),
    );
}

function mayArrive() {
  return fragment`${sentTransactions.unsentId} is distinct from ${sentTransactions.id}`;
}

function isTransaction({ merchantId }: MemberContext, { network, txHash }: Pick<Sending, "network" | "txHash">) {
  return and(
    eq(sentTransactions.merchantId, merchantId),
    eq(sentTransactions.network, network.id),
    eq(sentTransactions.txHash, txHash),
  );
}

function isRecorded({ merchantId }: MemberContext, { id }: RecordedSending) {
  return and(eq(sentTransactions.id, id), eq(sentTransactions.merchantId, merchantId));
}

const SENT = { refund: "refund.sent", transfer: "transfer.sent" } as const;
const NOT_SENT = { refund: "refund.not_sent", transfer: "transfer.not_sent" } as const;

async function audit(
  tx: Transaction,
  { merchantId, actor }: MemberContext,
  { txHash, transfer }: Pick<Sending, "txHash" | "transfer">,
  {
    addressId,
    refund,
    actions,
  }: Pick<RecordedSending, "addressId" | "refund"> & { actions: typeof SENT | typeof NOT_SENT },
): Promise<void> {
  const after = { to: tronFromHex(transfer.to), amountMicros: String(transfer.amountMicros), txHash };
  if (refund) {
    await recordAudit(tx, {
      merchantId,
      actor,
      action: actions.refund,
      ...refundTarget(refund),
      after: { ...after, refundId: refund.id },
    });
  } else if (addressId) {
    await recordAudit(tx, {
      merchantId,
      actor,
      action: actions.transfer,
      targetType: "address",
      targetId: addressId,
      after: { ...after, address: tronFromHex(transfer.from) },
    });
  }
}

/** Where a transfer comes from. `balanceMicros`: what it holds at most; null: not known, or a refund wallet. */
type Source = Pick<typeof receiveAddresses.$inferSelect, "balanceMicros"> & {
  /** of the receive address; null: a refund wallet, the current one or one that was removed */
  id: string | null;
  isCurrent: boolean;
  hasWallet: boolean;
};

async function findSource(
  tx: Transaction,
  { merchantId }: MemberContext,
  { network, transfer: { from } }: Sending,
): Promise<Source> {
  const [source] = await tx<Source[]>`
    select a.id, ${knownBalance(tx, network.id)} as "balanceMicros",
           coalesce(w.current = ${from}, false) as "isCurrent", w.current is not null as "hasWallet"
      from (select ${merchantId}::uuid as merchant_id, ${from} as address) here
      left join receive_addresses a on a.address = here.address and a.merchant_id = here.merchant_id
     cross join lateral (
       select max(address) filter (where removed_at is null) as current, coalesce(bool_or(address = ${from}), false) as is_known
         from refund_wallets where merchant_id = here.merchant_id) w
     where a.id is not null or w.is_known`;
  if (!source) throw new DomainError("invalid_request", `${tronFromHex(from)} isn't one of your addresses.`);
  return source;
}

/** Errors: `invalid_request` for any other transfer from a refund wallet, `conflict` when that was removed. */
function requireWalletRefund({ isCurrent }: Source, refund: RefundLike | null): void {
  if (!refund) {
    throw new DomainError(
      "invalid_request",
      "From your refund wallet, Till only sends refunds that are prepared. Nothing was sent.",
    );
  }
  if (!isCurrent) {
    throw conflict("This transfer is from a refund wallet that was removed. Sign the refund again. Nothing was sent.");
  }
}

/**
 * In milliseconds: a transaction may name a year that PostgreSQL doesn't read. Errors: `conflict`, `invalid_request`.
 */
async function requireTimes(sql: Sql | Transaction, transfer: ReadTransfer): Promise<{ expiresSoon: boolean }> {
  const expiresMs = transfer.expiresAt.getTime();
  const [times] = await sql<[{ isExpired: boolean; isTooLate: boolean; expiresSoon: boolean }]>`
    select e <= now() as "isExpired", e > now() + interval '1 day' as "isTooLate", e < now() + interval '1 minute' as "expiresSoon"
      from to_timestamp(${expiresMs}::float8 / 1000) e`;
  if (times.isExpired) throw conflict("This transaction has expired. Nothing was sent. Prepare and sign a new one.");
  if (times.isTooLate) {
    throw refused("This transaction expires more than a day from now, which TRON doesn't accept. Nothing was sent.");
  }
  if (transfer.createdAt >= transfer.expiresAt) {
    throw refused("This isn't a transfer that Till prepared: it was made after its own expiry. Nothing was sent.");
  }
  return times;
}

function refused(message: string): DomainError {
  return new DomainError("invalid_request", message);
}
