import type { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import type { Transaction } from "@/lib/base/db/client";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
import { conflict, DomainError } from "@/lib/base/values/errors";
import { decimalFromMicros } from "@/lib/base/values/money";
import { readRecipient } from "@/lib/chain/wallets/recipient";
import {
  DISPUTED,
  type FoundItem,
  findItem,
  getRefundableMicros,
  ItemId,
  lockItem,
} from "@/lib/payments/attention/find-item";
import { checkRecipientField } from "@/lib/payments/refunds/check";
import { insertRefund } from "@/lib/payments/refunds/insert";
import { choosePaidFrom } from "@/lib/payments/refunds/paid-from";
import { FORMER_NETWORK, RefundFields } from "@/lib/payments/refunds/prepare";
import { atMost, lockRefundable, NOTHING_LEFT, requireLeft } from "@/lib/payments/refunds/refundable";

export const PrepareRefundInput = RefundFields.extend(ItemId.shape);
export type PrepareRefundInput = z.output<typeof PrepareRefundInput>;

export type PreparedRefund = {
  refundId: string;
  /** where to send it from; null in the sandbox */
  from: string | null;
  /** null: it waits for the customer's address */
  to: string | null;
  amountMicros: bigint;
  /** decimal text, to be copied into a wallet app */
  amount: string;
  /** for TRON's official wallet-cli; null in the sandbox and while it waits for an address */
  command: string | null;
  /** content of a QR code: the bare address, which is all that wallet apps agree on; null: it waits for one */
  payTo: string | null;
};

/**
 * Prepares a refund. Till sends nothing: the merchant signs it in their own wallet, from the address that received the
 * money or the refund wallet, and Till notices when it leaves. The sandbox has no wallet, so its transfer is simulated.
 * Only for a payment may the recipient be left out: its page asks for it. Errors: `not_found`, `conflict` when nothing
 * is left to refund, the money is on a former network, or the address is known to hold less and no refund wallet is
 * set, `invalid_request` with field `to` or `amount`.
 */
export async function prepareRefund(ctx: MemberContext, input: PrepareRefundInput): Promise<PreparedRefund> {
  const { merchantId, actor } = ctx;
  const network = ctx.environment === "live" ? requireNetwork(ctx.settings) : null;
  return ctx.db.sql.begin(async (tx) => {
    const item = await lockItem(tx, ctx, input.itemId);
    if (item.kind === "disputed") throw conflict(DISPUTED);
    if (item.isOnFormerNetwork) throw conflict(FORMER_NETWORK);
    const left = getRefundableMicros(item);
    if (left === 0n) throw conflict(NOTHING_LEFT);
    const to = await readTo(tx, ctx, { text: input.to, item });
    if (input.amount > left) throw new DomainError("invalid_request", atMost(left), { field: "amount" });
    const owner = item.intentId ? { intentId: item.intentId } : { itemId: item.id };
    await lockRefundable(tx, { merchantId, ...owner });
    if (item.intentId) await requireLeft(tx, { merchantId, intentId: item.intentId }, input.amount);
    const paying = { merchantId, network, receivedAt: item.address, amountMicros: input.amount };
    const from = await choosePaidFrom(tx, paying);
    const refund = await insertRefund(tx, {
      merchantId,
      environment: ctx.environment,
      intentId: item.intentId,
      itemId: item.id,
      amountMicros: input.amount,
      from,
      to,
      reason: input.reason || null,
      by: { userId: actor.userId },
      network: network?.id ?? null,
    });
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.prepared",
      targetType: "attention_item",
      targetId: item.id,
      after: { refundId: refund.id, to: to && tronFromHex(to), amountMicros: String(input.amount) },
    });
    return present(refund.id, { token: network?.token ?? null, from, to, amountMicros: input.amount });
  });
}

/** What is wrong with the fields of a refund, as far as they are known and valid by themselves; by field. */
export async function checkItemRefund(
  ctx: MemberContext,
  { itemId, amount, to }: Partial<PrepareRefundInput>,
): Promise<Record<string, string>> {
  const item = itemId ? await findItem(ctx.db.sql, ctx, itemId) : null;
  const left = item ? getRefundableMicros(item) : 0n;
  return {
    ...(await checkRecipientField(ctx, to)),
    ...(item && to?.trim() === "" && !item.intentId && { to: NO_PAGE }),
    // that nothing is left at all isn't about the amount: the verb says it
    ...(amount && left > 0n && amount > left && { amount: atMost(left) }),
  };
}

const NO_PAGE = "Enter the customer's address. This money belongs to no payment, so no payment page can ask for it.";

/** Null: the payment's page asks for it. */
async function readTo(
  tx: Transaction,
  { settings, merchantId }: MemberContext,
  { text, item }: { text: string; item: FoundItem },
): Promise<HexAddress | null> {
  if (text !== "") return readRecipient(tx, { text, token: settings.network?.token ?? null, merchantId });
  if (!item.intentId) throw new DomainError("invalid_request", NO_PAGE, { field: "to" });
  return null;
}

type Transfer = { token: HexAddress | null; from: HexAddress | null; to: HexAddress | null; amountMicros: bigint };

function present(id: string, { token, from, to, amountMicros }: Transfer): PreparedRefund {
  const payTo = to && tronFromHex(to);
  return {
    refundId: id,
    from: from && tronFromHex(from),
    to: payTo,
    amountMicros,
    amount: decimalFromMicros(amountMicros),
    payTo,
    command: token && from && to && transferCommand({ token, from, to, amountMicros }),
  };
}
