import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { merchantLogos } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MerchantContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { DomainError } from "@/lib/base/values/errors";
import { readLogoImage } from "@/lib/business/merchants/logo-image";
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS, LOGO_MIN_PIXELS } from "@/lib/business/merchants/logo-limits";

/** The image's bytes in base64. */
export const SetLogoInput = z.object({ image: z.string().max(Math.ceil(LOGO_MAX_BYTES / 3) * 4 + 4, tooLarge()) });
export type SetLogoInput = z.infer<typeof SetLogoInput>;

/** Sets or replaces the merchant's logo. Error: `invalid_request` for an image that is not accepted. */
export async function setLogo(ctx: MerchantContext, input: SetLogoInput): Promise<{ digest: string }> {
  const { merchantId, actor } = ctx;
  const bytes = Buffer.from(input.image, "base64");
  const { mediaType } = requireImage(bytes);
  const digest = createHash("sha256").update(bytes).digest("hex");
  await ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    const [was] = await orm(tx)
      .select({ digest: merchantLogos.digest })
      .from(merchantLogos)
      .where(eq(merchantLogos.merchantId, merchantId));
    if (was?.digest === digest) return;
    await tx`
      insert into merchant_logos (merchant_id, media_type, bytes, digest)
      values (${merchantId}, ${mediaType}, ${bytes}, ${digest})
      on conflict (merchant_id) do update
         set media_type = excluded.media_type, bytes = excluded.bytes, digest = excluded.digest, updated_at = now()`;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "merchant.logo_changed",
      targetType: "merchant",
      targetId: merchantId,
      before: was && { digest: was.digest },
      after: { digest, mediaType, bytes: bytes.length },
    });
  });
  return { digest };
}

function requireImage(bytes: Buffer) {
  if (bytes.length > LOGO_MAX_BYTES) throw refused(tooLarge());
  const image = readLogoImage(bytes);
  if (!image) throw refused("Upload a PNG, JPEG or WebP image.");
  const { width, height } = image;
  if (Math.max(width, height) > LOGO_MAX_PIXELS || Math.min(width, height) < LOGO_MIN_PIXELS) {
    throw refused(
      `This image is ${width} × ${height} pixels. Each side must be ${LOGO_MIN_PIXELS} to ${LOGO_MAX_PIXELS} pixels.`,
    );
  }
  return image;
}

function tooLarge(): string {
  return `This image is larger than ${LOGO_MAX_BYTES / 1024} kB. Upload a smaller one, for example 256 × 256 pixels.`;
}

function refused(message: string) {
  return new DomainError("invalid_request", message, { field: "image" });
}
