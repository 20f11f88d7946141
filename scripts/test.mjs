// npm test: unit, api, integration and service tests (Vitest), the client libraries, the browser tests (Playwright),
// the customers' pages in Firefox and WebKit, then a summary. Tests that need no build run during the build; the others
// follow in parallel. Further arguments are passed to the runner.
//
// npm test -- unit | api | integration | service | sdks | e2e | browsers runs one part, quick the first three without
// the slowest files (*.slow.test.ts). npm test -- changed [<commit>] runs what the changes since then (since main) can
// affect, and everything where their effects can't be followed.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { testsFor } from "./lib/changed.mjs";
import { ensureBuilt } from "./lib/ensure-built.mjs";
import { makeMemoryFolder } from "./lib/memory-folder.mjs";
import { root } from "./lib/root.mjs";
import { changedSince, sourceGraph } from "./lib/source-graph.mjs";

const QUICK = ["unit", "api", "integration"];
const BUILT = ["service", "sdks", "browsers", "e2e"];
const PARTS = [...QUICK, ...BUILT];
const reports = path.join(root, "node_modules/.cache/till-test");
const [first, ...rest] = process.argv.slice(2);
const selection = first === "changed" ? select(rest[0] ?? "main") : { everything: true };
const isNamed = first === "quick" || first === "changed" || PARTS.includes(first);
const parts = selection.everything ? partsNamed() : partsOf(selection);
const extra = isNamed && first !== "changed" ? rest : isNamed ? [] : process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
/** names of failed tests, repeated at the end of the output */
const failures = [];
process.env.TILL_TEST_SEED ??= String(randomInt(2 ** 31));
// tests throw away what they write: its way to the disk would take a fifth of the time
const memoryFolder = process.env.TMPDIR ? null : makeMemoryFolder();
if (memoryFolder) process.env.TMPDIR = memoryFolder;
const running = new Set();
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
  process.once(signal, () => end(number));
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const wants = (part) => parts.includes(part);
const isBuilding = parts.some((part) => BUILT.includes(part));
// their tests wait for a third of the time, in which a build or the other parts would work
if (!isBuilding) process.env.TILL_TEST_WORKERS ??= String(Math.min(availableParallelism() + 1, 4));
const building = isBuilding ? ensureBuilt() : Promise.resolve();
// begins when the build is done: the last files of the quick tests leave a core idle
const besidePages = building.then(runBesidePages);
// a failed build is reported below, when the quick tests have ended
besidePages.catch(() => {});
const quick = QUICK.filter(wants);
if (quick.length > 0) await runVitest(quick);
await building;
// each leaves the CPU idle at different times; only one prints immediately
await Promise.all([besidePages, wants("e2e") && runPlaywright("e2e")]);
for (const name of failures) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
if (total.failed > 0) console.log(`To repeat the same random choices: TILL_TEST_SEED=${process.env.TILL_TEST_SEED}`);
process.exit(total.failed > 0 ? 1 : 0);

function partsNamed() {
  if (first === "quick") return QUICK;
  return PARTS.includes(first) ? [first] : PARTS;
}

/** What the changes since a commit can affect, which is said. */
function select(base) {
  const changed = changedSince(base);
  const textOf = (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : null);
  const chosen = testsFor(changed, sourceGraph(), textOf);
  console.log(
    chosen.everything
      ? `${changed.length} changed files: everything, because of ${chosen.because}`
      : `${changed.length} changed files: ${chosen.vitest.length} test files, ` +
          `${chosen.pages ? "all browser tests" : `${chosen.e2e.length} files of browser tests`}, ` +
          `${chosen.sdks.length} client libraries`,
  );
  return chosen;
}

function partsOf({ vitest, sdks, e2e, pages }) {
  return PARTS.filter((part) => {
    if (part === "sdks") return sdks.length > 0;
    if (part === "browsers") return pages;
    if (part === "e2e") return pages || e2e.length > 0;
    return vitest.some((file) => file.startsWith(`tests/${part}/`));
  });
}

/** The files of a selection in these folders of tests, or the folders as a whole. */
function filesIn(folders) {
  if (selection.everything) return folders.map((folder) => `tests/${folder}/`);
  return selection.vitest.filter((file) => folders.some((folder) => file.startsWith(`tests/${folder}/`)));
}

