/** How an endpoint stands: `new` has had nothing yet, `off` was switched off, by a person or by its own answers. */
export type EndpointHealth =
  | { state: "new" }
  | { state: "healthy"; lastSuccessAt: Date }
  | { state: "failing"; since: Date }
  | { state: "off"; since: Date; reason: DisabledReason };

/** `gone`: the receiver answered 410. `failing`: five days of nothing but failures. `manual`: a person did it. */
type DisabledReason = "gone" | "failing" | "manual";

/** The state that a person should see first, out of what is kept about an endpoint. */
export function endpointHealth(endpoint: {
  disabledAt: Date | null;
  disabledReason: string | null;
  failingSince: Date | null;
  lastSuccessAt: Date | null;
}): EndpointHealth {
  const { disabledAt, disabledReason, failingSince, lastSuccessAt } = endpoint;
  if (disabledAt) return { state: "off", since: disabledAt, reason: reasonOf(disabledReason) };
  if (failingSince) return { state: "failing", since: failingSince };
  if (lastSuccessAt) return { state: "healthy", lastSuccessAt };
  return { state: "new" };
}

function reasonOf(text: string | null): DisabledReason {
  return text === "gone" || text === "failing" ? text : "manual";
}
