import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");
const SERVER_MARK = path.join(root, "dist", "server.hash");
const BUILD_MARK = path.join(root, "dist", "build.hash");
const SOURCES = ["app", "components", "drizzle", "inngest", "lib", "public", "sdks"];
const ROOT_FILE = /\.(ts|mjs|json)$/;

/** SHA-256 over the names and contents of everything that a build is made from. */
export function sourceHash() {
  const hash = createHash("sha256").update(process.version);
  const add = (file) => hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else if (entry.isFile()) add(file);
    }
  };
  for (const folder of SOURCES) if (existsSync(path.join(root, folder))) walk(path.join(root, folder));
  for (const name of readdirSync(root).sort()) {
    if (ROOT_FILE.test(name) && !GENERATED.has(name)) add(path.join(root, name));
  }
  return hash.digest("hex");
}

const GENERATED = new Set(["next-env.d.ts", "tsconfig.tsbuildinfo"]);

const marked = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

export const isServerBuilt = () => marked(SERVER_MARK) === sourceHash();
export const isBuilt = () => marked(BUILD_MARK) === sourceHash() && existsSync(path.join(root, ".next", "BUILD_ID"));

export function markBuilt() {
  writeFileSync(BUILD_MARK, sourceHash());
}

/** What esbuild makes of `server.ts` and the command line: our code in one file each, packages left where they are. */
export function serverBuildOptions() {
  return {
    absWorkingDir: root,
    entryPoints: { server: "server.ts", admin: "scripts/admin/main.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    splitting: false,
    sourcemap: true,
    logLevel: "warning",
  };
}

export async function buildServer() {
  mkdirSync(path.join(root, "dist"), { recursive: true });
  await build(serverBuildOptions());
  writeFileSync(SERVER_MARK, sourceHash());
}

export function buildPages() {
  const next = path.join(
    path.dirname(createRequire(path.join(root, "package.json")).resolve("next/package.json")),
    "dist/bin/next",
  );
  const { status } = spawnSync(process.execPath, [next, "build"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (status !== 0) throw new Error("the pages could not be built; the reason stands above");
}
