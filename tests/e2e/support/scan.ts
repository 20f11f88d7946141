import type { Locator } from "@playwright/test";
import jsqr from "jsqr";

/** What a scanner that needs dark modules on white reads from a QR code as it is on screen; null if it can't. */
export async function scan(code: Locator): Promise<string | null> {
  const picture = (await code.screenshot()).toString("base64");
  const blank = await code.page().context().newPage();
  const { data, width, height } = await blank.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height);
    return { data: [...pixels.data], width: image.width, height: image.height };
  }, picture);
  await blank.close();
  return jsqr(Uint8ClampedArray.from(data), width, height, { inversionAttempts: "dontInvert" })?.data ?? null;
}
