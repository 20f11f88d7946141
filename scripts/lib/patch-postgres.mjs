// The PostgreSQL driver with its faults after a lost connection mended. Everything that opens a connection is built with
// this copy; node_modules stays as it was installed. To move to another version of the driver: see whether upstream has
// mended them, else fit the patches and VERSION. The test of cut connections tells whether they do what they should.
import { createHash, randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PATCHES, VERSION } from "./postgres-patches.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const installed = path.join(root, "node_modules/postgres");

/**
 * Puts the patched driver in `dist` unless it is there, and returns its entry file. Throws when the installed version is
 * not the one that the patches were written for, or when one of them does not fit exactly once.
 */
export function patchedPostgres() {
  const { version } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
  const files = patchedFiles(version, (name) => readFileSync(path.join(installed, "src", name), "utf8"));
  const hash = createHash("sha256").update(version).update(JSON.stringify(files)).digest("hex").slice(0, 12);
  const folder = path.join(root, "dist", `postgres-${hash}`);
  if (!existsSync(folder)) publish(files, folder);
  return path.join(folder, "index.js");
}

/** The text of each file that a patch changes. */
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
  throw new Error(`A patch for postgres/src/${name} fits ${parts.length - 1} times instead of once:\n${before}`);
}

/** Of several processes at once each makes a whole copy, and one of them becomes the folder. */
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
