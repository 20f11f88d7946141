import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { root, serverBuildOptions } from "../../scripts/lib/build.mjs";

/** Our own verbs, bundled as the server is and loaded into this process. */
export async function loadTill() {
  const outdir = path.join(root, "node_modules", ".cache", "till-bench");
  mkdirSync(outdir, { recursive: true });
  await build({ ...serverBuildOptions(), entryPoints: { till: "bench/lib/till.ts" }, outdir });
  await stop();
  return import(pathToFileURL(path.join(outdir, "till.mjs")).href);
}
