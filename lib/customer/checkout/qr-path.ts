import { correction, generate } from "lean-qr";

const QUIET = 4;
const KEPT_MAX = 1_000;

type Drawn = { size: number; path: string };
const kept = new Map<string, Drawn>();

/**
 * A text as a QR code: the modules as one SVG path of horizontal strokes along the middle of their rows, which are at
 * whole numbers, and the size of the square with the quiet zone that scanners need. Drawn once for a text.
 */
export function qrPath(text: string): Drawn {
  const known = kept.get(text);
  if (known) return known;
  const drawn = draw(text);
  if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as string);
  kept.set(text, drawn);
  return drawn;
}

function draw(text: string): Drawn {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    let from = 0;
    let isFirst = true;
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x += 1;
      const width = x - start + 1;
      path += isFirst ? `M${start + QUIET} ${y + QUIET}h${width}` : `m${start - from} 0h${width}`;
      isFirst = false;
      from = x + 1;
    }
  }
  return { size: code.size + 2 * QUIET, path };
}
