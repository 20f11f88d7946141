// Writes the fonts of app/fonts and of the payment page from the geist package: the weights and characters that pages
// use. Run after an update of geist.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./lib/root.mjs";
import { subsetFonts } from "./lib/subset-fonts.mjs";

for (const [file, font] of await subsetFonts()) {
  writeFileSync(path.join(root, file), font);
  console.log(`${file}: ${(font.length / 1_000).toFixed(1)} kB`);
}
