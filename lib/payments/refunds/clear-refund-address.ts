import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { paymentIntents, refundAddresses } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { notifyIntents } from "@/lib/base/db/listen";
import { hexFromTron } from "@/lib/base/tron/address";
import { conflict, notFound } from "@/lib/base/values/errors";

/** `address` as the member was shown it, in base58. */
export const ClearRefundAddressInput = z.object({ intentId: z.guid(), address: z.string().max(100) });
export type ClearRefundAddressInput = z.infer<typeof ClearRefundAddressInput>;

/**
 * Deletes the refund address that was left on a payment page, so that the page asks for one again. The audit log keeps
 * it. Refunds that are prepared stay as they are. Errors: `not_found`; `conflict` when that address isn't there any
 * more.
 */
export async function clearRefundAddress(ctx: MemberContext, input: ClearRefundAddressInput): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const { intentId, address } = input;
  await ctx.db.sql.begin(async (tx) => {
    const [intent] = await orm(tx)
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(
        and(
          eq(paymentIntents.id, intentId),
          eq(paymentIntents.merchantId, merchantId),
          eq(paymentIntents.environment, environment),
        ),
      )
      .for("key share");
    if (!intent) throw notFound("intent");
    // first: the database deletes no address that the log doesn't record in the same transaction
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.address_cleared",
      targetType: "intent",
      targetId: intentId,
      before: { address },
    });
    const [cleared] = await orm(tx)
      .delete(refundAddresses)
      .where(
        and(
          eq(refundAddresses.paymentIntentId, intentId),
          eq(refundAddresses.merchantId, merchantId),
          eq(refundAddresses.address, hexFromTron(address) ?? ""),
        ),
      )
      .returning({ id: refundAddresses.paymentIntentId });
    if (!cleared) throw conflict("This address isn't there any more. Nothing was changed. Reload the page.");
    await notifyIntents(tx, [intentId]);
  });
}
