import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { processWide } from "@/lib/base/process/process-wide";

/**
 * Spans of OpenTelemetry, by its API alone: lib/service/server/tracing.ts loads the SDK if an endpoint is set. While
 * tracing is off, everything here only calls its callback. Attributes never contain keys, secrets, amounts, addresses
 * of people or the URLs of payments.
 */

const state = () => processWide("tracing", () => ({ isOn: false }));

/** The instrumentation scope of our spans. */
export const SCOPE = "till";

/** The lane of an engine's run, and how much the run handled: one that handled nothing isn't exported. */
export const LANE = "till.engine.lane";
export const HANDLED = "till.engine.handled";

export function isTracing(): boolean {
  return state().isOn;
}

/** Called once the SDK is registered. */
export function setTracing(isOn: boolean): void {
  state().isOn = isOn;
}

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

type SpanOptions = {
  kind?: "server" | "client";
  /** only called while tracing is on */
  attributes?: () => Attributes;
  /** makes no trace of its own: without a span around it, there is none */
  onlyInside?: true;
};

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Runs `work` in a span of this name, which ends with it. An error is rethrown, and only its code is kept. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  if (!isTracing() || (options.onlyInside && !trace.getActiveSpan())) return work(NO_SPAN);
  const kind = options.kind ? KINDS[options.kind] : SpanKind.INTERNAL;
  const tracer = trace.getTracer(SCOPE);
  return tracer.startActiveSpan(name, { kind, attributes: options.attributes?.() }, (span) => runTo(span, work));
}

async function runTo<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span);
  } catch (error) {
    markFailed(span, typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Messages may quote what a caller sent. */
function typeOf(error: unknown): string {
  const { code, kind, name } = (error ?? {}) as { code?: unknown; kind?: unknown; name?: unknown };
  return String(code ?? kind ?? name ?? "unknown");
}

/** Marks a span as failed, with a short type instead of a message. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Adds the status of a response. From `failsFrom` on, the span counts as failed: 400 for a client, 500 for a server.
 */
export function addStatus(span: Span, status: number, failsFrom: 400 | 500): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= failsFrom) markFailed(span, String(status));
}

/** The host and port of a URL, without its path and credentials. Empty if it isn't one. */
export function hostAttributes(url: string): Attributes {
  if (!URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  return { "server.address": hostname, "server.port": Number(port) || (protocol === "https:" ? 443 : 80) };
}

/** Adds attributes to the span around the caller, if there is one. */
export function annotate(attributes: () => Attributes): void {
  if (isTracing()) trace.getActiveSpan()?.setAttributes(attributes());
}

/** The response header that joins a request's span and its log lines. */
export function requestIdAttributes(headers: Record<string, string>): Attributes {
  const id = headers["x-request-id"];
  return id === undefined ? {} : { "http.response.header.x-request-id": [id] };
}

/** Runs `work` in the trace that a request's `traceparent` header names, otherwise outside of any. */
export function continueTrace<T>(headers: Record<string, unknown>, work: () => T): T {
  return context.with(propagation.extract(ROOT_CONTEXT, headers), work);
}

/** Runs `work` outside of the caller's trace, which it outlives. */
export function outsideTrace<T>(work: () => T): T {
  return isTracing() ? context.with(ROOT_CONTEXT, work) : work();
}

type Runner = (work: () => void) => void;
const runNow: Runner = (work) => work();

/** Returns a function that runs later work in the caller's trace. */
export function bindTrace(): Runner {
  if (!isTracing()) return runNow;
  const active = context.active();
  return (work) => context.with(active, work);
}

/** What a log line says of the trace that it belongs to. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = isTracing() ? trace.getActiveSpan()?.spanContext() : undefined;
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
