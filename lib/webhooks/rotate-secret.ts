import { and, eq, sql as fragment, lte } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import type { MerchantAction } from "@/lib/audit/actions";
import { recordAudit } from "@/lib/audit/record";
import type { EnvironmentContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { sealWebhookSecret } from "@/lib/webhooks/endpoint-secrets";
import { newWebhookSecret } from "@/lib/webhooks/sign";

const OVERLAP_HOURS = 24;

/**
 * Step one: creates and returns a second secret. It signs `webhook-signature` besides the first from now on, and takes over
 * `X-Service-Signature` when activated, or automatically after 24 h. Error: `not_found`.
 */
export async function rotateEndpointSecret(ctx: EnvironmentContext, endpointId: string): Promise<{ secret: string }> {
  const secret = newWebhookSecret();
  await ctx.db.sql.begin(async (tx) => {
    await orm(tx)
      .update(webhookEndpoints)
      .set({ secret: fragment`${webhookEndpoints.nextSecret}`, nextSecret: null, nextSecretActiveAt: null })
      .where(and(isOwn(ctx, endpointId), lte(webhookEndpoints.nextSecretActiveAt, fragment`now()`)));
    const [endpoint] = await orm(tx)
      .update(webhookEndpoints)
      .set({
        nextSecret: sealWebhookSecret(endpointId, secret),
        nextSecretActiveAt: fragment`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      })
      .where(isOwn(ctx, endpointId))
      .returning({ id: webhookEndpoints.id });
    if (!endpoint) throw notFound("endpoint");
    await audit(ctx, tx, "webhook_endpoint.secret_rotated", endpointId);
  });
  return { secret };
}

/** Step two: from now on only the second secret signs. Does nothing without a rotation in progress. Error: `not_found`. */
export async function activateEndpointSecret(ctx: EnvironmentContext, endpointId: string): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const { id, secret, nextSecret } = webhookEndpoints;
    const [endpoint] = await orm(tx)
      .update(webhookEndpoints)
      .set({ secret: fragment`coalesce(${nextSecret}, ${secret})`, nextSecret: null, nextSecretActiveAt: null })
      .where(isOwn(ctx, endpointId))
      .returning({ id });
    if (!endpoint) throw notFound("endpoint");
    await audit(ctx, tx, "webhook_endpoint.secret_activated", endpointId);
  });
}

function isOwn({ merchantId, environment }: EnvironmentContext, endpointId: string) {
  return and(
    eq(webhookEndpoints.id, endpointId),
    eq(webhookEndpoints.merchantId, merchantId),
    eq(webhookEndpoints.environment, environment),
  );
}

function audit(ctx: EnvironmentContext, tx: Transaction, action: MerchantAction, targetId: string) {
  return recordAudit(tx, {
    merchantId: ctx.merchantId,
    actor: ctx.actor,
    action,
    targetType: "webhook_endpoint",
    targetId,
  });
}
