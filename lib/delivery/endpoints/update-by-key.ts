import type { KeyContext } from "@/lib/base/context/context";
import { DomainError } from "@/lib/base/values/errors";
import { disableEndpoint } from "@/lib/delivery/endpoints/disable";
import { enableEndpoint } from "@/lib/delivery/endpoints/enable";
import type { PatchEndpointInput } from "@/lib/delivery/endpoints/key-schemas";
import { type EndpointRow, requireEndpoint } from "@/lib/delivery/endpoints/list";
import type { EndpointId } from "@/lib/delivery/endpoints/schemas";
import { updateEndpoint } from "@/lib/delivery/endpoints/update";

/**
 * Changes what is given of an endpoint that the key created, and returns it. Enabling one that is enabled, and
 * disabling one that is disabled, changes nothing. Errors: `invalid_request` if nothing is given, `not_found`, the URL
 * rules' codes.
 */
export async function updateKeyEndpoint(
  ctx: KeyContext,
  { endpointId, url, event_types, enabled }: EndpointId & PatchEndpointInput,
): Promise<EndpointRow> {
  const settings = { url: url ?? undefined, eventTypes: event_types ?? undefined };
  if ([settings.url, settings.eventTypes, enabled ?? undefined].every((value) => value === undefined)) {
    throw new DomainError("invalid_request", "The body must have at least one of url, event_types and enabled.");
  }
  const was = await requireEndpoint(ctx, endpointId);
  await updateEndpoint(ctx, { endpointId, ...settings });
  if (enabled === true && was.health.state === "off") await enableEndpoint(ctx, endpointId);
  if (enabled === false) await disableEndpoint(ctx, { endpointId });
  return requireEndpoint(ctx, endpointId);
}
