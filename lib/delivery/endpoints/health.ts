import type { webhookEndpoints } from "@/drizzle/schema";

/** An endpoint's health. `new`: nothing sent yet. `off`: disabled by a person or by its own responses. */
export type EndpointHealth =
  | { state: "new" }
  | { state: "healthy"; lastSuccessAt: Date }
  | { state: "failing"; since: Date }
  | { state: "off"; since: Date; reason: DisabledReason };

/**
 * `gone`: the receiver responded with 410. `failing`: five days of failures only. `manual`: a person disabled it.
 * `api`: the key that created it did.
 */
export const DISABLED_REASONS = ["gone", "failing", "manual", "api"] as const;
type DisabledReason = (typeof DISABLED_REASONS)[number];

type Endpoint = Pick<
  typeof webhookEndpoints.$inferSelect,
  "disabledAt" | "disabledReason" | "failingSince" | "lastSuccessAt"
>;

/** The most important state of an endpoint. */
export function endpointHealth(endpoint: Endpoint): EndpointHealth {
  const { disabledAt, disabledReason, failingSince, lastSuccessAt } = endpoint;
  if (disabledAt) return { state: "off", since: disabledAt, reason: reasonOf(disabledReason) };
  if (failingSince) return { state: "failing", since: failingSince };
  if (lastSuccessAt) return { state: "healthy", lastSuccessAt };
  return { state: "new" };
}

function reasonOf(text: string | null): DisabledReason {
  return DISABLED_REASONS.find((reason) => reason === text) ?? "manual";
}
