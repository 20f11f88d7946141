import { describe, expect, it, onTestFinished } from "vitest";
import { cuttingProxy } from "@/tests/support/cutting-proxy";
import { startWithStandby } from "@/tests/support/hot-standby";
import { customers, expectKept, nothingYet, subset } from "@/tests/support/promises";
import { startReceiver } from "@/tests/support/receiver";
import { randomsOf } from "@/tests/support/seed";
import { ask, bearer, killPostgres, newDataDir, postgresPid, startService } from "@/tests/support/service";
import { builtActions, signInAt } from "@/tests/support/signed-in";
import { waitFor } from "@/tests/support/wait";

const chance = randomsOf("crash");

const QUICK_RETRIES = {
  WEBHOOK_RETRY_DELAYS_S: "0.2,0.2,0.5,1,2",
  RATE_LIMIT_CREATE_PER_SECOND: "0",
  RATE_LIMIT_SIMULATE_PER_MINUTE: "0",
};

describe("after a crash", () => {
  it("kill -9 at random moments: nothing promised is lost, nothing happens twice but attempts with the same id", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const dataDir = newDataDir();
    const promised = nothingYet();
    let service = await startService({ dataDir, env: { ...QUICK_RETRIES, RATE_LIMIT_STATUS_PER_MINUTE: "0" } });
    const merchant = await service.createMerchant(receiver.url);
    for (let round = 0; round < 4; round++) {
      const enough = promised.paid.size + 5 + chance() * 60;
      const stop = customers(() => service, merchant.keys.sandbox, promised, 6);
      await waitFor("payments before the crash", () => promised.paid.size > enough);
      await service.end("SIGKILL");
      const isDatabaseToo = round % 2 === 1;
      expect(isDatabaseToo && killPostgres(dataDir)).toBe(isDatabaseToo);
      await stop();
      service = await startService({ dataDir, env: { ...QUICK_RETRIES, RATE_LIMIT_STATUS_PER_MINUTE: "0" } });
    }
    await expectKept(service, promised);
    const seen = (type: string) =>
      receiver.requests
        .filter((one) => one.request.headers["x-service-event"] === type)
        .map((one) => ({ id: String(one.request.headers["webhook-id"]), body: one.body }));
    const intentsOf = (events: { body: string }[]) => new Set(events.map((event) => JSON.parse(event.body).intent_id));
    await waitFor("every event of every promise", () => subset(promised.created, intentsOf(seen("intent.created"))));
    await waitFor("every payment's event", () => subset(promised.paid, intentsOf(seen("payment.success"))));
    for (const type of ["intent.created", "payment.success"]) {
      const eventOf = new Map<string, string>();
      const bodyOf = new Map<string, string>();
      expect(seen(type).length).toBeGreaterThan(20);
      for (const { id, body } of seen(type)) {
        const intent = JSON.parse(body).intent_id as string;
        expect(eventOf.get(intent) ?? id).toBe(id);
        expect(bodyOf.get(id) ?? body).toBe(body);
        eventOf.set(intent, id);
        bodyOf.set(id, body);
      }
    }
  });

  it("PostgreSQL killed under load: api_error or a wait, then recovery without a restart of the service", async () => {
    const settings = { ...QUICK_RETRIES, RATE_LIMIT_STATUS_PER_MINUTE: "0" };
    const service = await startService({ hasOwnPostgres: true, env: settings });
    const merchant = await service.createMerchant();
    const promised = nothingYet();
    const stop = customers(() => service, merchant.keys.sandbox, promised, 8);
    await waitFor("payments to begin", () => promised.created.size > 20);
    for (let round = 0; round < 2; round++) {
      const killed = postgresPid(service.dataDir);
      expect(killPostgres(service.dataDir)).toBe(true);
      // the killed server's connections may go on for a moment
      await waitFor("another PostgreSQL", () => ![null, killed].includes(postgresPid(service.dataDir)));
      const before = promised.created.size;
      await waitFor("payments to go on", () => promised.created.size > before + 20);
    }
    await stop();
    await expectKept(service, promised);
    expect((await ask(service, "/api/health/ready")).status).toBe(200);
    expect(await service.end()).toBe(0);
  });

  it("the primary killed under load: 503 until the standby takes over, and nothing is lost that it had acknowledged", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const database = await startWithStandby({ isSynchronous: true });
    const settings = { ...QUICK_RETRIES, RATE_LIMIT_STATUS_PER_MINUTE: "0", DATABASE_URL: database.url };
    const service = await startService({ env: settings });
    const merchant = await service.createMerchant(receiver.url);
    const promised = nothingYet();
    const stop = customers(() => service, merchant.keys.sandbox, promised, 8);
    await waitFor("payments to begin", () => promised.paid.size > 20);
    database.killPrimary();
    const create = () =>
      ask(service, "/api/v1/create-payment-intent", { amount_usdt: 2 }, bearer(merchant.keys.sandbox));
    // the killed server's connections may go on for a moment
    await waitFor("payment intents to be refused", async () => (await create()).status === 503);
    await waitFor("not ready", async () => (await ask(service, "/api/health/ready")).status === 503);
    await database.promote();
    const before = promised.paid.size;
    await waitFor("payments to go on", () => promised.paid.size > before + 20);
    await stop();
    await expectKept(service, promised);
    const told = () =>
      new Set(
        receiver.requests
          .map(({ body }) => JSON.parse(body))
          .filter(isPayment)
          .map(intentOf),
      );
    await waitFor("every payment's event", () => subset(promised.paid, told()));
    expect((await ask(service, "/api/health/ready")).status).toBe(200);
    expect(await service.end()).toBe(0);
  });
});

