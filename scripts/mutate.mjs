// npm run mutate: changes rules and guards, one place at a time, and lists the changes that no test notices. StrykerJS
// changes code. In files with statements, which tests on a database cover, each condition is left out as well.
//
// npm run mutate -- lib/base/values/money.ts … changes these files instead of the ones listed here. The unit tests that
// name them in an import run, or the tests that are named too: … lib/payments/intents/transition.ts tests/integration/…
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root } from "./lib/root.mjs";
import { sourceGraph } from "./lib/source-graph.mjs";
import { guardsIn } from "./lib/statement-guards.mjs";

const RULES = [
  "lib/base/http/retry-after.ts",
  "lib/base/http/url-rules.ts",
  "lib/base/idempotency/request.ts",
  "lib/base/lists/cursor.ts",
  "lib/base/time/clock.ts",
  "lib/base/values/money.ts",
  "lib/base/values/name-rules.ts",
  "lib/base/values/permissions.ts",
  "lib/base/values/scopes.ts",
  "lib/base/values/typed-amount.ts",
  "lib/business/keys/key.ts",
  "lib/chain/nodes/clocks.ts",
  "lib/customer/checkout/clock.ts",
  "lib/delivery/events/sign.ts",
  "lib/delivery/sending/claims.ts",
  "lib/delivery/sending/retry.ts",
  "lib/delivery/sending/slots.ts",
  "lib/payments/intents/plan.ts",
  "lib/payments/intents/state.ts",
  "lib/payments/lists/cursor.ts",
  "lib/people/accounts/password-rules.ts",
  "lib/service/api/limits/rules.ts",
];
const GUARDS = [
  {
    files: ["lib/payments/intents/transition.ts"],
    tests: [
      "tests/integration/payments/transition.test.ts",
      "tests/integration/payments/settlement-sandbox.test.ts",
      "tests/integration/payments/sandbox-samples.test.ts",
    ],
  },
];

const named = process.argv.slice(2);
const tests = named.filter((one) => one.startsWith("tests/"));
const files = named.filter((one) => !one.startsWith("tests/"));
const runs = named.length > 0 ? [{ files, tests }] : [{ files: RULES, tests: [] }, ...GUARDS];
const graph = sourceGraph();
// the same choices in each run, so that only the change makes a difference
process.env.TILL_TEST_SEED ??= "1";
process.chdir(root);

for (const { files, tests } of runs) {
  process.env.TILL_MUTATE_TESTS = (tests.length > 0 ? tests : files.flatMap(unitTestsOf)).join(" ");
  await new Stryker({ mutate: files }).runMutationTest();
  if (tests.some((one) => !one.startsWith("tests/unit/"))) files.forEach(leaveOutGuards);
}

function unitTestsOf(file) {
  const tests = [...graph.keys()].filter((one) => /^tests\/unit\/.*\.test\.tsx?$/.test(one));
  const own = tests.filter((one) => graph.get(one).includes(file));
  if (own.length === 0) console.log(`${file}: no unit test imports it. Name the tests that cover it, too.`);
  return own;
}

function leaveOutGuards(file) {
  const text = readFileSync(path.join(root, file), "utf8");
  const guards = guardsIn(file, text);
  const unnoticed = guards.filter((guard) => passesWithout(guard));
  for (const { line, start, end } of unnoticed) console.log(`${file}:${line} left out: ${text.slice(start, end)}`);
  console.log(`${file}: ${guards.length} conditions in statements, ${unnoticed.length} of them left out unnoticed`);
}

function passesWithout(guard) {
  const command = ["--no-install", "vitest", "run", "--config=vitest.mutate.config.mjs", "--bail=1"];
  const env = { ...process.env, NODE_ENV: "test", TILL_MUTATE_GUARD: JSON.stringify(guard) };
  return spawnSync("npx", command, { stdio: "ignore", env, shell: process.platform === "win32" }).status === 0;
}
