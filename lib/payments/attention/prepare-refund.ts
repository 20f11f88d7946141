import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
import { conflict, DomainError } from "@/lib/base/values/errors";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { readRecipient } from "@/lib/chain/wallets/recipient";
import { DISPUTED, getRefundableMicros, ItemId, lockItem } from "@/lib/payments/attention/find-item";
import { describeShortfall } from "@/lib/payments/refunds/describe-shortfall";
import { insertRefund } from "@/lib/payments/refunds/insert";
import { lockRefundable, NOTHING_LEFT, requireLeft } from "@/lib/payments/refunds/refundable";

const AMOUNT = "Enter an amount above 0 with at most six decimals, for example 12.50.";

export const PrepareRefundInput = ItemId.extend({
  /** as given by the customer; never the sender of the transfer, which may be an exchange */
  to: z.string().max(100),
  amount: typedAmount({ least: 1n, error: AMOUNT }),
});
export type PrepareRefundInput = z.output<typeof PrepareRefundInput>;

export type PreparedRefund = {
  refundId: string;
  /** where to send it from; null in the sandbox */
  from: string | null;
  to: string;
  amountMicros: bigint;
  /** decimal text, to be copied into a wallet app */
  amount: string;
  /** for TRON's official wallet-cli; null in the sandbox */
  command: string | null;
  /** content of a QR code: the bare address, which is all that wallet apps agree on */
  payTo: string;
};

/**
 * Prepares a refund. Till sends nothing: the merchant signs it in their own wallet, from the address that received the
 * money, and Till notices when it leaves. The sandbox has no wallet, so its transfer is simulated. Errors: `not_found`,
 * `conflict` when nothing is left to refund, the money is on a former network or the address is known to hold less,
 * `invalid_request` with field `to` or `amount`.
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
    const to = await readRecipient(tx, { text: input.to, token: ctx.settings.network?.token ?? null, merchantId });
    if (input.amount > left) {
      const most = `You can refund up to ${displayAmount(left)} USDT.`;
      throw new DomainError("invalid_request", most, { field: "amount" });
    }
    const owner = item.intentId ? { intentId: item.intentId } : { itemId: item.id };
    await lockRefundable(tx, { merchantId, ...owner });
    if (item.intentId) await requireLeft(tx, { merchantId, intentId: item.intentId }, input.amount);
    const from = item.address;
    const shortfall = describeShortfall(item.balanceMicros, { amountMicros: input.amount, isPrepared: false });
    if (shortfall) throw conflict(shortfall);
    const refund = await insertRefund(tx, {
      merchantId,
      environment: ctx.environment,
      intentId: item.intentId,
      itemId: item.id,
      amountMicros: input.amount,
      from,
      to,
      by: { userId: actor.userId },
      network: network?.id ?? null,
    });
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.prepared",
      targetType: "attention_item",
      targetId: item.id,
      after: { refundId: refund.id, to: tronFromHex(to), amountMicros: String(input.amount) },
    });
    return present(refund.id, { token: network?.token ?? null, from, to, amountMicros: input.amount });
  });
}

const FORMER_NETWORK =
  "This money arrived on another network than the one live payments use now, so you can't refund it here.";

type Transfer = { token: HexAddress | null; from: HexAddress | null; to: HexAddress; amountMicros: bigint };

function present(id: string, { token, from, to, amountMicros }: Transfer): PreparedRefund {
  const payTo = tronFromHex(to);
  return {
    refundId: id,
    from: from && tronFromHex(from),
    to: payTo,
    amountMicros,
    amount: decimalFromMicros(amountMicros),
    payTo,
    command: token && from && transferCommand({ token, from, to, amountMicros }),
  };
}
