import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { notifyWork } from "@/lib/base/db/listen";
import { log } from "@/lib/base/process/log";
import { resendDelivery } from "@/lib/delivery/log/resend";
import { wakeJobs } from "@/lib/service/api/wake";
import { call } from "@/tests/support/api";
import { deliveriesOf } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { serveRoute, startInngestServer } from "@/tests/support/inngest-server";
import { waitFor } from "@/tests/support/wait";

let server: Awaited<ReturnType<typeof startInngestServer>>;

beforeAll(async () => {
  server = await startInngestServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The route as a process with these variables loads it, behind HTTP. */
async function serve(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  const served = await serveRoute(await import("@/app/api/inngest/route"));
  onTestFinished(() => served.close());
  return `${served.url}/api/inngest`;
}

async function createIntent(webhookUrl?: string) {
  const { keys, merchantId } = await createMerchantFixture({ webhookUrl });
  const { json } = await call("create-payment-intent", { amount_usdt: 5 }, { key: keys.sandbox });
  const { id, expires_at } = json.intent as { id: string; expires_at: string };
  return { id, expiresAt: expires_at, key: keys.sandbox, merchantId };
}

type Op = { id: string; op: string; name?: string; displayName: string; data?: unknown };

/** Asks for the next step of a run as Inngest does, with what the steps before have returned. */
async function ask(url: string, fnId: string, event: { name: string; data: unknown }, done: Op[]) {
  const stack = done.map((op) => op.id);
  const response = await fetch(`${url}?fnId=${fnId}&stepId=step`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      version: 2,
      event: { id: "1", ts: Date.now(), ...event },
      events: [{ id: "1", ts: Date.now(), ...event }],
      steps: Object.fromEntries(done.map((op) => [op.id, { type: "data", data: op.data ?? null }])),
      ctx: { run_id: "run", attempt: 0, stack: { stack, current: stack.length } },
    }),
  });
  return { status: response.status, body: await response.json() };
}

describe("without Inngest's variables", () => {
  it("the address is not there, nothing is published, and the SDK is not loaded", async () => {
    const loaded: string[] = [];
    for (const module of ["inngest", "inngest/next"]) {
      vi.doMock(module, () => {
        loaded.push(module);
        throw new Error("not to be loaded");
      });
    }
    onTestFinished(() => {
      vi.doUnmock("inngest");
      vi.doUnmock("inngest/next");
    });
    const url = await serve({ NEXT_RUNTIME: "nodejs" });
    for (const method of ["GET", "POST", "PUT"]) {
      const answer = await fetch(url, { method, body: method === "GET" ? undefined : "{}" });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ error: expect.any(String), code: "not_found" });
    }
    const { register } = await import("@/instrumentation");
    await register();
    expect(loaded).toEqual([]);
    await serve({ INNGEST_DEV: server.url });
    const again = await import("@/instrumentation");
    await expect(again.register()).rejects.toThrow();
    expect(loaded).not.toEqual([]);
  });
});

