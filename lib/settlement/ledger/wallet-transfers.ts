import { z } from "zod";
import type { refundWalletTransfers } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext, MerchantContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { lockLedger } from "@/lib/base/db/locks";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { conflict, notFound } from "@/lib/base/values/errors";
import { findSentRefund } from "@/lib/payments/refunds/in-flight";
import { type LockedRefund, lockRefund } from "@/lib/payments/refunds/lock";
import { refundTarget } from "@/lib/payments/refunds/target";
import { ANY, insertOutgoing, match } from "@/lib/settlement/ledger/record-outgoing";

type Row = typeof refundWalletTransfers.$inferSelect;

/** A transfer from a refund wallet that is like an open refund, and that Till didn't send. Addresses in base58. */
export type WalletTransfer = Pick<Row, "id" | "network" | "txHash" | "amountMicros" | "occurredAt"> & {
  from: string;
  to: string;
  intentId: string | null;
  itemId: string | null;
};

/** More than anyone decides at once; the next ones follow. */
const MOST = 50;

/** The transfers that wait for a member's decision, the oldest first. */
export async function listWalletTransfers({ db: { sql }, merchantId }: MerchantContext): Promise<WalletTransfer[]> {
  const rows = await sql<(Omit<WalletTransfer, "from" | "to"> & { from: HexAddress; to: HexAddress })[]>`
    select p.id, p.network, p.tx_hash as "txHash", p.amount_micros as "amountMicros", p.occurred_at as "occurredAt",
           p.from_address as from, p.to_address as to, f.intent_id as "intentId", f.item_id as "itemId"
      from refund_wallet_transfers p join refunds f on f.id = p.refund_id and f.merchant_id = p.merchant_id
     where p.merchant_id = ${merchantId} and p.decided_at is null
     order by p.occurred_at, p.id limit ${MOST}`;
  return rows.map((row) => ({ ...row, from: tronFromHex(row.from), to: tronFromHex(row.to) }));
}

export const WalletTransferId = z.object({ transferId: z.guid() });
export type WalletTransferId = z.output<typeof WalletTransferId>;

/**
 * Records that a transfer from a refund wallet paid the refund that it is like, which is final then. Errors:
 * `not_found`, `conflict` when it was decided, or the refund was sent with another transaction.
 */
export async function confirmWalletTransfer(ctx: MemberContext, { transferId }: WalletTransferId): Promise<void> {
  const { merchantId } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const { proposed, refund } = await lockProposed(tx, ctx, transferId);
    const { id: refundId } = refund;
    if (await findSentRefund(tx, { merchantId, refundId })) throw conflict(SENT);
    const transfer = { ...proposed, blockNumber: Number(proposed.blockNumber) };
    const [out] = await insertOutgoing(tx, proposed.network, [transfer], new Map([[proposed.from, { merchantId }]]));
    if (!out || !(await match(tx, out, refund, ANY))) throw conflict(LEFT);
    await decide(tx, ctx, { transferId, outgoingId: out.id });
    await audit(tx, ctx, { action: "refund_wallet.transfer_confirmed", refund, proposed });
  });
}

/** The refund still waits to be sent, and this transfer isn't proposed again. Errors as of `confirmWalletTransfer`. */
export async function rejectWalletTransfer(ctx: MemberContext, { transferId }: WalletTransferId): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const { proposed, refund } = await lockProposed(tx, ctx, transferId);
    await decide(tx, ctx, { transferId, outgoingId: null });
    await audit(tx, ctx, { action: "refund_wallet.transfer_rejected", refund, proposed });
  });
}

const SENT =
  "This refund was also sent with another transaction, which may still be confirmed. Wait until it's confirmed or expires. Nothing was changed.";
const LEFT = "This refund was already sent with another transfer. Nothing was changed.";
const DECIDED = "This transfer was already confirmed or rejected. Nothing was changed.";

type Proposed = Omit<WalletTransfer, "intentId" | "itemId" | "from" | "to"> &
  Pick<Row, "refundId" | "logIndex" | "blockHash"> & {
    from: HexAddress;
    to: HexAddress;
    blockNumber: bigint;
    isDecided: boolean;
  };

/** In the order of everyone who records transfers: the ledger, the refund's item, the refund. */
async function lockProposed(
  tx: Transaction,
  ctx: MemberContext,
  transferId: string,
): Promise<{ proposed: Proposed; refund: LockedRefund }> {
  const first = await findProposed(tx, ctx, transferId);
  await lockLedger(tx, first.network);
  const refund = await lockRefund(tx, ctx, first);
  const proposed = await findProposed(tx, ctx, transferId);
  if (proposed.isDecided) throw conflict(DECIDED);
  return { proposed, refund };
}

async function findProposed(tx: Transaction, { merchantId }: MemberContext, transferId: string): Promise<Proposed> {
  const [proposed] = await tx<Proposed[]>`
    select id, refund_id as "refundId", network, tx_hash as "txHash", log_index as "logIndex", from_address as from,
           to_address as to, amount_micros as "amountMicros", block_number as "blockNumber", block_hash as "blockHash",
           occurred_at as "occurredAt", decided_at is not null as "isDecided"
      from refund_wallet_transfers where id = ${transferId} and merchant_id = ${merchantId}`;
  if (!proposed) throw notFound("transaction");
  return proposed;
}

async function decide(
  tx: Transaction,
  { merchantId, actor }: MemberContext,
  { transferId, outgoingId }: { transferId: string; outgoingId: string | null },
): Promise<void> {
  await tx`
    update refund_wallet_transfers set decided_at = now(), decided_by = ${actor.userId}, outgoing_id = ${outgoingId}
     where id = ${transferId} and merchant_id = ${merchantId} and decided_at is null`;
}

async function audit(
  tx: Transaction,
  { merchantId, actor }: MemberContext,
  {
    action,
    refund,
    proposed,
  }: {
    action: "refund_wallet.transfer_confirmed" | "refund_wallet.transfer_rejected";
    refund: LockedRefund;
    proposed: Proposed;
  },
): Promise<void> {
  const { from, to, amountMicros, txHash } = proposed;
  await recordAudit(tx, {
    merchantId,
    actor,
    action,
    ...refundTarget(refund),
    after: {
      refundId: refund.id,
      address: tronFromHex(from),
      to: tronFromHex(to),
      amountMicros: String(amountMicros),
      txHash,
    },
  });
}
