import { sql as fragment } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { type EndpointContext, isReachedEndpoint } from "@/lib/delivery/endpoints/reach";
import type { EndpointId } from "@/lib/delivery/endpoints/schemas";
import { openWebhookSecrets } from "@/lib/delivery/endpoints/secrets";

/** Returns the signing secret and, during a rotation, the next one. Audited. Error: `not_found`. */
export async function revealEndpointSecret(
  ctx: EndpointContext,
  { endpointId }: EndpointId,
): Promise<{ secret: string; nextSecret: string | null }> {
  const { merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const [row] = await orm(tx)
      .select({
        secret: webhookEndpoints.secret,
        nextSecret: webhookEndpoints.nextSecret,
        nextIsActive: fragment<boolean>`coalesce(${webhookEndpoints.nextSecretActiveAt} <= now(), false)`,
      })
      .from(webhookEndpoints)
      .where(isReachedEndpoint(ctx, endpointId));
    if (!row) throw notFound("endpoint");
    const { primary, next } = openWebhookSecrets({ endpointId, ...row });
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "webhook_endpoint.secret_revealed",
      targetType: "webhook_endpoint",
      targetId: endpointId,
    });
    return { secret: primary, nextSecret: next };
  });
}
