import type { sentTransactions } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { conflict, notFound } from "@/lib/base/values/errors";
import { refundTarget } from "@/lib/payments/refunds/target";
import type { UnfinishedInput } from "@/lib/settlement/funds/send-again";

type Discarded = Pick<typeof sentTransactions.$inferSelect, "refundId" | "amountMicros"> & {
  from: HexAddress;
  to: HexAddress;
  addressId: string;
  itemId: string | null;
  intentId: string | null;
};

/**
 * Discards a transaction that was signed and not sent, so that another can be signed. Errors: `not_found`, `conflict`
 * when it may have been sent meanwhile.
 */
export async function discardSigned(ctx: MemberContext, { txHash }: UnfinishedInput): Promise<void> {
  const network = requireNetwork(ctx.settings);
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [discarded] = await tx<Discarded[]>`
      delete from sent_transactions s
       where s.merchant_id = ${merchantId} and s.network = ${network.id} and s.tx_hash = ${txHash} and s.unsent_id = s.id
      returning s.refund_id as "refundId", s.amount_micros as "amountMicros", s.from_address as from, s.to_address as to,
                (select a.id from receive_addresses a
                  where a.address = s.from_address and a.merchant_id = s.merchant_id) as "addressId",
                (select f.item_id from refunds f where f.id = s.refund_id and f.merchant_id = s.merchant_id) as "itemId",
                (select f.intent_id from refunds f where f.id = s.refund_id and f.merchant_id = s.merchant_id) as "intentId"`;
    if (!discarded) throw await toRefusal(ctx, txHash);
    const { refundId, itemId, intentId, addressId, from, to, amountMicros } = discarded;
    const after = { to: tronFromHex(to), amountMicros: String(amountMicros), txHash };
    if (refundId) {
      await recordAudit(tx, {
        merchantId,
        actor,
        action: "refund.discarded",
        ...refundTarget({ id: refundId, itemId, intentId }),
        before: { ...after, refundId },
      });
    } else {
      await recordAudit(tx, {
        merchantId,
        actor,
        action: "transfer.discarded",
        targetType: "address",
        targetId: addressId,
        before: { ...after, address: tronFromHex(from) },
      });
    }
  });
}

async function toRefusal({ db: { sql }, merchantId }: MemberContext, txHash: string) {
  const known = await sql`select from sent_transactions where merchant_id = ${merchantId} and tx_hash = ${txHash}`;
  return known.length > 0
    ? conflict("This transaction may have been sent meanwhile, so it can't be discarded.")
    : notFound("transaction");
}
