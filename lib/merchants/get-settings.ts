import type { MerchantContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { logoPath } from "@/lib/merchants/logo-path";

type MerchantSettings = {
  name: string;
  timeZone: string;
  accentColour: string | null;
  logo: string | null;
  dailyLiveCapMicros: bigint | null;
  neverReuseAddresses: boolean;
};

/** The merchant's settings. Error: `not_found`. */
export async function getMerchantSettings(ctx: MerchantContext): Promise<MerchantSettings> {
  const [row] = await ctx.db.sql<(Omit<MerchantSettings, "logo"> & { digest: string | null })[]>`
    select m.name, m.time_zone as "timeZone", m.accent_colour as "accentColour",
           m.daily_live_cap_micros as "dailyLiveCapMicros", m.never_reuse_addresses as "neverReuseAddresses", l.digest
      from merchants m left join merchant_logos l on l.merchant_id = m.id where m.id = ${ctx.merchantId}`;
  if (!row) throw notFound("merchant");
  const { digest, ...settings } = row;
  return { ...settings, logo: logoPath(ctx.merchantId, digest) };
}
