import type { z } from "zod";
import type { Environment } from "@/lib/base/context/context";
import {
  type CreatedEndpointAnswer,
  type EndpointAnswer,
  type EndpointListAnswer,
  isSubscribed,
  type RotatedEndpointAnswer,
  type TestEventAnswer,
} from "@/lib/delivery/endpoints/key-schemas";
import type { EndpointRow } from "@/lib/delivery/endpoints/list";
import { originOf } from "@/lib/delivery/events/catalog";

type Shown = Pick<EndpointRow, "id" | "url" | "eventTypes" | "health" | "createdAt"> & {
  terminal: { id: string } | null;
};
type Origin = { environment: Environment };

/** What a key sees of an endpoint that it created. */
export function presentEndpoint(endpoint: Shown, { environment }: Origin): z.infer<typeof EndpointAnswer> {
  const { id, url, eventTypes, terminal, health, createdAt } = endpoint;
  return {
    id,
    url,
    event_types: eventTypes.filter(isSubscribed),
    terminal_id: terminal?.id ?? null,
    ...originOf(environment),
    status: health.state === "off" ? "disabled" : "enabled",
    disabled_reason: health.state === "off" ? health.reason : null,
    failing_since: health.state === "failing" ? health.since.toISOString() : null,
    created_at: createdAt.toISOString(),
  };
}

export function presentEndpoints(endpoints: Shown[], origin: Origin): z.infer<typeof EndpointListAnswer> {
  return { data: endpoints.map((endpoint) => presentEndpoint(endpoint, origin)), has_more: false, next: null };
}

/** `secret`: null for an endpoint that the key had created before. */
export function presentCreatedEndpoint(
  { endpoint, secret }: { endpoint: Shown; secret: string | null },
  origin: Origin,
): z.infer<typeof CreatedEndpointAnswer> {
  const shown = presentEndpoint(endpoint, origin);
  return secret === null ? { ...shown, created: false } : { ...shown, created: true, secret };
}

export function presentRotatedEndpoint(
  { endpoint, secret, takesOverAt }: { endpoint: Shown; secret: string; takesOverAt: Date },
  origin: Origin,
): z.infer<typeof RotatedEndpointAnswer> {
  return { ...presentEndpoint(endpoint, origin), secret, takes_over_at: takesOverAt.toISOString() };
}

type TestResult = { eventId: string; delivered: boolean; status: number | null; errorClass: string | null };

export function presentTestEvent(result: TestResult): z.infer<typeof TestEventAnswer> {
  const { eventId, delivered, status, errorClass } = result;
  const state = delivered ? "delivered" : "failed";
  return { event_id: eventId, status: state, response_status: status, error: errorClass };
}
