// node tests/types.mjs <folder>: compiles a user's programs, the README's among them, against the staged package: as ES
// module, as CommonJS and for a bundler, with the compiler at its strictest.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
const app = path.join(process.argv[2], "app");
const typescript = require.resolve("typescript/package.json");
const tsc = path.join(path.dirname(typescript), JSON.parse(readFileSync(typescript, "utf8")).bin.tsc);
const typeRoots = [path.resolve(path.dirname(require.resolve("@types/node/package.json")), "..")];

const KINDS = {
  esm: { module: "nodenext", files: ["usage.ts", "../readme/ask.ts", "../readme/route.ts", "../readme/settings.ts"] },
  cjs: { module: "nodenext", files: ["usage.cts"] },
  bundler: { module: "esnext", moduleResolution: "bundler", files: ["usage.ts"] },
};

mkdirSync(path.join(app, "types"), { recursive: true });
const usage = path.join(app, "tests/types/usage.ts");
for (const name of ["usage.ts", "usage.cts"]) copyFileSync(usage, path.join(app, "types", name));
const failed = Object.entries(KINDS).filter(([name, { files, ...options }]) => {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom"],
    types: ["node"],
    typeRoots,
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noPropertyAccessFromIndexSignature: true,
    ...options,
  };
  const project = path.join(app, "types", `tsconfig.${name}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  return spawnSync(process.execPath, [tsc, "-p", project], { stdio: ["ignore", "inherit", "inherit"] }).status !== 0;
});
if (failed.length > 0) console.error(`types do not hold: ${failed.map(([name]) => name).join(", ")}`);
process.exit(failed.length > 0 ? 1 : 0);