describe("what Inngest calls", () => {
  it("exports GET, POST and PUT and no other method", async () => {
    const route = await import("@/app/api/inngest/route");
    expect(Object.keys(route).filter((name) => /^[A-Z]+$/.test(name))).toEqual(["GET", "POST", "PUT"]);
  });

  it("isn't read to its end if it is larger than anything that Inngest sends", async () => {
    const url = await serve({ INNGEST_DEV: server.url });
    const answer = await fetch(url, { method: "POST", body: JSON.stringify("x".repeat(5_000_000)) });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { error: expect.any(String), code: "payload_too_large" },
    ]);
  });

  it("registers every function with its triggers and cancellations", async () => {
    const url = await serve({ INNGEST_DEV: server.url });
    const answer = await fetch(url, { method: "PUT" });
    expect(answer.status).toBe(200);
    const registration = server.registrations.at(-1);
    expect(registration).toMatchObject({ url, appName: "till" });
    const functions = registration?.functions.map(({ id, triggers, cancel }) => ({ id, triggers, cancel }));
    expect(functions).toEqual([
      {
        id: "till-expire-intent",
        triggers: [{ event: "till/intent.created" }],
        cancel: [{ event: "till/intent.settled", if: "async.data.intentId == event.data.intentId" }],
      },
      { id: "till-complete-demo", triggers: [{ event: "till/demo.created" }] },
      { id: "till-deliver-webhook", triggers: [{ event: "till/delivery.queued" }] },
      { id: "till-deliver-due", triggers: [{ event: "till/webhooks.due" }] },
      { id: "till-sweep", triggers: [{ cron: "* * * * *" }] },
      { id: "till-clean-up", triggers: [{ cron: "*/10 * * * *" }] },
      { id: "till-number-feed", triggers: [{ cron: "* * * * *" }] },
      { id: "till-read-rates", triggers: [{ cron: "* * * * *" }] },
      { id: "till-keep-books", triggers: [{ cron: "* * * * *" }] },
      { id: "till-send-notifications", triggers: [{ cron: "* * * * *" }] },
    ]);
    expect(registration?.functions[0]?.steps.step.runtime.url).toBe(`${url}?fnId=till-expire-intent&stepId=step`);
    expect(registration?.functions[4]?.concurrency).toBe(1);
  });

  it("registers the reports by email where a mail server is configured", async () => {
    const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "till@shop.example" };
    const url = await serve({ INNGEST_DEV: server.url, ...mail });
    await fetch(url, { method: "PUT" });
    expect(server.registrations.at(-1)?.functions).toContainEqual(
      expect.objectContaining({ id: "till-send-reports", triggers: [{ cron: "*/5 * * * *" }], concurrency: 1 }),
    );
  });

  it("runs an expiry step by step: sleep, move, deliveries, end", async () => {
    const url = await serve({ INNGEST_DEV: server.url });
    const { id, expiresAt, merchantId } = await createIntent("http://127.0.0.1:9/hook");
    const event = { name: "till/intent.created", data: { intentId: id, expiresAt } };
    const next = (...done: Op[]) => ask(url, "till-expire-intent", event, done);

    const first = await next();
    expect(first.status).toBe(206);
    expect(first.body).toMatchObject([{ op: "Sleep", name: expiresAt, displayName: "until-expiry" }]);

    await database().sql`update payment_intents set expires_at = now() - interval '1 s' where id = ${id}`;
    const second = await next(first.body[0]);
    expect(second.status).toBe(206);
    expect(second.body).toMatchObject([{ op: "StepRun", displayName: "expire-1", data: "expired" }]);
    expect(await database().sql`select status from payment_intents where id = ${id}`).toEqual([{ status: "expired" }]);

    const third = await next(first.body[0], second.body[0]);
    const deliveries = (await deliveriesOf(merchantId)).map((row) => row.id);
    expect(third.body[0].data.map((delivery: { id: string }) => delivery.id).sort()).toEqual(deliveries.sort());

    const fourth = await next(first.body[0], second.body[0], third.body[0]);
    expect(fourth.body).toMatchObject([{ displayName: "start-deliveries" }]);
    expect(server.events.map((sent) => sent.id)).toEqual(
      expect.arrayContaining(deliveries.map((d) => `deliver:${d}:0`)),
    );

    const last = await next(first.body[0], second.body[0], third.body[0], fourth.body[0]);
    expect(last).toEqual({ status: 200, body: { status: "expired" } });
  });

  it("asked again for a step whose answer was lost, moves nothing a second time", async () => {
    const url = await serve({ INNGEST_DEV: server.url });
    const { id, expiresAt } = await createIntent();
    await database().sql`update payment_intents set expires_at = now() - interval '1 s' where id = ${id}`;
    const event = { name: "till/intent.created", data: { intentId: id, expiresAt } };
    const { body } = await ask(url, "till-expire-intent", event, []);
    const answers = await Promise.all([1, 2, 3].map(() => ask(url, "till-expire-intent", event, [body[0]])));
    expect(answers.map((answer) => answer.body[0].data)).toEqual(["expired", "expired", "expired"]);
    const events = await database().sql`select type from events where intent_id = ${id} and type = 'payment.expired'`;
    expect(events).toHaveLength(1);
  });

  it("with keys, runs nothing that is not signed and registers its own address, whatever Host a sync names", async () => {
    const url = await serve({
      APP_URL: "https://pay.example.com",
      INNGEST_BASE_URL: server.url,
      INNGEST_EVENT_KEY: "event-key",
      INNGEST_SIGNING_KEY: `signkey-test-${"ab".repeat(32)}`,
    });
    const { id, expiresAt } = await createIntent();
    const event = { name: "till/intent.created", data: { intentId: id, expiresAt } };
    expect((await ask(url, "till-expire-intent", event, [])).status).toBe(401);
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { method: "PUT" })).status).toBe(200);
    expect(server.registrations.at(-1)?.url).toBe("https://pay.example.com/api/inngest");
  });
});

