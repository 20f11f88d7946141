import { context, type SpanContext, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { batch } from "@/lib/base/db/batch";
import {
  annotate,
  continueTrace,
  HANDLED,
  hostAttributes,
  inSpan,
  LANE,
  outsideTrace,
  traceFields,
} from "@/lib/base/process/tracing";
import { startTracing } from "@/tests/support/tracing";

const pause = () => new Promise((resolve) => setImmediate(resolve));

describe("tracing that is off", () => {
  it("runs the work and nothing else", async () => {
    const never = () => {
      throw new Error("attributes were asked for");
    };
    const work = Promise.resolve("done");
    expect(inSpan("work", { attributes: never }, () => work)).toBe(work);
    annotate(never);
    expect(traceFields()).toEqual({});
    await expect(inSpan("work", {}, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  });
});

describe("tracing", () => {
  it("joins the spans of a request, its log lines and its caller", async () => {
    const { exported } = startTracing();
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    let fields = {};
    await continueTrace({ traceparent: `00-${traceId}-b7ad6b7169203331-01` }, () =>
      inSpan("outer", { kind: "server" }, () =>
        inSpan("inner", { onlyInside: true }, async () => {
          await pause();
          annotate(() => ({ note: "inner" }));
          fields = traceFields();
          await outsideTrace(() => inSpan("none", { onlyInside: true }, pause));
          await outsideTrace(() => inSpan("apart", {}, pause));
        }),
      ),
    );
    const [apart, inner, outer] = exported();
    expect(exported().map(({ name }) => name)).toEqual(["apart", "inner", "outer"]);
    expect(outer?.spanContext().traceId).toBe(traceId);
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.attributes).toEqual({ note: "inner" });
    expect(fields).toEqual({ trace_id: traceId, span_id: inner?.spanContext().spanId });
    expect(apart?.spanContext().traceId).not.toBe(traceId);
  });

  it("keeps the code of an error and none of its text", async () => {
    const { exported } = startTracing();
    const error = Object.assign(new Error("duplicate key (email)=(a@example.com)"), { code: "23505" });
    await expect(inSpan("work", {}, () => Promise.reject(error))).rejects.toBe(error);
    const [span] = exported();
    expect(span).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { "error.type": "23505" } });
    expect([span?.events, span?.status.message]).toEqual([[], undefined]);
  });

  it("puts each group of combined calls into the trace of its first call", async () => {
    const { exported } = startTracing();
    const run = batch(
      (inputs: number[]) =>
        inSpan(`group ${inputs}`, { onlyInside: true }, async () => {
          await pause();
          return inputs;
        }),
      { concurrency: 1 },
    );
    const call = (input: number) => inSpan(`call ${input}`, {}, () => run(input));
    const first = call(1);
    await pause();
    await Promise.all([first, call(2), call(3)]);
    const traceOf = (name: string) =>
      exported()
        .find((span) => span.name === name)
        ?.spanContext().traceId;
    expect(traceOf("group 1")).toBe(traceOf("call 1"));
    expect(traceOf("group 2,3")).toBe(traceOf("call 2"));
  });

  it("leaves out runs that handled nothing, with what they did, and Next's own start", async () => {
    const { provider, exported } = startTracing();
    const runOf = (lane: string, handled: number) =>
      inSpan(`engine ${lane}`, { attributes: () => ({ [LANE]: lane }) }, async (span) => {
        await inSpan(`look for ${lane}`, {}, pause);
        span.setAttribute(HANDLED, handled);
      });
    await Promise.all([runOf("idle", 0), runOf("busy", 2)]);
    await expect(
      inSpan("engine failed", { attributes: () => ({ [LANE]: "failed" }) }, () => Promise.reject(new Error())),
    ).rejects.toThrow();
    provider.getTracer("next.js").startSpan("load route module").end();
    expect(exported().map(({ name }) => name)).toEqual(["look for busy", "engine busy", "engine failed"]);
  });

  it("exports of a page neither its URL nor the text of its errors", () => {
    const { provider, exported } = startTracing();
    const tracer = provider.getTracer("next.js");
    const attributes = {
      "http.method": "GET",
      "http.target": "/invitation/secret",
      "http.route": "/invitation/[token]",
    };
    const span = tracer.startSpan("GET /invitation/[token]", { kind: SpanKind.SERVER, attributes });
    span.recordException(new Error("secret"));
    span.setStatus({ code: SpanStatusCode.ERROR, message: "secret" });
    const parent = trace.setSpanContext(context.active(), span.spanContext() satisfies SpanContext);
    tracer.startSpan("fetch GET https://example.com/secret", { attributes: { "http.method": "GET" } }, parent).end();
    span.end();
    expect(exported().map(({ name }) => name)).toEqual(["fetch GET", "GET /invitation/[token]"]);
    expect(exported()[1]).toMatchObject({
      attributes: { "http.method": "GET", "http.route": "/invitation/[token]" },
      events: [],
      status: { code: SpanStatusCode.ERROR },
    });
    expect(exported()[1]?.status.message).toBeUndefined();
    expect(exported()[1]?.attributes).not.toHaveProperty("http.target");
  });

  it.each([
    ["https://user:password@node.example/secret?key=secret", { "server.address": "node.example", "server.port": 443 }],
    ["http://127.0.0.1:8545/", { "server.address": "127.0.0.1", "server.port": 8545 }],
    ["not a URL", {}],
  ])("of %s, the host and port", (url, expected) => {
    expect(hostAttributes(url)).toEqual(expected);
  });
});
