import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { type EndpointContext, isReachedEndpoint } from "@/lib/delivery/endpoints/reach";

/** Enables an endpoint with a clean record. `resendFailed` sends what failed meanwhile. Error: `not_found`. */
export async function enableEndpoint(ctx: EndpointContext, endpointId: string): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await orm(tx)
      .update(webhookEndpoints)
      .set({ disabledAt: null, disabledReason: null, failingSince: null })
      .where(isReachedEndpoint(ctx, endpointId))
      .returning({ id: webhookEndpoints.id });
    if (!endpoint) throw notFound("endpoint");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "webhook_endpoint.enabled",
      targetType: "webhook_endpoint",
      targetId: endpointId,
    });
  });
}
