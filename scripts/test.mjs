// npm test: unit, integration, handlers and the running service (Vitest), the client libraries (each in its language), then
// the browser (Playwright), then one plain line.
// npm test -- unit | api | integration | service | sdks | e2e runs a part; further arguments go to the runner.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt, root } from "./lib/build.mjs";

const PARTS = ["unit", "api", "integration", "service", "sdks", "e2e"];
const NOT_VITEST = ["sdks", "e2e"];
const reports = path.join(root, "node_modules/.cache/till-test");
const [first, ...rest] = process.argv.slice(2);
const parts = PARTS.includes(first) ? [first] : PARTS;
const extra = PARTS.includes(first) ? rest : process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
/** names of what failed, repeated at the end where they are found again */
const failures = [];

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

if (parts.some((part) => part === "service" || NOT_VITEST.includes(part))) await ensureBuilt();
const vitestParts = parts.filter((part) => !NOT_VITEST.includes(part));
if (vitestParts.length > 0) runVitest(vitestParts);
if (parts.includes("sdks")) runLibraries();
if (parts.includes("e2e")) runPlaywright();
for (const name of failures) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

function runVitest(folders) {
  const file = path.join(reports, "vitest.json");
  const filters = folders.map((folder) => `tests/${folder}/`);
  const status = run("vitest", [
    "run",
    ...filters,
    ...extra,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
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

function runLibraries() {
  const file = path.join(reports, "sdks.json");
  const names = first === "sdks" ? rest : [];
  const env = { ...process.env, TILL_SDK_REPORT: file };
  const { status } = spawnSync(process.execPath, ["scripts/test-sdks.mjs", ...names], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  const report = readReport(file);
  count(report?.passed, report?.failed, report?.skipped, status ?? 1);
  failures.push(...(report?.failures ?? []));
}

function runPlaywright() {
  const file = path.join(reports, "playwright.json");
  const status = run("playwright", ["test", ...extra, "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { stats, suites = [] } = readReport(file) ?? {};
  count(stats && stats.expected + stats.flaky, stats?.unexpected, stats?.skipped, status);
  failures.push(...suites.flatMap(unexpectedOf));
  if (stats?.flaky) console.warn(`\n*** ${stats.flaky} browser tests passed only when they ran again ***`);
}

function unexpectedOf(suite) {
  const own = (suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line} ${spec.title}`);
  return [...own, ...(suite.suites ?? []).flatMap(unexpectedOf)];
}

/** A runner that failed without a report, or beside a report without failures, counts as one failure. */
function count(passed = 0, failed = 0, skipped = 0, status = 0) {
  total.passed += passed;
  total.failed += status !== 0 && failed === 0 ? 1 : failed;
  total.skipped += skipped;
}

function run(tool, args, env = {}) {
  const { status } = spawnSync("npx", ["--no-install", tool, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env, NODE_ENV: "test" },
    shell: process.platform === "win32",
  });
  return status ?? 1;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
