import { correction, generate } from "lean-qr/nano";
import { drawing } from "./dom";

const QUIET = 4;

/** One shape per state, next to its label: a status is never shown by colour alone. */
const SHAPES = {
  waiting: "M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 0 1 0-12.5Z",
  partly: "M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 0 1 0-12.5ZM8 3.5v9M10 4.2v7.6M12 6v4",
  confirming: "M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 0 1 0-12.5ZM8 4.25V8l2.5 1.5",
  paid: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.9 5.1-4.6 5.1a.8.8 0 0 1-1.2 0L4 8.9l1.1-1.1 1.6 1.7 4-4.5 1.2 1.1Z",
  expired: "M4.9 2.6a6.25 6.25 0 0 1 8.5 8.5M11.1 13.4a6.25 6.25 0 0 1-8.5-8.5M8 4.25V8l2.75-1.5M2 2l12 12",
  cancelled: "M2.5 8h11",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  copy: "M5.5 5.5h8v8h-8ZM3 10.5h-.5v-8h8V3",
  copied: "M3 8.5l3.5 3.5 6.5-7.5",
};

export type Mark = keyof typeof SHAPES;

export function mark(name: Mark): SVGElement {
  return drawing(16, SHAPES[name], { class: `mark ${name}` });
}

/** Black on white in both themes, with the quiet zone that scanners need. */
export function qrCode(text: string, name: string): SVGElement {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  }
  return drawing(code.size + 2 * QUIET, path, { class: "qr", "shape-rendering": "crispEdges" }, name);
}
