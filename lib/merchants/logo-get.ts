import type { Context } from "@/lib/context";

export type Logo = { mediaType: string; bytes: Buffer };

/** A merchant's logo with this digest, for anyone; null if the logo was replaced or removed. */
export async function getLogo(ctx: Context, merchantId: string, digest: string): Promise<Logo | null> {
  const [logo] = await ctx.db.sql<Logo[]>`
    select media_type as "mediaType", bytes from merchant_logos
     where merchant_id = ${merchantId} and digest = ${digest}`;
  return logo ?? null;
}
