import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

const MARKS = {
  server: path.join(root, "dist", "server.hash"),
  all: path.join(root, "dist", "build.hash"),
};
/** A release was built elsewhere and holds no sources. */
export const RELEASE_MARK = "dist/release.txt";
const isRelease = () => existsSync(path.join(root, RELEASE_MARK));
const SOURCES = [
  "app",
  "components",
  "drizzle",
  "inngest",
  "lib",
  "public",
  "sdks/browser",
  "scripts/admin",
  "scripts/lib",
  "scripts/offline-wallet",
];
const PUBLIC = path.join(root, "public");
const ROOT_FILE = /\.(ts|mjs|json)$/;
const NO_SOURCES = new Set([
  "next-env.d.ts",
  "tsconfig.tsbuildinfo",
  "biome.json",
  "drizzle.config.ts",
  "knip.json",
  "playwright.config.ts",
  "vitest.config.ts",
]);
/** What the build itself writes into `public`. */
const OUTPUTS = /^(checkout($|[-./\\])|assets$|offline-wallet\.html$)/;

/** SHA-256 over the names and contents of all build inputs; it doesn't depend on Node's version. */
export function sourceHash() {
  const hash = createHash("sha256");
  const add = (file) => hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(folder, entry.name);
      if (folder === PUBLIC && OUTPUTS.test(entry.name)) continue;
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

export const isServerBuilt = () => isRelease() || markOf("server") === sourceHash();
export const isBuilt = () =>
  isRelease() || (markOf("all") === sourceHash() && existsSync(path.join(root, ".next", "BUILD_ID")));

function markOf(part) {
  return existsSync(MARKS[part]) ? readFileSync(MARKS[part], "utf8") : "";
}

/** Records of which source something was built: `server`, or `all`. */
export function markBuilt(part, hash) {
  writeFileSync(MARKS[part], hash);
}