describe("what Inngest is told", () => {
  const told = (id: string) => server.events.filter((event) => Object.values(event.data).includes(id));
  const toldIds = (...ids: string[]) =>
    waitFor(ids.join(), () => ids.every((id) => server.events.some((event) => event.id === id)));

  /** Next's hook, as the server calls it. The engine it registers stays for the rest of this file. */
  async function register() {
    vi.stubEnv("NEXT_RUNTIME", "nodejs");
    vi.stubEnv("INNGEST_DEV", server.url);
    vi.resetModules();
    const { register } = await import("@/instrumentation");
    await register();
    await register();
  }

  /** A stop of this machine is no Inngest that hangs: what it is told arrives. */
  function withoutDeadline() {
    const deadline = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
    onTestFinished(() => deadline.mockRestore());
  }

  it("an intent's expiry and its deliveries, once each although registered twice, and that it settled", async () => {
    withoutDeadline();
    await register();
    const { id, expiresAt, key, merchantId } = await createIntent("http://127.0.0.1:9/hook");
    const [delivery] = await deliveriesOf(merchantId);
    await toldIds(`expire:${id}`, `deliver:${delivery?.id}:0`);
    expect(told(id)).toMatchObject([{ name: "till/intent.created", data: { intentId: id, expiresAt } }]);
    expect(told(delivery?.id ?? "")).toMatchObject([{ name: "till/delivery.queued" }]);
    await call("cancel-payment-intent", { id }, { key });
    await toldIds(`settled:${id}`);
    expect(told(id).map((event) => event.name)).toEqual(["till/intent.created", "till/intent.settled"]);
  });

  it("a demo intent's payment", async () => {
    withoutDeadline();
    await register();
    const { json } = await call("demo-create-intent", {});
    await toldIds(`demo:${json.intent_id}`, `expire:${json.intent_id}`);
    const demo = told(json.intent_id).find((event) => event.name === "till/demo.created");
    const [{ createdAt }] = await database().sql<[{ createdAt: Date }]>`
      select created_at as "createdAt" from payment_intents where id = ${json.intent_id}`;
    const due = Date.parse(demo?.data.dueAt ?? "");
    // each of the two is rounded to milliseconds
    expect(due - createdAt.getTime()).toBeGreaterThanOrEqual(5_999);
    expect(due - Date.now()).toBeLessThanOrEqual(6_000);
  });

  const dueTold = () => server.events.filter((event) => event.name === "till/webhooks.due").map((event) => event.id);

  it("of a wake that names no intent: that webhooks are due, under a name of its own each time", async () => {
    withoutDeadline();
    await register();
    // the first one is that of beginning to listen
    await waitFor("the listener", () => dueTold().length > 0);
    const before = dueTold().length;
    wakeJobs();
    await waitFor("the first event", () => dueTold().length > before);
    wakeJobs();
    await waitFor("the second event", () => dueTold().length > before + 1);
    expect(new Set(dueTold()).size).toBe(dueTold().length);
  });

  it("what a process without an engine has said in the database", async () => {
    withoutDeadline();
    await register();
    await waitFor("the listener", () => dueTold().length > 0);
    const before = dueTold().length;
    await notifyWork(database());
    await waitFor("the event", () => dueTold().length > before);
  });

  it("a resend as work of its own, which Inngest has not seen before", async () => {
    withoutDeadline();
    await register();
    const { id, merchantId } = await createIntent("http://127.0.0.1:9/hook");
    const [delivery] = await deliveriesOf(merchantId);
    await toldIds(`deliver:${delivery?.id}:0`);
    await database().sql`
      update webhook_deliveries set status = 'failed', attempts = 6, next_attempt_at = null, ended_at = now()
       where id = ${delivery?.id ?? ""}`;
    await resendDelivery(
      { ...systemContext(database(), "test"), merchantId, environment: "sandbox" },
      delivery?.id ?? "",
    );
    wakeJobs({ intentId: id });
    await toldIds(`deliver:${delivery?.id}:6`);
  });

  it("a hung Inngest delays no request, fails none, and is complained of once", async () => {
    const deadlines: { ms: number; end: AbortController }[] = [];
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const end = new AbortController();
      deadlines.push({ ms, end });
      return end.signal;
    });
    const passDeadlines = () => {
      for (const { end } of deadlines.splice(0)) end.abort();
    };
    await register();
    const { id, key } = await createIntent();
    await toldIds(`expire:${id}`);
    const create = () => call("create-payment-intent", { amount_usdt: 5 }, { key });
    const warn = vi.spyOn(log(), "warn");
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    onTestFinished(() => {
      timeout.mockRestore();
      warn.mockRestore();
      process.off("unhandledRejection", unhandled);
      server.hang(false);
    });
    server.hang(true);
    const before = server.posts.length;
    expect((await create()).status).toBe(200);
    await waitFor("the event", () => server.posts.length > before);
    expect(warn).not.toHaveBeenCalled();
    expect(deadlines.at(-1)?.ms).toBe(1_500);
    passDeadlines();
    await waitFor("the complaint", () => warn.mock.calls.length > 0);
    expect((await create()).status).toBe(200);
    server.hang(false);
    passDeadlines();
    const { json } = await create();
    await toldIds(`expire:${json.intent.id}`);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
