import { describe, expect, it } from "vitest";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { startCollector } from "@/tests/support/collector";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const traceparent = `00-${TRACE}-${PARENT}-01`;
const SERVER = 2;
const CLIENT = 3;
const COMPLAINT = "traces can't be exported as configured";

/** Prints what the service has loaded as it ends. */
const PRINT = { NODE_OPTIONS: `--import ${process.cwd()}/tests/support/print-tracing-packages.mjs` };

describe("traces", () => {
  it("continue the caller's, through every process, and tell no secret", async () => {
    const collector = await startCollector();
    const shop = await startReceiver((_request, response) => response.end("thanks"));
    const service = await startService({
      env: {
        ...collector.env,
        ...PRINT,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
        WEB_CONCURRENCY: "2",
      },
    });
    const merchant = await service.createMerchant(`${shop.url}?token=of-the-shop`);
    const key = merchant.keys.sandbox;
    const created = await ask(
      service,
      "/api/v1/create-payment-intent",
      { amount_usdt: 31.417389, reference: "order of a customer" },
      { ...bearer(key), traceparent },
    );
    const { id } = created.json.intent;
    await ask(service, "/api/v1/simulate-payment", { id }, { traceparent });
    await waitFor("both events", () => shop.requests.length === 2);
    await ask(service, `/pay/${id}`);
    await ask(service, "/reset-password/of-a-person", undefined, { traceparent });
    expect(await service.end()).toBe(0);

    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [creation] = named("POST /api/v1/create-payment-intent");
    expect(creation).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: SERVER, status: { code: 0 } });
    expect(creation?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/api/v1/create-payment-intent",
      "http.response.status_code": 200,
      "http.response.header.x-request-id": [created.headers.get("x-request-id")],
    });
    const [simulation] = named("POST /api/v1/simulate-payment");
    expect(simulation).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    const transaction = named("transaction").find((span) => span.parentSpanId === simulation?.spanId);
    expect(transaction).toMatchObject({ kind: CLIENT, attributes: { "db.system.name": "postgresql" } });
    expect(named("GET /pay/[id]")).toHaveLength(1);

    const attempts = named("POST webhook");
    expect(attempts.map(({ attributes }) => attributes["till.webhook.event_type"]).sort()).toEqual([
      "intent.created",
      "payment.success",
    ]);
    expect(attempts[0]).toMatchObject({ kind: CLIENT, status: { code: 0 } });
    expect(attempts[0]?.attributes).toEqual({
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "server.port": shop.port,
      "till.environment": "sandbox",
      "till.webhook.attempt": 1,
      "till.webhook.delivery_id": expect.any(String),
      "till.webhook.event_type": expect.any(String),
    });
    for (const { request } of shop.requests) expect(Object.keys(request.headers)).not.toContain("traceparent");

    const runs = named("engine deliveries");
    expect(runs.length).toBeGreaterThan(0);
    for (const run of runs) expect(run.attributes["till.engine.handled"]).toBeGreaterThan(0);

    const pages = spans.filter((span) => span.scope === "next.js");
    const page = pages.find((span) => span.attributes["http.route"] === "/reset-password/[token]");
    expect(page).toMatchObject({ name: "GET /reset-password/[token]", traceId: TRACE, kind: SERVER });
    expect(pages.filter(({ traceId }) => traceId !== TRACE)).toEqual([]);

    const processes = new Set(spans.map(({ resource }) => resource["process.pid"]));
    expect(processes.size).toBeGreaterThan(1);
    expect(spans[0]?.resource).toMatchObject({ "service.name": "till", "deployment.environment.name": "test" });
    for (const { request } of collector.requests) expect(request.headers.authorization).toBe("Bearer of-the-collector");

    const exported = collector.requests.map(({ body }) => body).join("\n");
    const secrets = [key, merchant.webhook_secret, "of-the-shop", "of-the-collector", "of-a-person"];
    for (const secret of [...secrets, id, "31.417389", "31417389", "order of a customer", "@example.com", "/hook"]) {
      expect([secret, exported.includes(secret)]).toEqual([secret, false]);
    }
    expect(service.output()).toMatch(/^OpenTelemetry: .*sdk-trace-base/m);
  });

  it("load nothing of the SDK unless an endpoint is set", async () => {
    const service = await startService({ env: PRINT });
    await ask(service, "/sign-in");
    const { status } = await ask(service, "/api/v1/intent-status?id=x", undefined, { traceparent });
    expect(status).toBe(400);
    expect(await service.end()).toBe(0);
    const loaded = [...service.output().matchAll(/^OpenTelemetry: (.*)$/gm)].flatMap(([, names]) => names?.split(" "));
    expect(loaded).toEqual(["api"]);
  });

  it("cost nothing but themselves while the collector is away, with one line in the log", async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: "100" };
    const service = await startService({ env: { ...env, OTEL_BSP_SCHEDULE_DELAY: "10" } });
    const complaints = () => service.output().split(COMPLAINT).length - 1;
    const request = async () => expect((await ask(service, "/api/v1/openapi.json")).status).toBe(200);
    await request();
    await waitFor("the first complaint", () => complaints() > 0);
    await request();
    expect(await service.end()).toBe(0);
    expect(complaints()).toBe(1);
  });

  it("do not hold up a stop when the collector never answers", async () => {
    const collector = await startReceiver(() => {});
    // the exporter itself would wait for longer than a stop may take
    const limits = { OTEL_EXPORTER_OTLP_TIMEOUT: "600000", OTEL_BSP_EXPORT_TIMEOUT: "600000" };
    const service = await startService({ env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url, ...limits } });
    expect((await ask(service, "/api/v1/openapi.json")).status).toBe(200);
    expect(await service.end()).toBe(0);
    await waitFor("the spans", () => collector.requests.some(({ request }) => request.url === "/hook"));
  });
});
