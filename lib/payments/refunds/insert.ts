import type { refunds } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import type { HexAddress } from "@/lib/base/tron/address";
import { emitRefunds, type MovedRefund, movedColumns, notifyRefunded } from "@/lib/payments/refunds/transition";

type Row = typeof refunds.$inferSelect;

export type RefundDraft = Pick<Row, "merchantId" | "environment" | "intentId" | "itemId" | "amountMicros"> & {
  /** null: see the column */
  from: HexAddress | null;
  /** null: it waits for the customer's address */
  to: HexAddress | null;
  reason?: string | null;
  /** a key's refund carries its `Idempotency-Key` and the hash of what was asked, if it was sent */
  by: { userId: string } | { keyId: string; idempotencyKey: string | null; requestHash: Buffer | null };
  /** the network of live payments; null in the sandbox */
  network: string | null;
};

/**
 * Writes a refund and its event in the caller's transaction, which holds `lockRefundable`. What a member prepares with
 * an address counts as confirmed: they have given their password.
 */
export async function insertRefund(tx: Transaction, draft: RefundDraft): Promise<MovedRefund> {
  const { merchantId, environment, intentId, itemId, amountMicros, from, to, reason = null, by, network } = draft;
  const member = "userId" in by ? by.userId : null;
  const key = "keyId" in by ? by : null;
  const inserted = await tx<MovedRefund[]>`
    insert into refunds as f (merchant_id, environment, intent_id, item_id, status, from_address, to_address, amount_micros,
                              reason, prepared_by, prepared_by_key, idempotency_key, request_hash, confirmed_at, confirmed_by,
                              head_block)
    values (${merchantId}, ${environment}, ${intentId}, ${itemId}, ${to ? "prepared" : "waiting_for_address"}, ${from},
            ${to}, ${amountMicros}, ${reason}, ${member}, ${key?.keyId ?? null}, ${key?.idempotencyKey ?? null},
            ${key?.requestHash ?? null}, case when ${member !== null && to !== null} then now() end,
            case when ${to !== null} then ${member}::uuid end,
            (select head_number from chain_cursors where network = ${network}))
    returning ${movedColumns(tx)}`;
  const refund = requireRow(inserted);
  await emitRefunds(tx, [refund]);
  await notifyRefunded(tx, [refund]);
  return refund;
}
