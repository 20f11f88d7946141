import { and, eq, sql as fragment } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { EndpointId } from "@/lib/webhooks/schemas";

/**
 * Disables an endpoint. Its pending deliveries, and those of events while it is disabled, are kept as failed so that they can
 * be resent later. Does nothing to a disabled endpoint. Error: `not_found`.
 */
export async function disableEndpoint(ctx: MemberContext, { endpointId }: EndpointId): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await orm(tx)
      .select({ disabledAt: webhookEndpoints.disabledAt })
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.id, endpointId),
          eq(webhookEndpoints.merchantId, merchantId),
          eq(webhookEndpoints.environment, environment),
        ),
      )
      .for("no key update");
    if (!endpoint) throw notFound("endpoint");
    if (endpoint.disabledAt) return;
    await orm(tx)
      .update(webhookEndpoints)
      .set({ disabledAt: fragment`now()`, disabledReason: "manual" })
      .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.merchantId, merchantId)));
    // written out: with a parameter, the statement could not use the partial index of pending deliveries
    const isPending = fragment`${webhookDeliveries.status} = 'pending'`;
    await orm(tx)
      .update(webhookDeliveries)
      .set({
        ...{ status: "failed", nextAttemptAt: null, leasedUntil: null },
        ...{ endedAt: fragment`now()`, lastError: "endpoint_disabled" },
      })
      .where(and(eq(webhookDeliveries.endpointId, endpointId), isPending));
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "webhook_endpoint.disabled",
      targetType: "webhook_endpoint",
      targetId: endpointId,
      after: { reason: "manual" },
    });
  });
}
