import { describe, expect, it } from "vitest";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, newDataDir, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

describe("processes with roles of their own", () => {
  it("share the work: the web takes payments, and the engine delivers their events and answers monitors only", async () => {
    const receiver = await startReceiver((_request, response) => response.end("thanks"));
    const dataDir = newDataDir();
    const web = await startService({ dataDir, env: { TILL_ROLE: "web" } });
    const merchant = await web.createMerchant(receiver.url);
    const create = async () =>
      (await ask(web, "/api/v1/create-payment-intent", { amount_usdt: 3 }, bearer(merchant.keys.sandbox))).json.intent;
    const first = await create();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(receiver.requests).toEqual([]);

    const METRICS_TOKEN = "a token for metrics";
    const env = { TILL_ROLE: "engine", WEB_CONCURRENCY: "2", METRICS_TOKEN };
    const engine = await startService({ dataDir, env });
    expect(engine.output()).toMatch(/^Till's engine is ready at /m);
    await waitFor("what was due before the engine started", () => receiver.requests.length === 1);
    const second = await create();
    await waitFor("what the web has told the engine", () => receiver.requests.length === 2);
    const told = receiver.requests.map(({ body }) => JSON.parse(body).intent_id);
    expect(told).toEqual([first.id, second.id]);
    expect((await ask(web, "/api/inngest")).status).toBe(404);

    for (const path of ["/api/health/live", "/api/health/ready"]) expect((await ask(engine, path)).status).toBe(200);
    const metrics = await ask(engine, "/metrics", undefined, bearer(METRICS_TOKEN));
    expect(metrics.text).toContain("till_job_lag_seconds 0");
    for (const path of [
      "/",
      "/sign-in",
      "/dashboard",
      "/pay/x",
      "/docs/api",
      "/api/v1/intent-status",
      "/checkout.js",
    ]) {
      const { status, json } = await ask(engine, path);
      expect([path, status, json?.code]).toEqual([path, 404, "not_found"]);
    }
    const { status } = await ask(engine, "/api/v1/create-payment-intent", { amount_usdt: 3 });
    expect(status).toBe(404);

    expect(await engine.end()).toBe(0);
    expect((await ask(web, `/api/v1/intent-status?id=${first.id}`)).json.status).toBe("pending");
  });
});
