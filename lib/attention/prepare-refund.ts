import { z } from "zod";
import type { receiveAddresses, refunds } from "@/drizzle/schema";
import { DISPUTED, getRefundableMicros, ItemId, lockItem } from "@/lib/attention/find-item";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { conflict, DomainError } from "@/lib/errors";
import { decimalFromMicros, displayAmount, microsFromDecimal } from "@/lib/money";
import { requireNetwork } from "@/lib/network";
import { type HexAddress, tronFromHex } from "@/lib/tron/address";
import { transferCommand } from "@/lib/tron/command-lines";
import { readRecipient } from "@/lib/wallets/recipient";

const AMOUNT = "Enter an amount above 0 with at most six decimals, for example 12.50.";

export const PrepareRefundInput = ItemId.extend({
  /** as given by the customer; never the sender of the transfer, which may be an exchange */
  to: z.string().max(100),
  amount: z
    .string(AMOUNT)
    .trim()
    .refine((text) => (microsFromDecimal(text) ?? 0n) > 0n, { error: AMOUNT })
    .transform((text) => microsFromDecimal(text) ?? 0n),
});
export type PrepareRefundInput = z.output<typeof PrepareRefundInput>;

export type PreparedRefund = {
  refundId: string;
  from: string;
  to: string;
  amountMicros: bigint;
  /** decimal text, to be copied into a wallet app */
  amount: string;
  /** for TRON's official wallet-cli */
  command: string;
  /** content of a QR code: the bare address, which is all that wallet apps agree on */
  payTo: string;
  /** last known balance at `from`; null: not read yet */
  balanceMicros: bigint | null;
};

/**
 * Prepares a refund. Till sends nothing: the merchant signs it in their own wallet, from the address that received the money,
 * and Till notices when it leaves. Errors: `not_found`, `conflict` when nothing is left to refund, `invalid_request` with field
 * `to` or `amount`.
 */
export async function prepareRefund(ctx: MemberContext, input: PrepareRefundInput): Promise<PreparedRefund> {
  const { merchantId, actor } = ctx;
  const { id: network, token } = requireNetwork(ctx.settings);
  return ctx.db.sql.begin(async (tx) => {
    const item = await lockItem(tx, ctx, input.itemId);
    if (item.kind === "disputed") throw conflict(DISPUTED);
    const left = getRefundableMicros(item);
    const from = item.address;
    if (left === 0n || !from)
      throw conflict("There's nothing left to refund. Refunds for the full amount are already prepared.");
    const to = await readRecipient(tx, input.to, token);
    if (input.amount > left) {
      const most = `You can refund up to ${displayAmount(left)} USDT.`;
      throw new DomainError("invalid_request", most, { field: "amount" });
    }
    const [refund] = await tx<[StoredRefund]>`
      insert into refunds (merchant_id, item_id, from_address, to_address, amount_micros, prepared_by, head_block)
      values (${merchantId}, ${item.id}, ${from}, ${to}, ${input.amount}, ${actor.userId},
              (select head_number from chain_cursors where network = ${network}))
      returning id, (select balance_micros from receive_addresses
                      where address = ${from} and merchant_id = ${merchantId}) as "balanceMicros"`;
    await recordAudit(tx, {
      ...{ merchantId, actor, action: "refund.prepared", targetType: "attention_item", targetId: item.id },
      after: { refundId: refund.id, to: tronFromHex(to), amountMicros: String(input.amount) },
    });
    return present(refund, { token, from, to, amountMicros: input.amount });
  });
}

type StoredRefund = Pick<typeof refunds.$inferSelect, "id"> &
  Pick<typeof receiveAddresses.$inferSelect, "balanceMicros">;

function present(
  { id, balanceMicros }: StoredRefund,
  transfer: { token: HexAddress; from: HexAddress; to: HexAddress; amountMicros: bigint },
): PreparedRefund {
  const { amountMicros } = transfer;
  const [from, to] = [tronFromHex(transfer.from), tronFromHex(transfer.to)];
  const amount = decimalFromMicros(amountMicros);
  return { refundId: id, from, to, amountMicros, amount, command: transferCommand(transfer), payTo: to, balanceMicros };
}
