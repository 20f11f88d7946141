// Runs the staged tests one file after another, since they share the service, and says how many passed.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const app = path.join(process.env.TILL_TEST_TMP, "app");
const report = path.join(process.env.TILL_TEST_TMP, "report.tap");
const files = readdirSync(path.join(app, "tests")).filter((name) => name.endsWith(".test.mjs"));
const { status } = spawnSync(
  process.execPath,
  [
    "--test",
    "--test-concurrency=1",
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    "--test-reporter=tap",
    `--test-reporter-destination=${report}`,
    ...files.map((name) => path.join("tests", name)),
  ],
  { cwd: app, stdio: ["ignore", "inherit", "inherit"] },
);
const tap = readFileSync(report, "utf8");
const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(tap)?.[1] ?? 0);
console.log(`${count("pass")} passed, ${count("fail") + count("cancelled")} failed, ${count("skipped")} skipped`);
process.exit(status ?? 1);
