import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { openWebhookSecrets } from "@/lib/webhooks/endpoint-secrets";
import type { EndpointId } from "@/lib/webhooks/schemas";

type Row = { secret: Buffer; nextSecret: Buffer | null; nextIsActive: boolean };

/** Returns the signing secret and, during a rotation, the next one. Audited. Error: `not_found`. */
export async function revealEndpointSecret(
  ctx: MemberContext,
  { endpointId }: EndpointId,
): Promise<{ secret: string; nextSecret: string | null }> {
  const { merchantId, environment, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const [row] = await tx<Row[]>`
      select secret, next_secret as "nextSecret", coalesce(next_secret_active_at <= now(), false) as "nextIsActive"
        from webhook_endpoints
       where id = ${endpointId} and merchant_id = ${merchantId} and environment = ${environment}`;
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
