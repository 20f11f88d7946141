import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { onTestFinished } from "vitest";
import { setTracing } from "@/lib/base/process/tracing";
import { withoutNoise, withoutPrivate } from "@/lib/service/server/exported-spans";

/** Turns tracing on in this process for one test; `exported` are the ended spans, as a collector would get them. */
export function startTracing() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [withoutNoise(new SimpleSpanProcessor(exporter))] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  setTracing(true);
  onTestFinished(() => {
    setTracing(false);
    for (const api of [trace, context, propagation]) api.disable();
  });
  return { provider, exported: () => exporter.getFinishedSpans().map(withoutPrivate) };
}
