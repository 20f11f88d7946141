// node scripts/configuration.mjs: writes docs/configuration.md and .env.example from lib/base/process/variables.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, stop } from "esbuild";
import { configurationPage, exampleFile } from "./lib/configuration.mjs";
import { root } from "./lib/root.mjs";

const { VARIABLES } = await loadVariables();
writeFileSync(path.join(root, "docs/configuration.md"), configurationPage(VARIABLES));
writeFileSync(path.join(root, ".env.example"), exampleFile(VARIABLES));

/** Bundled inside the project, so that its packages are found. */
async function loadVariables() {
  const folder = mkdtempSync(path.join(root, "node_modules/.till-variables-"));
  try {
    const outfile = path.join(folder, "variables.mjs");
    await build({
      absWorkingDir: root,
      entryPoints: ["lib/base/process/variables.ts"],
      outfile,
      logLevel: "warning",
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
    });
    await stop();
    return await import(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
