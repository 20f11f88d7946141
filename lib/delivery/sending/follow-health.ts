import type { webhookEndpoints } from "@/drizzle/schema";
import type { Sql } from "@/lib/base/db/client";
import { endPending } from "@/lib/delivery/endpoints/end-pending";
import { inSteps } from "@/lib/delivery/endpoints/in-steps";
import { sendAfterOutage } from "@/lib/delivery/endpoints/send-waiting";

/** Endpoints that results have disabled, or that work again. */
export type HealthChanges = {
  disabled: readonly Pick<typeof webhookEndpoints.$inferSelect, "id" | "merchantId">[];
  /** how many seconds the outage lasted, by endpoint */
  outages: ReadonlyMap<string, number>;
};

/**
 * Ends what is pending for endpoints that have been disabled, and makes due what an outage held up. Once the changes
 * are committed, and in steps, however large a backlog is. After an interruption the rest keeps its schedule, and ends
 * when it is due if its endpoint is disabled.
 */
export function followHealth(sql: Sql, { disabled, outages }: HealthChanges, signal?: AbortSignal): Promise<void> {
  const due = [...outages].map(([endpointId, seconds]) => sendAfterOutage(sql, endpointId, seconds));
  return inSteps([...due, ...disabled.map((endpoint) => endPending(sql, endpoint))], signal);
}