type Event = { event: string; intent_id: string };
const isPayment = ({ event }: Event) => event === "payment.success";
const intentOf = ({ intent_id: id }: Event) => id;

describe("an error that nothing caught", () => {
  const NODE_OPTIONS = `--import=${new URL("../support/fault-on-signal.mjs", import.meta.url).href}`;

  it("exception or rejection, it is logged and ends the process in order, with 1", async () => {
    const dataDir = newDataDir();
    for (const FAULT of ["exception", "rejection"]) {
      const service = await startService({ dataDir, env: { NODE_OPTIONS, FAULT } });
      expect([FAULT, await service.end("SIGUSR2")]).toEqual([FAULT, 1]);
      expect(service.output()).toMatch(/"level":"fatal".*meant by the test/);
      expect(service.output()).toContain("Stopped.");
      expect(postgresPid(dataDir)).toBeNull();
    }
  });

  it("a worker that met one is started again, and what it has counted isn't lost", async () => {
    const METRICS_TOKEN = "a token for metrics";
    const service = await startService({ env: { NODE_OPTIONS, WEB_CONCURRENCY: "2", METRICS_TOKEN } });
    const counted = async () => {
      const { text } = await ask(service, "/metrics", undefined, bearer(METRICS_TOKEN));
      return /_count\{route="\/api\/v1\/demo-create-intent"[^}]*\} (\d+)/.exec(text)?.[1];
    };
    await ask(service, "/api/v1/demo-create-intent", "");
    expect(await counted()).toBe("1");
    for (let died = 1; died <= 2; died++) {
      service.signal("SIGUSR2");
      await waitFor("a worker to end", () => service.output().split("a worker died and is restarted").length > died);
    }
    const answer = () => ask(service, "/api/health/ready").catch(() => null);
    await waitFor("the workers that took their places", async () => (await answer())?.status === 200);
    expect(await counted()).toBe("1");
    expect(await service.end()).toBe(0);
  });
});

