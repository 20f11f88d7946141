// npm test -- sdks [name …]: tests every client library whose tools are installed, against one running service.
// To add a library, add an entry to LIBRARIES. Skipped libraries cause a warning and count as skipped.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuilt } from "./lib/ensure-built.mjs";
import { freePort } from "./lib/free-port.mjs";
import { root } from "./lib/root.mjs";
import { startFaults } from "./lib/sdk-faults.mjs";
import { startControl, startService } from "./lib/sdk-service.mjs";

/**
 * `tool`: the required program and the arguments to check it. `steps`: linters and type checkers, each counted as one
 * test and skipped if its own tool is missing. `tests`: a program whose last line is `12 passed, 0 failed, 1 skipped`.
 * All run in `folder`, by default `sdks/<name>`; `{tmp}` in an argument stands for a temporary folder. `generated` are
 * clients that common tools make of the API's description.
 */
const LIBRARIES = [
  {
    name: "node",
    tool: [process.execPath, "--version"],
    steps: [
      { name: "build and types", run: [process.execPath, "tests/stage.mjs", "{tmp}"] },
      { name: "types of a user's programs", run: [process.execPath, "tests/types.mjs", "{tmp}"] },
      { name: "publint", run: ["npx", "--no-install", "publint", "run", "{tmp}/package", "--strict"] },
    ],
    tests: [process.execPath, "tests/run.mjs"],
  },
  {
    name: "python",
    tool: ["python3", "-c", "import httpx, sys; sys.exit(sys.version_info < (3, 9))"],
    steps: [
      { name: "mypy --strict", tool: ["mypy", "--version"], run: ["mypy", "--cache-dir", "{tmp}/mypy"] },
      { name: "ruff check", tool: ["ruff", "--version"], run: ["ruff", "check", "--no-cache"] },
      { name: "ruff format", tool: ["ruff", "--version"], run: ["ruff", "format", "--check", "--no-cache"] },
    ],
    tests: ["python3", "-B", "tests/run.py"],
  },
  {
    name: "php",
    tool: ["php", "-r", "exit((int) (PHP_VERSION_ID < 80100 || !extension_loaded('curl')));"],
    steps: [
      { name: "php -l", run: ["php", "tests/lint.php"] },
      {
        name: "composer validate",
        tool: ["composer", "--version"],
        run: ["composer", "validate", "--strict", "--no-check-version", "--no-interaction"],
      },
      { name: "phpcs", tool: ["phpcs", "--version"], run: ["phpcs"] },
      { name: "phpstan", tool: ["phpstan", "--version"], run: ["phpstan", "analyse", "--no-progress"] },
    ],
    tests: ["php", "tests/run.php"],
  },
  {
    name: "go",
    tool: ["go", "version"],
    steps: [
      { name: "gofmt", run: ["sh", "-c", 'files=$(gofmt -l .) || exit 1; printf %s "$files"; test -z "$files"'] },
      { name: "go vet", run: ["go", "vet", "./..."] },
      { name: "staticcheck", tool: ["staticcheck", "-version"], run: ["staticcheck", "-checks", "all", "./..."] },
    ],
    tests: ["go", "run", "./internal/report"],
  },
  {
    name: "generated",
    folder: "tests/generators",
    tool: [process.execPath, "--version"],
    steps: [],
    tests: [process.execPath, "run.mjs"],
  },
];

