// node build.mjs [folder]: the package's two builds with their types, in dist or in another folder.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, "dist"));
const [esm, cjs] = ["esm", "cjs"].map((name) => path.join(out, name));

rmSync(out, { recursive: true, force: true });
emitTypes();
await Promise.all([bundle("esm", esm, ["index", "browser"]), bundle("cjs", cjs, ["index"])]);
// the folder's own package.json says that it is CommonJS, for its code and for its types
for (const name of readdirSync(esm).filter((file) => file.endsWith(".d.ts"))) {
  if (name === "browser.d.ts") rmSync(path.join(esm, name));
  else writeFileSync(path.join(cjs, name), readFileSync(path.join(esm, name)));
}
writeFileSync(path.join(cjs, "package.json"), '{ "type": "commonjs" }\n');

function bundle(format, outdir, entries) {
  return build({
    absWorkingDir: here,
    entryPoints: entries.map((name) => `src/${name}.ts`),
    outdir,
    format,
    bundle: true,
    platform: "node",
    target: "node18",
    packages: "external",
    logLevel: "warning",
  });
}

function emitTypes() {
  const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
  const { bin } = JSON.parse(readFileSync(typescript, "utf8"));
  const tsc = path.join(path.dirname(typescript), bin.tsc);
  const { status } = spawnSync(process.execPath, [tsc, "-p", here, "--outDir", esm], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
