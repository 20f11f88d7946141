// Patches the PostgreSQL driver's bugs after lost connections and in copies. Everything that opens a connection is
// built with this copy; node_modules stays unchanged. To update the driver, check whether upstream has fixed the bugs,
// else adapt the patches and VERSION. tests/integration/base/database-cuts.slow.test.ts checks the result.
import { createHash, randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PATCHES, VERSION } from "./postgres-patches.mjs";
import { root } from "./root.mjs";

const installed = path.join(root, "node_modules/postgres");

/**
 * Writes the patched driver to `dist` unless it exists, and returns its entry file. Throws if the installed version
 * isn't the one that the patches were written for, or if one of them doesn't apply exactly once.
 */
export function patchedPostgres() {
  const { version } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
  const files = patchedFiles(version, (name) => readFileSync(path.join(installed, "src", name), "utf8"));
  const hash = createHash("sha256").update(version).update(JSON.stringify(files)).digest("hex").slice(0, 12);
  const folder = path.join(root, "dist", `postgres-${hash}`);
  if (!existsSync(folder)) publish(files, folder);
  return path.join(folder, "index.js");
}

/** The content of each patched file. */
export function patchedFiles(version, read) {
  if (version !== VERSION) {
    throw new Error(
      `scripts/lib/postgres-patches.mjs is written for postgres ${VERSION}, but ${version} is installed.`,
    );
  }
  return Object.fromEntries(
    Object.entries(PATCHES).map(([name, changes]) => [
      name,
      changes.reduce((text, [before, after]) => replaceOnce(name, text, before, after), read(name)),
    ]),
  );
}

function replaceOnce(name, text, before, after) {
  const parts = text.split(before);
  if (parts.length === 2) return parts.join(after);
  throw new Error(`A patch for postgres/src/${name} applies ${parts.length - 1} times instead of once:\n${before}`);
}

/** If several processes run at once, each writes a complete copy, and one of them becomes the folder. */
function publish(files, folder) {
  const draft = `${folder}.${randomBytes(4).toString("hex")}`;
  mkdirSync(draft, { recursive: true });
  try {
    cpSync(path.join(installed, "src"), draft, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(draft, name), text);
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
