import { sql as fragment } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import type { MerchantAction } from "@/lib/base/audit/actions";
import { recordAudit } from "@/lib/base/audit/record";
import { orm, type Transaction } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/values/errors";
import { type EndpointContext, isReachedEndpoint } from "@/lib/delivery/endpoints/reach";
import type { ActivateSecretInput, RotateSecretInput } from "@/lib/delivery/endpoints/schemas";
import { sealWebhookSecret } from "@/lib/delivery/endpoints/secrets";
import { newWebhookSecret } from "@/lib/delivery/events/sign";

const OVERLAP_HOURS = 24;

const ROTATED =
  "This secret has been rotated since you opened this page, and the new secret may already be on your server. Nothing was changed. Reload the page.";
const NOT_PENDING =
  "This rotation has been finished or replaced since you opened this page. Nothing was changed. Reload the page.";

/**
 * Step one: creates and returns a second secret. It signs `webhook-signature` besides the first from now on, and takes
 * over `X-Service-Signature` when activated, or automatically after 24 h. A second secret that waits already may be on
 * a server, so it is replaced only if it is the one that was shown, or if nothing is shown to the caller, as by API.
 * Errors: `not_found`, `conflict`.
 */
export async function rotateEndpointSecret(
  ctx: EndpointContext,
  { endpointId, shown }: RotateSecretInput,
): Promise<{ secret: string; takesOverAt: Date }> {
  const fresh = newWebhookSecret();
  return ctx.db.sql.begin(async (tx) => {
    const { takesOverAt: was, isActive } = await lockRotation(tx, ctx, endpointId);
    if (was && !isActive && shown !== undefined && was.getTime() !== shown?.getTime()) throw conflict(ROTATED);
    const { secret, nextSecret } = webhookEndpoints;
    const [rotation] = await orm(tx)
      .update(webhookEndpoints)
      .set({
        secret: isActive ? fragment`${nextSecret}` : fragment`${secret}`,
        nextSecret: sealWebhookSecret(endpointId, fresh),
        nextSecretActiveAt: fragment`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      })
      .where(isReachedEndpoint(ctx, endpointId))
      .returning({ takesOverAt: fragment<Date>`${webhookEndpoints.nextSecretActiveAt}` });
    if (!rotation) throw notFound("endpoint");
    await audit(ctx, tx, "webhook_endpoint.secret_rotated", endpointId);
    return { secret: fresh, takesOverAt: rotation.takesOverAt };
  });
}

/**
 * Step two: from now on only the second secret signs. Errors: `not_found`, `conflict` if it isn't the one that was
 * shown.
 */
export async function activateEndpointSecret(
  ctx: EndpointContext,
  { endpointId, shown }: ActivateSecretInput,
): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const { takesOverAt } = await lockRotation(tx, ctx, endpointId);
    if (takesOverAt?.getTime() !== shown.getTime()) throw conflict(NOT_PENDING);
    await orm(tx)
      .update(webhookEndpoints)
      .set({ secret: fragment`${webhookEndpoints.nextSecret}`, nextSecret: null, nextSecretActiveAt: null })
      .where(isReachedEndpoint(ctx, endpointId));
    await audit(ctx, tx, "webhook_endpoint.secret_activated", endpointId);
  });
}

/**
 * The rotation in progress, if any. Its row is locked, so that of two people the second sees what the first has done.
 */
async function lockRotation(tx: Transaction, ctx: EndpointContext, endpointId: string) {
  const takesOverAt = webhookEndpoints.nextSecretActiveAt;
  const [endpoint] = await orm(tx)
    .select({ takesOverAt, isActive: fragment<boolean>`coalesce(${takesOverAt} <= now(), false)` })
    .from(webhookEndpoints)
    .where(isReachedEndpoint(ctx, endpointId))
    .for("no key update");
  if (!endpoint) throw notFound("endpoint");
  return endpoint;
}

function audit(ctx: EndpointContext, tx: Transaction, action: MerchantAction, targetId: string) {
  return recordAudit(tx, {
    merchantId: ctx.merchantId,
    actor: ctx.actor,
    action,
    targetType: "webhook_endpoint",
    targetId,
  });
}
