import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { serverBuildOptions } from "../../scripts/lib/build.mjs";
import { root } from "../../scripts/lib/root.mjs";

/** Our own verbs, bundled as the server is and loaded into this process. */
export const loadTill = () => load("till", "bench/lib/till.ts");

/** The watcher's verbs and the chain that the tests have. */
export const loadChain = () => load("chain", "bench/lib/chain.ts");

/** Where the browser of the tests is. */
export const loadChromium = () => load("chromium", "tests/e2e/support/chromium.ts");

async function load(name, file) {
  const outdir = path.join(root, "node_modules", ".cache", "till-bench");
  mkdirSync(outdir, { recursive: true });
  await build({ ...serverBuildOptions(), entryPoints: { [name]: file }, outdir });
  await stop();
  return import(pathToFileURL(path.join(outdir, `${name}.mjs`)).href);
}
