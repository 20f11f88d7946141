// npm run chain [-- pay <address> <amount>]: a local chain for trying live payments. See docs/local-chain.md.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { serverBuildOptions } from "./lib/build.mjs";
import { root } from "./lib/root.mjs";

const outdir = path.join(root, "node_modules", ".cache", "till-chain");
mkdirSync(outdir, { recursive: true });
await build({ ...serverBuildOptions(), entryPoints: { main: "scripts/local-chain/main.ts" }, outdir });
await stop();
await import(pathToFileURL(path.join(outdir, "main.mjs")).href);
