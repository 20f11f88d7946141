import { and, eq } from "drizzle-orm";
import { merchantLogos } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";

export type Logo = Pick<typeof merchantLogos.$inferSelect, "mediaType" | "bytes">;

/** A merchant's logo with this digest, for anyone; null if the logo was replaced or removed. */
export async function getLogo(ctx: Context, merchantId: string, digest: string): Promise<Logo | null> {
  const [logo] = await ctx.db.orm
    .select({ mediaType: merchantLogos.mediaType, bytes: merchantLogos.bytes })
    .from(merchantLogos)
    .where(and(eq(merchantLogos.merchantId, merchantId), eq(merchantLogos.digest, digest)));
  return logo ?? null;
}

/** The address of a logo. It changes with the image, so it can be cached for ever. */
export function logoPath(merchantId: string, digest: string | null): string | null {
  return digest === null ? null : `/logo/${merchantId}/${digest}`;
}
