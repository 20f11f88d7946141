import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { importsIn } from "./wings.mjs";

const SOURCE = /\.(?:tsx?|mjs)$/;

/** The source files of the repository, each with those it imports. */
export function sourceGraph() {
  const files = git("ls-files", "--cached", "--others", "--exclude-standard").filter((file) => SOURCE.test(file));
  const known = new Set(files);
  const read = (file) => readFileSync(path.join(root, file), "utf8");
  return new Map(
    files
      .filter((file) => existsSync(path.join(root, file)))
      .map((file) => [file, importsIn(file, read(file)).flatMap(({ from }) => resolve(file, from, known))]),
  );
}

function resolve(file, from, known) {
  const target = from.startsWith("@/")
    ? from.slice(2)
    : from.startsWith(".") && path.posix.join(path.posix.dirname(file), from);
  if (!target) return [];
  const found = [target, `${target}.ts`, `${target}.tsx`, target.replace(/\.js$/, ".ts")].find((one) => known.has(one));
  return found ? [found] : [];
}

/** Files that differ from `base`, those not committed included. */
export function changedSince(base) {
  const from = git("merge-base", base, "HEAD")[0];
  return [...new Set([...git("diff", "--name-only", from), ...git("ls-files", "--others", "--exclude-standard")])];
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 })
    .split("\n")
    .filter(Boolean);
}
