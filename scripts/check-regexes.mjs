// Part of npm run check: proves that every regular expression of the product is linear, so that no text can block a
// process. Tests are excluded, because their expressions only read the tests' own data.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { problemOf, regexesIn } from "./lib/regexes.mjs";
import { root } from "./lib/root.mjs";

const SKIPPED = new Set(["node_modules", "dist", ".next", ".data", ".git", "public", "tests", "test-results"]);
const SOURCE = /\.(?:ts|tsx|mjs|js)$/;
const CACHE = path.join(root, "node_modules/.cache/till-regexes.json");
const { version } = createRequire(import.meta.url)("recheck/package.json");

const safe = new Set(keptVerdicts());
const used = new Set();
let failures = 0;

const given = process.argv.slice(2);
for (const file of given.length > 0 ? given.map((name) => path.resolve(name)) : sourcesIn(root)) {
  for (const regex of regexesIn(path.relative(root, file), readFileSync(file, "utf8"))) {
    const problem = regex.problem ?? (await judge(`/${regex.source}/${regex.flags}`, regex));
    if (!problem) continue;
    failures++;
    console.error(
      `${regex.at}: ${regex.source ? `/${regex.source}/${regex.flags}` : "this regular expression"} ${problem}.`,
    );
  }
}

mkdirSync(path.dirname(CACHE), { recursive: true });
writeFileSync(CACHE, JSON.stringify({ version, safe: [...new Set(given.length > 0 ? [...safe, ...used] : used)] }));
console.log(
  failures === 0 ? `${used.size} regular expressions, all linear` : `${failures} regular expressions are not linear`,
);
process.exit(failures === 0 ? 0 : 1);

async function judge(name, { source, flags }) {
  const problem = safe.has(name) ? null : await problemOf(source, flags);
  if (problem === null) used.add(name);
  return problem;
}

/** Expressions that this version of the checker has already found safe; an incomplete file is ignored. */
function keptVerdicts() {
  try {
    const kept = JSON.parse(readFileSync(CACHE, "utf8"));
    return kept.version === version ? kept.safe : [];
  } catch {
    return [];
  }
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesIn(file);
    return SOURCE.test(entry.name) ? [file] : [];
  });
}