it("a worker that doesn't answer the primary fails a look at the metrics, and nothing else", async () => {
  const NODE_OPTIONS = `--import=${new URL("../support/fault-on-signal.mjs", import.meta.url).href}`;
  const METRICS_TOKEN = "a token for metrics";
  const service = await startService({ env: { NODE_OPTIONS, FAULT: "silence", WEB_CONCURRENCY: "2", METRICS_TOKEN } });
  const look = async () => (await ask(service, "/metrics", undefined, bearer(METRICS_TOKEN))).status;
  expect(await look()).toBe(200);
  service.signal("SIGUSR2");
  await waitFor("the worker to fall silent", () => /^silent$/m.test(service.output()));
  // both workers are asked in turn, and each asks the primary, which asks both
  expect(new Set(await Promise.all([look(), look(), look(), look()]))).toEqual(new Set([500]));
  await waitFor("the primary to give up too", () => service.output().includes("a call of another process failed"));
  expect((await ask(service, "/api/health/ready")).status).toBe(200);
  expect(service.output()).not.toContain("shuts down");
  expect(await service.end()).toBe(0);
});

describe("a database that is away", () => {
  it.each(["true", "false"])(
    "is 503 with a time to come back for API and pages, with FAST_LANE=%s",
    async (FAST_LANE) => {
      const proxy = await cuttingProxy(process.env.DATABASE_URL as string);
      onTestFinished(() => proxy.close());
      const ENCRYPTION_KEY = process.env.ENCRYPTION_KEY as string;
      const service = await startService({ env: { DATABASE_URL: proxy.url, ENCRYPTION_KEY, FAST_LANE } });
      const merchant = await service.createMerchant();
      const create = () =>
        ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1 }, bearer(merchant.keys.sandbox));
      const { id } = (await create()).json.intent;
      const page = () => ask(service, `/pay/${id}`, undefined, { accept: "text/html" });
      expect((await page()).status).toBe(200);

      await proxy.refuse();
      const refused = await create();
      expect(refused.json).toMatchObject({
        code: "api_error",
        error: expect.stringContaining("can't reach its database"),
      });
      const failed = await page();
      for (const answer of [refused, failed]) {
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
      }
      expect(failed.text).toContain("</html>");
      expect((await ask(service, "/api/health/ready")).json.checks.database).toBe(false);
      expect((await ask(service, "/api/health/live")).status).toBe(200);

      await proxy.accept();
      await waitFor("payments to be taken again", async () => (await create()).status === 200);
      expect((await page()).status).toBe(200);
      expect(await service.end()).toBe(0);
    },
  );

  it("signs nobody out: pages, actions and the keypad say that it is away, and go on when it is back", async () => {
    const proxy = await cuttingProxy(process.env.DATABASE_URL as string);
    onTestFinished(() => proxy.close());
    const ENCRYPTION_KEY = process.env.ENCRYPTION_KEY as string;
    const service = await startService({ env: { DATABASE_URL: proxy.url, ENCRYPTION_KEY } });
    const owner = { email: `${Math.random()}@example.com`, password: "a long enough password" };
    const made = await service.createMerchant(undefined, owner);
    const browser = await signInAt(service, owner.email, owner.password);
    const page = `/dashboard/${made.merchant_id}/sandbox/payments`;
    const takings = `/pos/${made.terminal_id}/sandbox/shift`;
    const statuses = async () => [(await browser.get(page)).status, await browser.post(takings, { open: true })];
    const { id: changeName = "" } = builtActions().find(({ name }) => name === "changeName") ?? {};
    const rename = async () => (await browser.act(changeName, [{ name: "Ana" }])).result;

    await proxy.refuse();
    expect(await statuses()).toEqual([503, 503]);
    expect(await rename()).toMatchObject({ code: "api_error", message: expect.stringContaining("database") });
    await proxy.accept();
    await waitFor("the database to be back", async () => (await ask(service, "/api/health/ready")).status === 200);
    expect(await rename()).toMatchObject({ ok: true });
    expect((await browser.get(page)).status).toBe(200);
    expect(await service.end()).toBe(0);
  });
});
