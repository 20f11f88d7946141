import { describe, expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { cuttingProxy } from "@/tests/support/cutting-proxy";
import { customers, expectKept, nothingYet, subset } from "@/tests/support/promises";
import { startReceiver } from "@/tests/support/receiver";
import { hasRedis, startRedis } from "@/tests/support/redis";
import { ask, type RunningService, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

const env = () => ({
  ENCRYPTION_KEY: process.env.ENCRYPTION_KEY as string,
  DATABASE_URL: process.env.DATABASE_URL as string,
  WEBHOOK_RETRY_DELAYS_S: "0.2,0.2,0.5,1,2",
  RATE_LIMIT_CREATE_PER_SECOND: "0",
  RATE_LIMIT_SIMULATE_PER_MINUTE: "0",
  RATE_LIMIT_STATUS_PER_MINUTE: "0",
});

type Delivery = { intent: string; type: string; status: string };

const deliveriesOf = (merchantId: string) => database().sql<Delivery[]>`
  select e.intent_id as intent, e.type, d.status
    from events e join webhook_deliveries d on d.event_id = e.id where e.merchant_id = ${merchantId}`;

describe("three web processes and two engines on one database", () => {
  it("make up for one that is killed, one that is paused and two that are cut off", async () => {
    let holds = false;
    const held: (() => void)[] = [];
    const receiver = await startReceiver((_request, response) => {
      if (holds) held.push(() => response.end());
      else response.end();
    });
    const proxy = await cuttingProxy(env().DATABASE_URL);
    onTestFinished(() => proxy.close());
    const shared: Record<string, string> = env();
    if (hasRedis()) {
      const port = await freePort();
      const redis = await startRedis(port);
      onTestFinished(() => redis.stop());
      shared.REDIS_URL = `redis://127.0.0.1:${port}`;
    }
    const start = (TILL_ROLE: "web" | "engine", url = shared.DATABASE_URL) =>
      startService({ env: { ...shared, DATABASE_URL: url as string, TILL_ROLE } });
    const webs = [await start("web"), await start("web"), await start("web", proxy.url)];
    const [steady, mortal, distant] = webs as [RunningService, RunningService, RunningService];
    const engines = [await start("engine"), await start("engine", proxy.url)] as const;
    const merchant = await steady.createMerchant(receiver.url);
    const promised = nothingYet();
    let turn = 0;
    const stop = customers(() => webs[turn++ % webs.length] as RunningService, merchant.keys.sandbox, promised, 3);
    const goOn = async (what: string, payments = 20) => {
      const enough = promised.paid.size + payments;
      await waitFor(what, () => promised.paid.size > enough);
    };
    await goOn("payments to begin");

    await mortal.end("SIGKILL");
    await goOn("payments without the one that was killed");

    await proxy.refuse();
    await goOn("payments without those that are cut off");
    const away = await ask(distant, "/api/health/ready");
    expect([away.status, away.json.checks.database]).toEqual([503, false]);
    await proxy.accept();
    await waitFor("the one that was cut off", async () => (await ask(distant, "/api/health/ready")).status === 200);
    await goOn("payments with it again");

    // paused with attempts of its own under way, whose leases another takes over
    holds = true;
    await waitFor("attempts under way", () => held.length >= 16);
    engines[0].signal("SIGSTOP");
    holds = false;
    for (const answer of held) answer();
    await goOn("payments while an engine is paused");
    await stop();
    const waiting = async () =>
      (await deliveriesOf(merchant.merchant_id)).filter(({ status }) => status !== "delivered");
    await waitFor("what the paused engine had begun", async () => (await waiting()).length === 0);
    engines[0].signal("SIGCONT");

    await expectKept(steady, promised);
    const deliveries = await deliveriesOf(merchant.merchant_id);
    for (const [type, intents] of [
      ["intent.created", promised.created],
      ["payment.success", promised.paid],
    ] as const) {
      const told = deliveries.filter((one) => one.type === type).map(({ intent }) => intent);
      expect(new Set(told).size).toBe(told.length);
      expect(subset(intents, new Set(told))).toBe(true);
    }
    const seen = receiver.requests.map(({ request, body }) => {
      const { event, intent_id: intent } = JSON.parse(body);
      return { what: `${event} ${intent}`, id: String(request.headers["webhook-id"]) };
    });
    const ids = new Set(seen.map(({ id }) => id));
    expect(new Set(seen.map(({ what }) => what)).size).toBe(ids.size);
    // attempts that were under way are made again, with the same ID
    expect(seen.length).toBeGreaterThan(ids.size);
    for (const one of [steady, distant, ...engines]) expect(await one.end()).toBe(0);
  });
});
