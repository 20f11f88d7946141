import type { Locator } from "@playwright/test";
import jsqr from "jsqr";

/** What a scanner that needs dark modules on white reads from a QR code as it is on screen; null if it can't. */
export async function scan(code: Locator): Promise<string | null> {
  const picture = (await code.screenshot()).toString("base64");
  const blank = await code.page().context().newPage();
  const { pixels, width, height } = await blank.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    // as one text: so many numbers take longer to hand over than to scan
    const bytes = Array.from(data, (byte) => String.fromCharCode(byte));
    return { pixels: btoa(bytes.join("")), width, height };
  }, picture);
  await blank.close();
  const data = Uint8ClampedArray.from(Buffer.from(pixels, "base64"));
  return jsqr(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null;
}
