import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { switchOff } from "@/lib/delivery/endpoints/disable";
import { inSteps } from "@/lib/delivery/endpoints/in-steps";
import { type EndpointContext, isReachedEndpoint } from "@/lib/delivery/endpoints/reach";
import type { EndpointId } from "@/lib/delivery/endpoints/schemas";

/**
 * Deletes an endpoint with its deliveries and their attempts; events stay. It is disabled first and its log deleted in
 * steps, so that a million deliveries block no one. After an interruption, delete it again. Error: `not_found`.
 */
export async function deleteEndpoint(ctx: EndpointContext, { endpointId }: EndpointId): Promise<void> {
  const { merchantId, actor } = ctx;
  const { sql } = ctx.db;
  await switchOff(ctx, endpointId);
  await inSteps([
    (limit) => sql`
      delete from webhook_deliveries where id = any(array(
        select d.id from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
         where d.endpoint_id = ${endpointId} and p.merchant_id = ${merchantId} limit ${limit}))`,
  ]);
  await sql.begin(async (tx) => {
    const [before] = await orm(tx).delete(webhookEndpoints).where(isReachedEndpoint(ctx, endpointId)).returning({
      url: webhookEndpoints.url,
      eventTypes: webhookEndpoints.eventTypes,
      terminalId: webhookEndpoints.terminalId,
      environment: webhookEndpoints.environment,
    });
    if (!before) throw notFound("endpoint");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "webhook_endpoint.deleted",
      targetType: "webhook_endpoint",
      targetId: endpointId,
      before,
    });
  });
}
