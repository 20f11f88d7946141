import type { Transaction } from "@/lib/db/client";

/** Makes all deliveries due that wait for another attempt at an endpoint, which is expected to accept them now. */
export async function sendWaiting(tx: Transaction, endpointId: string): Promise<void> {
  await tx`
    update webhook_deliveries set next_attempt_at = now()
     where endpoint_id = ${endpointId} and status = 'pending' and leased_until is null
       and next_attempt_at > now()`;
}

/** A delivery that failed all through an outage waits about ten times as long as the outage has lasted, by the schedule. */
const MOST_TIMES = 20;
/** The first retry comes so soon in any case. */
const SOON_S = 15;

/**
 * Makes deliveries due whose wait fits the outage that has ended. One that waits much longer failed while others were accepted, or
 * was told to by `Retry-After`: at each success it would lose another of its attempts. `outages`: seconds, by endpoint.
 */
export async function sendAfterOutage(tx: Transaction, outages: ReadonlyMap<string, number>): Promise<void> {
  if (outages.size === 0) return;
  const endpoints = [...outages.keys()];
  await tx`
    update webhook_deliveries d set next_attempt_at = now()
      from unnest(${endpoints}::uuid[], ${[...outages.values()]}::float8[]) as o(endpoint_id, seconds)
     where d.endpoint_id = any(${endpoints}::uuid[]) and d.endpoint_id = o.endpoint_id and d.status = 'pending'
       and d.leased_until is null and d.next_attempt_at > now()
       and d.next_attempt_at <= now() + make_interval(secs => greatest(o.seconds * ${MOST_TIMES}, ${SOON_S}))`;
}
