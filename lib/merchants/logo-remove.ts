import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";

export const RemoveLogoInput = z.object({});

/** Removes the merchant's logo. Does nothing when there is none. */
export async function removeLogo(ctx: MerchantContext): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [before] = await tx<{ digest: string }[]>`
      delete from merchant_logos where merchant_id = ${merchantId} returning digest`;
    if (!before) return;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "merchant.logo_removed",
      targetType: "merchant",
      targetId: merchantId,
      before,
    });
  });
}
