import type { webhookEndpoints } from "@/drizzle/schema";
import type { Sql } from "@/lib/base/db/client";
import type { Step } from "@/lib/delivery/endpoints/in-steps";

/**
 * Ends what is pending for a disabled endpoint, attempts under way included: a step for `inSteps`. Locked deliveries,
 * and those of steps that a crash prevented, are ended by a claim when they are due. Ends nothing once the endpoint is
 * enabled again.
 */
export function endPending(
  sql: Sql,
  { id, merchantId }: Pick<typeof webhookEndpoints.$inferSelect, "id" | "merchantId">,
): Step {
  return (limit) => sql`
    update webhook_deliveries set ${endedAsDisabled(sql)}
     where id = any(array(
       select d.id from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
        where d.endpoint_id = ${id} and d.status = 'pending' and p.merchant_id = ${merchantId} and p.disabled_at is not null
        order by d.next_attempt_at limit ${limit} for no key update of d skip locked))`;
}

/** The columns of a delivery that isn't sent because its endpoint is disabled. */
export function endedAsDisabled(sql: Sql) {
  return sql`
    status = 'failed', next_attempt_at = null, leased_until = null, ended_at = now(), last_error = 'endpoint_disabled'`;
}
