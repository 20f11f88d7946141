import { readLogoImage } from "@/lib/business/merchants/logo-image";
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from "@/lib/business/merchants/logo-limits";
import { settingsMessages } from "@/lib/service/messages/en/settings";

const { tooLarge, unreadable, wrongType } = settingsMessages.business.logo;

type ShrunkLogo = { ok: true; image: string } | { ok: false; message: string };

/** Larger images are not decoded: a phone would run out of memory. */
const MAX_FILE_BYTES = 20_000_000;

/** An image as base64, within the size that the server accepts; scaled down when it is larger. For the browser. */
export async function shrinkLogo(file: File): Promise<ShrunkLogo> {
  if (file.size > MAX_FILE_BYTES) return refused(tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = readLogoImage(bytes);
  if (!image) return refused(wrongType);
  const small = Math.max(image.width, image.height) <= LOGO_MAX_PIXELS && bytes.length <= LOGO_MAX_BYTES;
  const sent = small ? bytes : await redraw(file);
  if (!sent) return refused(unreadable);
  return { ok: true, image: base64(sent) };
}

/** Prefers PNG, which keeps edges sharp; WebP or JPEG if the PNG is too large. */
async function redraw(file: File): Promise<Uint8Array | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, LOGO_MAX_PIXELS / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const [type, quality] of [["image/png"], ["image/webp", 0.9], ["image/jpeg", 0.85]] as const) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob && blob.size <= LOGO_MAX_BYTES) return new Uint8Array(await blob.arrayBuffer());
  }
  return null;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

function refused(message: string): ShrunkLogo {
  return { ok: false, message };
}
