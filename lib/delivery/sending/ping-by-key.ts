import type { KeyContext } from "@/lib/base/context/context";
import { DomainError } from "@/lib/base/values/errors";
import { requireEndpoint } from "@/lib/delivery/endpoints/list";
import type { EndpointId } from "@/lib/delivery/endpoints/schemas";
import { type PingAnswer, pingEndpoint } from "@/lib/delivery/sending/ping";

/**
 * Sends a test event to an endpoint that the key created, once, and waits for the response. Errors: `not_found`,
 * `invalid_transition` if the endpoint is disabled.
 */
export async function pingKeyEndpoint(ctx: KeyContext, { endpointId }: EndpointId): Promise<PingAnswer> {
  const { health } = await requireEndpoint(ctx, endpointId);
  if (health.state === "off") {
    throw new DomainError("invalid_transition", "This endpoint is disabled. Enable it to send a test event.");
  }
  return pingEndpoint(ctx, endpointId);
}
