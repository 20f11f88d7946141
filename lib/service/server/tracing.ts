import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { context, DiagLogLevel, diag, ProxyTracerProvider, propagation, type Tracer, trace } from "@opentelemetry/api";
import type { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { log } from "@/lib/base/process/log";
import { SCOPE, setTracing } from "@/lib/base/process/tracing";
import { NEXT, withoutNoise, withoutPrivate } from "@/lib/service/server/exported-spans";

/** Other packages' spans, such as Inngest's, may hold what was passed to a function. */
const SCOPES = new Set([SCOPE, NEXT]);
const FLUSH_MS = 3_000;
const COMPLAINT_EVERY_MS = 60_000;

let provider: BasicTracerProvider | null = null;

/**
 * Exports traces over OTLP from now on, as the variables of OpenTelemetry say. Called before Next and the database
 * start, once a process. The SDK is loaded only here. A collector that doesn't answer costs only the spans.
 */
export async function startTracing(root: string): Promise<void> {
  const [sdk, { OTLPTraceExporter }, resources, hooks, core] = await Promise.all([
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/core"),
  ]);
  diag.setLogger({ error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  core.setGlobalErrorHandler((error) => complain(reasonOf(error)));
  const exporter = new OTLPTraceExporter();
  const sent = new sdk.BatchSpanProcessor({
    export: (spans, done) => exporter.export(spans.map(withoutPrivate), done),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes(ownAttributes(root)))
    .merge(given);
  provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [withoutNoise(sent)] });
  trace.setGlobalTracerProvider({ getTracer: onlyKnown(provider) });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  setTracing(true);
}

/** Exports what is left, for three seconds at most. Does nothing without `startTracing`. Never rejects. */
export async function stopTracing(): Promise<void> {
  const flushed = provider?.shutdown().catch((error) => complain(reasonOf(error)));
  await Promise.race([flushed, flushed && new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
}

function onlyKnown(known: BasicTracerProvider): BasicTracerProvider["getTracer"] {
  const none = new ProxyTracerProvider().getDelegate();
  return (name, ...rest): Tracer => (SCOPES.has(name) ? known : none).getTracer(name, ...rest);
}

/** What the operator's own attributes may override. */
function ownAttributes(root: string): Record<string, string | number> {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return {
    "service.name": "till",
    "service.version": version,
    "service.instance.id": randomUUID(),
    "host.name": hostname(),
    "process.pid": process.pid,
  };
}

let quietUntil = 0;

/** At most once a minute, since a collector that is away fails every few seconds. */
function complain(reason: string): void {
  if (performance.now() < quietUntil) return;
  quietUntil = performance.now() + COMPLAINT_EVERY_MS;
  log().warn({ reason }, "traces can't be exported as configured");
}

/** A refused connection has a code and no message. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(message || code || error);
}

function ignore(): void {}
