import { eq } from "drizzle-orm";
import { z } from "zod";
import { merchantLogos } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MerchantContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";

export const RemoveLogoInput = z.object({});

/** Removes the merchant's logo. Does nothing when there is none. */
export async function removeLogo(ctx: MerchantContext): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    const [before] = await orm(tx)
      .delete(merchantLogos)
      .where(eq(merchantLogos.merchantId, merchantId))
      .returning({ digest: merchantLogos.digest });
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
