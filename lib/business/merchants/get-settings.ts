import { eq } from "drizzle-orm";
import { merchantLogos, merchants } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import { logoPath } from "@/lib/business/merchants/logo-get";

type MerchantSettings = Pick<
  typeof merchants.$inferSelect,
  | ("name" | "timeZone" | "accentColour" | "dailyLiveCapMicros" | "neverReuseAddresses" | "quoteLifeSeconds")
  | ("supportEmail" | "supportUrl" | "supportPhone")
> & { logo: string | null };

/** The merchant's settings. Error: `not_found`. */
export async function getMerchantSettings(ctx: MerchantContext): Promise<MerchantSettings> {
  const [row] = await ctx.db.orm
    .select({
      name: merchants.name,
      timeZone: merchants.timeZone,
      accentColour: merchants.accentColour,
      dailyLiveCapMicros: merchants.dailyLiveCapMicros,
      neverReuseAddresses: merchants.neverReuseAddresses,
      quoteLifeSeconds: merchants.quoteLifeSeconds,
      supportEmail: merchants.supportEmail,
      supportUrl: merchants.supportUrl,
      supportPhone: merchants.supportPhone,
      digest: merchantLogos.digest,
    })
    .from(merchants)
    .leftJoin(merchantLogos, eq(merchantLogos.merchantId, merchants.id))
    .where(eq(merchants.id, ctx.merchantId));
  if (!row) throw notFound("merchant");
  const { digest, ...settings } = row;
  return { ...settings, logo: logoPath(ctx.merchantId, digest) };
}
