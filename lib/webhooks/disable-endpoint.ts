import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { EndpointId } from "@/lib/webhooks/schemas";

/**
 * Disables an endpoint. Its pending deliveries, and those of events while it is disabled, are kept as failed so that they can
 * be resent later. Does nothing to a disabled endpoint. Error: `not_found`.
 */
export async function disableEndpoint(ctx: MemberContext, { endpointId }: EndpointId): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await tx<{ off: boolean }[]>`
      select disabled_at is not null as off from webhook_endpoints
       where id = ${endpointId} and merchant_id = ${merchantId} and environment = ${environment} for no key update`;
    if (!endpoint) throw notFound("endpoint");
    if (endpoint.off) return;
    await tx`
      update webhook_endpoints set disabled_at = now(), disabled_reason = 'manual'
       where id = ${endpointId} and merchant_id = ${merchantId}`;
    await tx`
      update webhook_deliveries
         set status = 'failed', next_attempt_at = null, leased_until = null, ended_at = now(),
             last_error = 'endpoint_disabled'
       where endpoint_id = ${endpointId} and status = 'pending'`;
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
