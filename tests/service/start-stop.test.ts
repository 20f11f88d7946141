import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startReceiver } from "@/tests/support/receiver";
import {
  ask,
  bearer,
  killPostgres,
  newDataDir,
  postgresPid,
  startRefused,
  startService,
} from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

/** A service with a PostgreSQL of its own, as an installation runs that sets nothing. */
const startAlone = (env: Record<string, string> = {}) => startService({ hasOwnPostgres: true, env });

describe("start and stop", () => {
  it("a first start says what to do next, keeps its secrets to itself, and stops in order; a second has what it stored", async () => {
    const service = await startAlone();
    expect(service.output()).toContain("npm run --silent admin -- create-merchant");
    expect((await ask(service, "/api/health/ready")).status).toBe(200);
    const [hint] = /^ {2}DATA_DIR=.*\n(?: {4}.*\n)*/m.exec(service.output()) ?? [""];
    const { stdout } = await promisify(execFile)("sh", ["-c", hint], {
      env: { NODE_ENV: "production", PATH: process.env.PATH },
    });
    const { keys } = JSON.parse(stdout);
    expect(keys.sandbox).toMatch(/^svc_test_/);
    const secrets = path.join(service.dataDir, "secrets.json");
    expect(statSync(secrets).mode & 0o777).toBe(0o600);
    const { ENCRYPTION_KEY } = JSON.parse(readFileSync(secrets, "utf8"));
    expect(service.output()).not.toContain(ENCRYPTION_KEY);
    expect(postgresPid(service.dataDir)).not.toBeNull();
    const { json } = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 3 }, bearer(keys.sandbox));
    expect(await service.end("SIGINT")).toBe(0);
    expect(postgresPid(service.dataDir)).toBeNull();

    const second = await startService({ dataDir: service.dataDir });
    expect(second.output()).not.toContain("create-merchant");
    expect((await ask(second, `/api/v1/intent-status?id=${json.intent.id}`)).json.status).toBe("pending");
  });

  it("a service whose output nobody reads any more answers on and stops in order", async () => {
    const service = await startAlone({ LOG_LEVEL: "debug" });
    service.deafen();
    killPostgres(service.dataDir);
    await waitFor("the database to be back", async () => (await ask(service, "/api/health/ready")).status === 200);
    expect(await service.end()).toBe(0);
  });

  it("SIGTERM lets the attempt in flight finish and be recorded", async () => {
    let release = () => {};
    const receiver = await startReceiver((_request, response) => {
      release = () => response.end("late");
    });
    const service = await startAlone();
    const merchant = await service.createMerchant(receiver.url);
    await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 3 }, bearer(merchant.keys.sandbox));
    await waitFor("the attempt to begin", () => receiver.requests.length === 1);
    const ended = service.end("SIGTERM");
    await waitFor("the port to be closed", () =>
      fetch(service.url).then(
        () => false,
        () => true,
      ),
    );
    release();
    expect(await ended).toBe(0);
    const again = await startService({ dataDir: service.dataDir });
    const listed = await again.admin("list-deliveries", "--endpoint", merchant.webhook_endpoint_id);
    expect(JSON.parse(listed).deliveries).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  it("a SIGTERM or SIGKILL for npm ends the service too, in order", async () => {
    const dataDir = newDataDir();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const service = await startService({ dataDir, command: ["npm", "start"] });
      expect(postgresPid(dataDir)).not.toBeNull();
      await service.end(signal);
      await waitFor(`PostgreSQL to stop after ${signal}`, () => postgresPid(dataDir) === null);
      await expect(fetch(service.url)).rejects.toThrow();
    }
  });

  it("two copies run side by side", async () => {
    const [a, b] = await Promise.all([startAlone(), startAlone()]);
    expect(a.url).not.toBe(b.url);
    for (const service of [a, b]) expect((await ask(service, "/api/health/ready")).status).toBe(200);
  });

  it("the operator's commands work while it runs, and without it, and no start takes another key than the data has", async () => {
    const service = await startAlone();
    const merchant = await service.createMerchant("http://127.0.0.1:9/hook");
    expect(JSON.parse(await service.admin("list")).merchants).toHaveLength(1);
    const rotated = JSON.parse(await service.admin("rotate-key", "--terminal", merchant.terminal_id));
    const create = (key: string) => ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1 }, bearer(key));
    expect((await create(merchant.keys.sandbox)).json.code).toBe("invalid_api_key");
    expect((await create(rotated.keys.sandbox)).status).toBe(200);
    const report = await service.admin("doctor").catch((error) => error.stdout);
    expect(report).toMatch(/ok {4}database .*embedded/);
    await service.end();
    expect(JSON.parse(await service.admin("list")).merchants).toHaveLength(1);
    expect(postgresPid(service.dataDir)).toBeNull();

    const other = Buffer.alloc(32, 7).toString("base64");
    const { code, output } = await startRefused({ ENCRYPTION_KEY: other }, service.dataDir);
    expect([code, output]).toEqual([1, expect.stringContaining("ENCRYPTION_KEY can't decrypt the secrets")]);
  });
});

it("an operator's command makes no data where there are none", async () => {
  const dataDir = newDataDir();
  const asked = promisify(execFile)(process.execPath, ["scripts/admin.mjs", "list"], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, DATA_DIR: dataDir },
  });
  await expect(asked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`no database in ${dataDir}`) });
  expect(existsSync(dataDir)).toBe(false);
});

describe("a wrong value", () => {
  it.each([
    [{ PORT: "eighty" }, /^PORT must be a whole number/m],
    [{ DATABASE_URL: "mysql://localhost/x" }, /^DATABASE_URL must be a URL that starts with postgres/m],
    [{ JOBS_DRIVER: "inngest" }, /^JOBS_DRIVER=inngest needs INNGEST_DEV/m],
    [{ HOST: "203.0.113.9" }, /^HOST 203\.0\.113\.9 is not an address of this machine/m],
  ])("%j stops the start with a sentence that names it", async (env, sentence) => {
    const { code, output } = await startRefused(env);
    expect(code).toBe(1);
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/at .*\.mjs:\d+/);
  });

  it.each(["1", "2"])("a taken port says so and starts nothing, with %s processes", async (WEB_CONCURRENCY) => {
    const holder = createServer().listen(0);
    const { port } = holder.address() as { port: number };
    const dataDir = newDataDir();
    const { code, output } = await startRefused({ PORT: String(port), WEB_CONCURRENCY }, dataDir);
    holder.close();
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`^PORT ${port} is already in use`, "m"))]);
    expect(existsSync(dataDir)).toBe(false);
  });
});
