// npm run check: style and import zones (Biome), wings (what imports what), types, unused code and packages (knip),
// slow regular expressions (recheck), words that have a better one, comments that are too wide.
import { spawnSync } from "node:child_process";
import { root } from "./lib/root.mjs";

const steps = [
  ["biome", ["check", "--error-on-warnings"]],
  ["node", ["scripts/check-wings.mjs"]],
  ["next", ["typegen"]],
  ["tsc", ["--noEmit"]],
  ["knip", []],
  ["node", ["scripts/check-regexes.mjs"]],
  ["node", ["scripts/check-words.mjs"]],
  ["node", ["scripts/check-comments.mjs"]],
];

let failed = false;
for (const [tool, args] of steps) {
  console.log(`\n${tool} ${args.join(" ")}`);
  const command = tool === "node" ? [process.execPath, args] : ["npx", ["--no-install", tool, ...args]];
  const { status } = spawnSync(...command, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
