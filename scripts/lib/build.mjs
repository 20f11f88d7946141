import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";
import { buildCheckout, isCheckoutOutput } from "./build-checkout.mjs";
import { buildOfflineWallet, isOfflineWallet } from "./build-offline-wallet.mjs";
import { buildPaymentPage, isPaymentAsset } from "./build-payment-page.mjs";
import { compressFiles } from "./compress-files.mjs";
import { patchedPostgres } from "./patch-postgres.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");
const SERVER_MARK = path.join(root, "dist", "server.hash");
const BUILD_MARK = path.join(root, "dist", "build.hash");
const SOURCES = [
  ...["app", "components", "drizzle", "inngest", "lib", "public", "sdks/browser"],
  ...["scripts/admin", "scripts/lib", "scripts/offline-wallet"],
];
const ORPHAN_MS = 180_000;
let inheritedLock = false;
const ROOT_FILE = /\.(ts|mjs|json)$/;

/** SHA-256 over the names and contents of all build inputs; it doesn't depend on Node's version. */
export function sourceHash() {
  const hash = createHash("sha256");
  const add = (file) => hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(folder, entry.name);
      if (isCheckoutOutput(file) || isOfflineWallet(file) || isPaymentAsset(file)) continue;
      if (entry.isDirectory()) walk(file);
      else if (entry.isFile()) add(file);
    }
  };
  for (const folder of SOURCES) if (existsSync(path.join(root, folder))) walk(path.join(root, folder));
  for (const name of readdirSync(root).sort()) {
    if (ROOT_FILE.test(name) && !NO_SOURCES.has(name)) add(path.join(root, name));
  }
  return hash.digest("hex");
}

const NO_SOURCES = new Set([
  ...["next-env.d.ts", "tsconfig.tsbuildinfo"],
  ...["biome.json", "drizzle.config.ts", "knip.json", "playwright.config.ts", "vitest.config.ts"],
]);

const marked = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

const isServerBuilt = () => marked(SERVER_MARK) === sourceHash();
const isBuilt = () => marked(BUILD_MARK) === sourceHash() && existsSync(path.join(root, ".next", "BUILD_ID"));

/** Builds everything unless the current source has already been built. A second process waits for the first. */
export async function ensureBuilt(say = console.log) {
  if (isBuilt()) return;
  await locked(async () => {
    if (!isBuilt()) await buildAll(say);
  });
}

export async function buildAll(say = console.log) {
  say("Building. This takes about a minute…");
  const hash = sourceHash();
  const { scriptBytes } = await buildCheckout();
  say(`checkout.js: ${(scriptBytes / 1_000).toFixed(1)} kB compressed`);
  await buildPaymentPage();
  await buildOfflineWallet();
  await buildServer();
  await buildPages();
  await compressFiles();
  writeFileSync(BUILD_MARK, hash);
}

/** Builds only the server and the command line, which is quick. */
export async function ensureServerBuilt() {
  if (isServerBuilt()) return;
  await locked(async () => {
    if (!isServerBuilt()) await buildServer();
  });
}

/** Allows one build at a time in this folder; the lock of a dead process is ignored. */
export async function locked(work) {
  mkdirSync(path.join(root, "dist"), { recursive: true });
  const file = path.join(root, "dist", "build.lock");
  while (!take(file)) await new Promise((resolve) => setTimeout(resolve, 200));
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = Number(marked(file));
  if (holder > 0 && !isAlive(holder)) {
    rmSync(file, { force: true });
    inheritedLock = true;
  }
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** esbuild options for `server.ts` and the command line: our code in one file each, all packages but one external. */
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
    alias: { postgres: patchedPostgres() },
    splitting: false,
    sourcemap: true,
    logLevel: "warning",
  };
}

async function buildServer() {
  const hash = sourceHash();
  await build(serverBuildOptions());
  await stop();
  writeFileSync(SERVER_MARK, hash);
}

/** A build whose parent was killed continues and holds Next's lock, so it gets time to finish. */
async function buildPages() {
  const since = performance.now();
  while (!runNextBuild()) {
    if (!inheritedLock || performance.now() - since > ORPHAN_MS) {
      throw new Error("the pages could not be built; see the error above");
    }
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
}

function runNextBuild() {
  const next = createRequire(path.join(root, "package.json")).resolve("next/dist/bin/next");
  const { status } = spawnSync(process.execPath, [next, "build"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  return status === 0;
}