/** What runs beside the browser tests, which take the longest: first the parts with servers of their own. */
async function runBesidePages() {
  await Promise.all([wants("service") && runVitest(["service"]), wants("sdks") && runLibraries()]);
  if (wants("browsers")) await runPlaywright("browsers", ["--config=tests/browsers/playwright.config.ts"]);
}

async function runVitest(folders) {
  const file = path.join(reports, `vitest-${folders.join("-")}.json`);
  // of several filters, Vitest runs what matches any
  const named = extra.some((one) => folders.some((folder) => one.startsWith(`tests/${folder}/`)));
  const filters = named ? [] : filesIn(folders);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const without = first === "quick" ? ["--exclude", "**/*.slow.test.ts"] : [];
  const command = ["npx", "--no-install", "vitest", "run", ...filters, ...extra, ...without, ...reporters];
  const status = await run(command, { part: folders[0], env: { NODE_ENV: "test" } });
  const report = readReport(file);
  count(report?.numPassedTests, report?.numFailedTests, report?.numPendingTests, status);
  const broken =
    report?.testResults?.filter((one) => one.status === "failed" && one.assertionResults.length === 0) ?? [];
  total.failed += broken.length;
  for (const one of report?.testResults ?? []) {
    const file = path.relative(root, one.name);
    const failed = one.assertionResults.filter((test) => test.status === "failed");
    failures.push(...failed.map((test) => `${file}: ${test.fullName}`), ...(broken.includes(one) ? [file] : []));
  }
}

async function runLibraries() {
  const file = path.join(reports, "sdks.json");
  const names = selection.everything ? (first === "sdks" ? rest : []) : selection.sdks;
  const command = [process.execPath, "scripts/test-sdks.mjs", ...names];
  const status = await run(command, { part: "sdks", env: { TILL_SDK_REPORT: file } });
  const report = readReport(file);
  count(report?.passed, report?.failed, report?.skipped, status);
  failures.push(...(report?.failures ?? []));
}

async function runPlaywright(part, options = []) {
  const file = path.join(reports, `${part}.json`);
  const specs = selection.everything ? extra : selection.e2e;
  const command = ["npx", "--no-install", "playwright", "test", ...options, ...specs, "--reporter=list,json"];
  // by the content of each file; in the temporary folder of the run it would be made again each time
  const compiled = path.join(root, "node_modules/.cache/till-playwright");
  const env = { NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_NAME: file, PLAYWRIGHT_TRANSFORM_CACHE_DIR: compiled };
  const status = await run(command, { part, env });
  const { stats, suites = [] } = readReport(file) ?? {};
  count(stats?.expected, stats?.unexpected, stats?.skipped, status);
  failures.push(...suites.flatMap(unexpectedOf));
}

function unexpectedOf(suite) {
  const own = (suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line} ${spec.title}`);
  return [...own, ...(suite.suites ?? []).flatMap(unexpectedOf)];
}

/** A runner that failed without a report, or with a report without failures, counts as one failure. */
function count(passed = 0, failed = 0, skipped = 0, status = 0) {
  total.passed += passed;
  total.failed += status !== 0 && failed === 0 ? 1 : failed;
  total.skipped += skipped;
}

/** Lets the runners stop what they started, as they do on Ctrl+C: another signal to this process doesn't reach them. */
async function end(number) {
  for (const child of running) process.kill(-child.pid, "SIGINT");
  await Promise.all([...running].map(ended));
  process.exit(128 + number);
}

/** Of the parallel parts, one prints immediately, and each other prints everything at its end. */
async function run([program, ...args], { part, env }) {
  const isHeld = BUILT.includes(part) && part !== BUILT.findLast(wants);
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", isHeld ? "pipe" : "inherit", isHeld ? "pipe" : "inherit"],
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
    // a group of its own, so that npx's child gets the signal too
    detached: true,
  });
  running.add(child);
  const held = isHeld ? Promise.all([text(child.stdout), text(child.stderr)]) : [];
  const status = await ended(child);
  running.delete(child);
  for (const printed of await held) process.stdout.write(printed);
  return status;
}

/** Returns the exit code; 1 if the program could not be started or was killed. */
function ended(child) {
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (status) => resolve(status ?? 1));
  });
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
