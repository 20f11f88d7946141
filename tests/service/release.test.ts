import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import config from "@/next.config";
import { pagesBuildEnv } from "@/scripts/lib/build.mjs";
import { RELEASE_MARK } from "@/scripts/lib/source-hash.mjs";
import { startCollector } from "@/tests/support/collector";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, startService } from "@/tests/support/service";
import { attemptSignIn, cookiesOf } from "@/tests/support/sign-in-attempt";
import { waitFor } from "@/tests/support/wait";

const run = promisify(execFile);
/** With the embedded PostgreSQL, which is 60 MB of it. Whoever raises it says in its commit for what. */
const MOST_BYTES = 165_000_000;

const writeRelease = (to: string) => run(process.execPath, ["scripts/release.mjs", "--to", to]);

/** What a later release replaces. Writing a real one takes most of a minute. */
function writeEarlierRelease(to: string) {
  for (const name of [RELEASE_MARK, "docs/of-an-earlier-one.md"]) {
    mkdirSync(path.join(to, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(to, name), "Of an earlier release.");
  }
}

it("a release is small and does everything without an installation, a source or a compiler", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "till release "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const to = path.join(folder, "till");
  writeEarlierRelease(to);
  expect((await writeRelease(to)).stdout).toContain(`${to}: `);
  expect(readdirSync(folder)).toEqual(["till"]);
  expect(existsSync(path.join(to, "docs/of-an-earlier-one.md"))).toBe(false);
  const { stdout } = await run("du", ["-sb", to]);
  expect(Number.parseInt(stdout, 10)).toBeLessThan(MOST_BYTES);
  for (const name of ["app", "lib", "node_modules/typescript", "node_modules/esbuild", "node_modules/@tailwindcss"]) {
    expect([name, existsSync(path.join(to, name))]).toEqual([name, false]);
  }

  expect((statSync(to).mode & 0o777).toString(8)).toBe("755");
  expect(existsSync(path.join(to, "deploy/systemd/till.service"))).toBe(true);
  expect(existsSync(path.join(to, "deploy/secrets"))).toBe(false);

  // other machines build the same names from the same sources
  const built = (name: string) => readFileSync(path.join(to, ".next", name), "utf8");
  expect(built("BUILD_ID")).toBe(await config("phase-production-build").generateBuildId?.());
  const actions = JSON.parse(built("server/server-reference-manifest.json"));
  expect(actions.encryptionKey).toBe(pagesBuildEnv().NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);

  const receiver = await startReceiver((_request, response) => response.end());
  const collector = await startCollector();
  const service = await startService({
    hasOwnPostgres: true,
    root: to,
    env: {
      INNGEST_DEV: "http://127.0.0.1:9",
      JOBS_DRIVER: "both",
      METRICS_TOKEN: "a token for metrics",
      ...collector.env,
      npm_execpath: "",
    },
  });
  expect(service.output()).not.toContain("Building");
  // where there need be no npm
  const [hint = ""] = /^ {2}DATA_DIR=.*\n(?: {4}.*\n)*/m.exec(service.output()) ?? [];
  expect(hint).toContain("node scripts/admin.mjs create-merchant");
  const first = await run("sh", ["-c", hint], { cwd: to });
  expect(JSON.parse(first.stdout).keys.sandbox).toMatch(/^svc_test_/);
  const person = { email: "owner@example.com", password: "a long enough password" };
  const merchant = JSON.parse(
    await service.admin(
      "create-merchant",
      "--name",
      "Shop",
      "--terminal",
      "Till 1",
      "--webhook-url",
      receiver.url,
      "--email",
      person.email,
      "--password",
      person.password,
    ),
  );
  const created = await ask(
    service,
    "/api/v1/create-payment-intent",
    { amount_usdt: 3 },
    bearer(merchant.keys.sandbox),
  );
  await ask(service, "/api/v1/simulate-payment", { id: created.json.intent.id });
  await waitFor("both events", () => receiver.requests.length === 2);

  const { outcome, jar } = await attemptSignIn(service, person);
  expect(outcome).toBe("done");
  const pages = [
    "/",
    "/docs/api",
    `/pay/${created.json.intent.id}`,
    "/checkout.js",
    "/offline-wallet.html",
    "/api/inngest",
  ];
  const own = ["", "/payments", "/reports", "/settings/general"].map(
    (name) => `/dashboard/${merchant.merchant_id}/sandbox${name}`,
  );
  for (const page of [...pages, ...own]) {
    const { status, text } = await ask(service, page, undefined, { cookie: cookiesOf(jar) });
    expect([page, status, text.length > 100]).toEqual([page, 200, true]);
  }
  const metrics = await ask(service, "/metrics", undefined, bearer("a token for metrics"));
  expect(metrics.text).toContain("till_webhook_attempts_total");
  expect(await service.end()).toBe(0);
  expect(collector.spans().map(({ name }) => name)).toContain("POST /api/v1/create-payment-intent");
  expect(service.output()).not.toMatch(/Cannot find|MODULE_NOT_FOUND|"level":"?(error|50)/);

  // it replaces no folder that has more in it
  mkdirSync(path.join(to, ".data"));
  const kept = await writeRelease(to).catch((error) => error);
  expect(kept.stderr).toContain(`${to} has more than a release in it: .data. Move it elsewhere`);
  expect(readdirSync(to)).toContain(".data");
  const other = path.join(folder, "other");
  mkdirSync(other);
  writeFileSync(path.join(other, "notes.txt"), "mine");
  const failed = await writeRelease(other).catch((error) => error);
  expect(failed.stderr).toContain("is neither empty nor an earlier release");
  expect(readdirSync(folder).sort()).toEqual(["other", "till"]);
});
