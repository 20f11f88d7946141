type LogoImage = { mediaType: "image/png" | "image/jpeg" | "image/webp"; width: number; height: number };

/**
 * The type and size in pixels of an image, read from its first bytes and never from its name: PNG, JPEG or WebP. Null
 * for everything else, including SVG and truncated files.
 */
export function readLogoImage(bytes: Uint8Array): LogoImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readPng(view: DataView): LogoImage | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || text(view, 12, 4) !== "IHDR") return null;
  return sized("image/png", view.getUint32(16), view.getUint32(20));
}

/** The frame header follows any number of other segments, each with its own length. */
function readJpeg(view: DataView): LogoImage | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
}

function readWebp(view: DataView): LogoImage | null {
  if (text(view, 0, 4) !== "RIFF" || text(view, 8, 4) !== "WEBP") return null;
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  switch (text(view, 12, 4)) {
    case "VP8 ":
      return sized("image/webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return sized("image/webp", (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return sized("image/webp", uint24(24) + 1, uint24(27) + 1);
    default:
      return null;
  }
}

function sized(mediaType: LogoImage["mediaType"], width: number, height: number): LogoImage | null {
  return width > 0 && height > 0 ? { mediaType, width, height } : null;
}

function text(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));
}
