import { type Attributes, SpanKind } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { HANDLED, LANE, SCOPE } from "@/lib/base/process/tracing";

/** The instrumentation scope of Next's spans. */
export const NEXT = "next.js";

/**
 * What Next says of its spans without quoting a URL: paths contain IDs of payments, and links in emails contain
 * secrets.
 */
const KEPT_OF_PAGES = new Set([
  "http.method",
  "http.route",
  "http.status_code",
  "http.response.header.x-request-id",
  "error.type",
  "next.span_type",
  "next.route",
  "next.rsc",
]);

/**
 * Passes spans on, but no run of an engine that handled nothing, nor what belongs to it, since engines look for work
 * every few seconds; and none of the hundred with which Next loads its routes as it starts. What a run did is passed on
 * when it ends.
 */
export function withoutNoise(next: SpanProcessor): SpanProcessor {
  const held = new Map<string, ReadableSpan[]>();
  return {
    onStart: (span, parent) => {
      if (LANE in span.attributes) held.set(span.spanContext().traceId, []);
      next.onStart(span, parent);
    },
    onEnd: (span) => {
      const { traceId } = span.spanContext();
      if (span.instrumentationScope.name === NEXT && !span.parentSpanContext && span.kind !== SpanKind.SERVER) return;
      const inside = held.get(traceId);
      if (!inside) return next.onEnd(span);
      inside.push(span);
      if (!(LANE in span.attributes)) return;
      held.delete(traceId);
      if (span.attributes[HANDLED] !== 0) for (const one of inside) next.onEnd(one);
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}

/**
 * The span as it is exported. Of pages' spans, only attributes that name no person and no payment, and errors without
 * their text.
 */
export function withoutPrivate(span: ReadableSpan): ReadableSpan {
  if (span.instrumentationScope.name === SCOPE) return span;
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([key]) => KEPT_OF_PAGES.has(key)));
  return Object.create(span, {
    name: { value: nameOf(span.name, span.attributes) },
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}

/** The name of a span for a call to another service contains its URL. */
function nameOf(name: string, attributes: Attributes): string {
  return /:\/\//.test(name) ? `fetch ${String(attributes["http.method"] ?? "")}`.trim() : name;
}
