import { and, eq } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { EnvironmentContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";

/** Enables an endpoint with a clean record. `resendFailed` sends what failed meanwhile. Error: `not_found`. */
export async function enableEndpoint(ctx: EnvironmentContext, endpointId: string): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await orm(tx)
      .update(webhookEndpoints)
      .set({ disabledAt: null, disabledReason: null, failingSince: null })
      .where(
        and(
          eq(webhookEndpoints.id, endpointId),
          eq(webhookEndpoints.merchantId, merchantId),
          eq(webhookEndpoints.environment, environment),
        ),
      )
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
