// npm run release -- [--to folder]: a folder with what a machine needs to run Till and nothing that only builds or
// tests need.
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./lib/ensure-built.mjs";
import { writeRelease } from "./lib/release.mjs";
import { root } from "./lib/root.mjs";

const { values } = parseArgs({ options: { to: { type: "string", default: "dist/release" } } });
const to = path.resolve(root, values.to);
await ensureBuilt();
const { files, bytes, rest } = await writeRelease(to);
if (rest) console.error(`This account can't remove all of the earlier release. Remove the rest yourself: ${rest}`);
console.log(`${to}: ${files} files, ${(bytes / 1_000_000).toFixed(0)} MB. Start it with: node scripts/start.mjs`);