const LIMIT_MS = 15 * 60_000;
const COUNTS = /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm;
const total = { passed: 0, failed: 0, skipped: 0 };
/** failures, with the lines printed by the library's runner */
const failures = [];
const FAILED_LINE = /^\s*(?:not ok|FAIL|--- FAIL|FAILED|ERROR|✖|✗)/;
const wanted = process.argv.slice(2);
/** what a signal handler has to clean up */
const running = { child: null, folder: null };
const unknown = wanted.filter((name) => !LIBRARIES.some((library) => library.name === name));
if (unknown.length > 0) {
  console.error(`Unknown library: ${unknown.join(", ")}. Available: ${LIBRARIES.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const chosen = LIBRARIES.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).filter(
  ({ name, tool }) =>
    isThere(tool) || leaveOut(`${tool[0]}, or what it needs, is missing: the ${name} library is NOT tested`),
);
if (chosen.length > 0) await runAll(chosen);
const line = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`;
console.log(`\nlibraries: ${line}`);
if (process.env.TILL_SDK_REPORT) writeFileSync(process.env.TILL_SDK_REPORT, JSON.stringify({ ...total, failures }));
process.exit(total.failed > 0 ? 1 : 0);

async function runAll(libraries) {
  await ensureBuilt();
  const service = await startService();
  const [faults, control] = [await startFaults(service.url), await startControl(service)];
  const end = async () => {
    faults.close();
    control.close();
    await service.close();
  };
  const onSignal = async () => {
    running.child?.kill("SIGKILL");
    await end();
    if (running.folder) removeFolder(running.folder);
    process.exit(1);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    for (const library of libraries) {
      await service.start();
      await runLibrary(library, { service, faults, control });
    }
  } finally {
    await end();
  }
}

async function runLibrary({ name, folder = `sdks/${name}`, steps, tests }, around) {
  console.log(`\n=== ${name} ===`);
  const tmp = mkdtempSync(path.join(tmpdir(), `till-sdk-${name}-`));
  running.folder = tmp;
  try {
    const env = { ...process.env, ...(await settingsOf(name, around)), TILL_TEST_TMP: tmp };
    const where = { env, tmp, cwd: path.join(root, folder) };
    for (const step of steps) await runStep(name, step, where);
    const { status, output } = await runIn(tests, where);
    countTests(name, status, output);
  } finally {
    removeFolder(tmp);
  }
}

/** The settings of a library's tests: the service, their own merchant, and ways to disturb both. */
async function settingsOf(name, { service, faults, control }) {
  const port = await freePort();
  const merchant = await createMerchant(service, name, port);
  return {
    TILL_TEST_URL: service.url,
    TILL_TEST_API_KEY: merchant.keys.sandbox,
    TILL_TEST_WEBHOOK_SECRET: merchant.webhook_secret,
    TILL_TEST_WEBHOOK_ENDPOINT_ID: merchant.webhook_endpoint_id,
    TILL_TEST_WEBHOOK_PORT: String(port),
    TILL_TEST_CONTROL_URL: control.url,
    TILL_TEST_FAULTS_URL: faults.url,
    TILL_TEST_VECTORS: path.join(root, "tests/vectors"),
  };
}

function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function createMerchant(service, name, port) {
  return service.admin(
    "create-merchant",
    "--name",
    `Shop of ${name}`,
    "--terminal",
    "Front desk",
    "--email",
    `${name}@example.com`,
    "--password",
    "a long pass phrase",
    "--webhook-url",
    `http://127.0.0.1:${port}/hooks`,
  );
}

async function runStep(library, { name, tool, run }, where) {
  if (tool && !isThere(tool)) return leaveOut(`${tool[0]} is missing: ${name} of the ${library} library is NOT run`);
  const { status } = await runIn(run, where);
  console.log(`${status === 0 ? "ok  " : "FAIL"}  ${library}: ${name}`);
  total[status === 0 ? "passed" : "failed"] += 1;
  if (status !== 0) failures.push(`${library}: ${name}`);
}

function countTests(name, status, output) {
  const counts = [...output.matchAll(COUNTS)].at(-1)?.slice(1).map(Number);
  const [passed = 0, failed = 0, skipped = 0] = counts ?? [];
  if (!counts) console.error(`FAIL  ${name}: the tests ended (${status}) without saying how many passed`);
  total.passed += passed;
  total.skipped += skipped;
  total.failed += failed === 0 && (status !== 0 || !counts) ? 1 : failed;
  if (status === 0 && failed === 0 && counts) return;
  const lines = output.split("\n").filter((line) => FAILED_LINE.test(line));
  failures.push(`${name}: its own tests`, ...lines.slice(0, 10).map((line) => line.trim()));
}

/** Runs a program in a folder; resolves to its exit code (null: killed) and its output. */
function runIn([command, ...args], { env, tmp, cwd }) {
  return new Promise((resolve) => {
    const child = spawn(
      command,
      args.map((argument) => argument.replaceAll("{tmp}", tmp)),
      { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: LIMIT_MS },
    );
    running.child = child;
    let output = "";
    const take = (stream) => (chunk) => {
      output += chunk;
      stream.write(chunk);
    };
    child.stdout.on("data", take(process.stdout));
    child.stderr.on("data", take(process.stderr));
    child.once("error", (error) => resolve({ status: 1, output: String(error) }));
    child.once("close", (status) => resolve({ status, output }));
  });
}

function isThere([command, ...args]) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function leaveOut(what) {
  console.warn(`\n*** ${what} ***\n`);
  total.skipped += 1;
  return false;
}
