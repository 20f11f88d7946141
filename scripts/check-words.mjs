// Part of npm run check: words and names that docs/glossary.md has a better one for. Tests and the payment page in
// other languages than English are left out.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./lib/root.mjs";
import { wordsToMend } from "./lib/words.mjs";

const SKIPPED = new Set([
  "node_modules",
  "vendor",
  "dist",
  ".next",
  ".data",
  ".git",
  "public",
  "tests",
  "test-results",
  "migrations",
]);
const READ = /\.(?:[jt]sx?|mjs|css|html|md|py|go|php|sh|ya?ml)$|^\.env\.example$/;
/** the list itself, and languages whose words look like English ones */
const LEFT_OUT =
  /^scripts\/lib\/words\.mjs$|_test\.go$|^sdks\/go\/internal\/|^sdks\/browser\/src\/words\/(?!en\.ts|words\.ts)|^lib\/customer\/checkout\/words\/(?!en\.ts)/;

const given = process.argv.slice(2);
const files = given.length > 0 ? given.map((name) => path.resolve(name)) : filesIn(root);
const found = files.flatMap((file) => wordsToMend(path.relative(root, file), readFileSync(file, "utf8")));
for (const { at, found: words, better } of found) console.error(`${at}: "${words}". Better: ${better}.`);
console.log(found.length === 0 ? `${files.length} files speak plainly` : `${found.length} words have a better one`);
process.exit(found.length === 0 ? 0 : 1);

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(file);
    return READ.test(entry.name) && !LEFT_OUT.test(path.relative(root, file)) ? [file] : [];
  });
}
