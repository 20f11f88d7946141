import { startReceiver } from "@/tests/support/receiver";

type Value = { stringValue?: string; intValue?: number; arrayValue?: { values: Value[] } };
type Pair = { key: string; value: Value };
type Exported = {
  resourceSpans: {
    resource: { attributes: Pair[] };
    scopeSpans: { scope: { name: string }; spans: RawSpan[] }[];
  }[];
};
type RawSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Pair[];
  status: { code: number; message?: string };
};

export type CollectedSpan = Omit<RawSpan, "attributes"> & {
  scope: string;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
};

/** A receiver of OTLP over HTTP for one test, and the variables that make a service export to it without delay. */
export async function startCollector() {
  const { port, requests } = await startReceiver((_request, response) => response.end("{}"));
  return {
    requests,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: "50" },
    spans: (): CollectedSpan[] => requests.flatMap(({ body }) => spansIn(JSON.parse(body))),
  };
}

function spansIn({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => ({
        ...span,
        scope: scope.name,
        attributes: read(span.attributes),
        resource: read(resource.attributes),
      })),
    ),
  );
}

function read(pairs: Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, plain(value)]));
}

function plain({ stringValue, intValue, arrayValue }: Value): unknown {
  return arrayValue ? arrayValue.values.map(plain) : (stringValue ?? intValue);
}
