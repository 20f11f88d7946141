import type { Sql } from "@/lib/base/db/client";
import { inSteps, type Step } from "@/lib/delivery/endpoints/in-steps";

/**
 * Makes all deliveries due that wait for another attempt at an endpoint, which is expected to accept them now. Those
 * that an interruption leaves out keep their schedule.
 */
export async function sendWaiting(sql: Sql, endpointId: string): Promise<void> {
  await inSteps([makeDue(sql, endpointId, null)]);
}

/**
 * A delivery that failed all through an outage waits about ten times as long as the outage has lasted, by the schedule.
 */
const MOST_TIMES = 20;
/** The first retry comes so soon in any case. */
const SOON_S = 15;

/**
 * Makes deliveries due whose wait fits the outage that has ended. One that waits much longer failed while others were
 * accepted, or was told to by `Retry-After`: at each success it would lose another of its attempts.
 */
export function sendAfterOutage(sql: Sql, endpointId: string, outageSeconds: number): Step {
  return makeDue(sql, endpointId, Math.max(outageSeconds * MOST_TIMES, SOON_S));
}

/**
 * The soonest first, up to `longestSeconds` away (null: however far). What is attempted from now on keeps its time, or
 * a delivery that goes on failing would lose an attempt with every step.
 */
function makeDue(sql: Sql, endpointId: string, longestSeconds: number | null): Step {
  const from = new Date();
  return (limit) => sql`
    update webhook_deliveries set next_attempt_at = now()
     where id = any(array(
       select d.id from webhook_deliveries d
        where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.leased_until is null and d.next_attempt_at > now()
          and d.next_attempt_at <= coalesce(now() + make_interval(secs => ${longestSeconds}::float8), 'infinity')
          and not exists (
            select from webhook_attempts a where a.delivery_id = d.id and a.number = d.attempts and a.started_at >= ${from})
        order by d.next_attempt_at limit ${limit} for no key update of d skip locked))`;
}
