import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, stop } from "esbuild";
import { buildCheckout } from "./build-checkout.mjs";
import { buildOfflineWallet } from "./build-offline-wallet.mjs";
import { buildPaymentPage } from "./build-payment-page.mjs";
import { compressFiles } from "./compress-files.mjs";
import { patchedPostgres } from "./patch-postgres.mjs";
import { root } from "./root.mjs";
import { markBuilt, sourceHash } from "./source-hash.mjs";

const ORPHAN_MS = 180_000;
/**
 * Next names each server action by its file, its name and this key, so every build of a version must have the same. It
 * is no secret: it encrypts only variables that inline actions capture, and Till has none.
 */
const ACTIONS_KEY = createHash("sha256").update("names of Till's server actions").digest("base64");
let inheritedLock = false;

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
  markBuilt("all", hash);
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
  const holder = Number(existsSync(file) ? readFileSync(file, "utf8") : "");
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

/** Builds only the server and the command line, which is quick. */
export async function buildServer() {
  const hash = sourceHash();
  await build(serverBuildOptions());
  await stop();
  markBuilt("server", hash);
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

/**
 * The environment in which Next builds. An operator's own key for actions is kept. A configuration that a service was
 * started with is not: the build would miss what only next.config.ts says.
 */
export function pagesBuildEnv() {
  const { __NEXT_PRIVATE_STANDALONE_CONFIG: _ofService, ...inherited } = process.env;
  const NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || ACTIONS_KEY;
  return { ...inherited, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}

function runNextBuild() {
  const next = createRequire(path.join(root, "package.json")).resolve("next/dist/bin/next");
  const { status } = spawnSync(process.execPath, [next, "build"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: pagesBuildEnv(),
  });
  return status === 0;
}
