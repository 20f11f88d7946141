import { readFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";
import { root } from "./root.mjs";

/** Latin-1, punctuation, and the signs that screens use. */
export const LATIN = "U+20-7E, U+A0-FF, U+2000-206F, U+20AC, U+20AE, U+2122, U+2190-2193, U+2212, U+2318, U+21B5";

/** Everything else that the font has; `app/fonts.ts` declares the same range. */
export const EXTENDED = "U+100-1FFF, U+2070-20AB, U+20AD, U+20AF-2121, U+2C60-D7FF, U+F900-FFFD";

/** What amounts, addresses and ids on the payment page are written in. */
const FIGURES = "U+20-7E, U+A0, U+B7, U+2013, U+2026, U+20AC, U+2212";

/** Kerning and marks; figures of one width in the sans, the zero of amounts in the mono. */
const SUBSETS = [
  ["app/fonts/geist-latin", "geist-sans/Geist-Variable.woff2", LATIN, ["kern", "mark", "ccmp", "locl", "tnum"]],
  ["app/fonts/geist-extended", "geist-sans/Geist-Variable.woff2", EXTENDED, ["kern", "mark", "ccmp", "locl"]],
  ["app/fonts/geist-mono-latin", "geist-mono/GeistMono-Variable.woff2", LATIN, ["mark", "ccmp", "ss09"]],
  ["app/pay/geist-mono", "geist-mono/GeistMono-Variable.woff2", FIGURES, ["ss09"]],
];

/** Returns `[file, woff2]` for each font file of the repository. */
export function subsetFonts() {
  return Promise.all(
    SUBSETS.map(async ([name, source, range, keepFeatures]) => {
      const font = await subsetFont(
        readFileSync(path.join(root, "node_modules/geist/dist/fonts", source)),
        charactersIn(range),
        {
          targetFormat: "woff2",
          variationAxes: { wght: { min: 400, max: 600, default: 400 } },
          keepFeatures,
        },
      );
      return [`${name}.woff2`, font];
    }),
  );
}

/** The characters of a CSS `unicode-range`. */
export function charactersIn(range) {
  const spans = range.split(", ").map((part) => part.replace("U+", "").split("-"));
  return spans
    .flatMap(([first, last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, offset) => start + offset);
    })
    .map((code) => String.fromCodePoint(code))
    .join("");
}
