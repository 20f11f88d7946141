// Part of npm run check: comments keep to 120 columns, as Biome makes the code do.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { root } from "./lib/root.mjs";

const COLUMNS = 120;
const SOURCE = /^(?!sdks\/browser\/released\/|sdks\/node\/dist\/|public\/).*\.(?:tsx?|mjs)$/;

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => SOURCE.test(file));
const problems = files.flatMap(tooLong);
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${files.length} files keep their comments to ${COLUMNS} columns`
    : `${problems.length} lines`,
);
process.exit(problems.length === 0 ? 0 : 1);

/** Lines with a comment that are too long; what a tool reads, such as `biome-ignore`, can't be broken. */
function tooLong(file) {
  const text = readFileSync(path.join(root, file), "utf8");
  const lines = text.split("\n");
  const lineAt = (offset) => text.slice(0, offset).split("\n").length - 1;
  const { comments } = parseSync(file, text);
  const numbers = comments
    .filter(({ value }) => !/^\s*(?:biome-ignore|@ts-)/.test(value))
    .flatMap(({ start, end }) => range(lineAt(start), lineAt(end)));
  return [...new Set(numbers)]
    .filter((number) => [...(lines[number] ?? "")].length > COLUMNS)
    .map((number) => `${file}:${number + 1}: a comment with more than ${COLUMNS} columns`);
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
