import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { EnvironmentContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { STEP } from "@/lib/delivery/endpoints/in-steps";
import { TEST_EVENT } from "@/lib/delivery/events/catalog";

/**
 * Makes a delivery due now, with a new series of six attempts and the same event ID and bytes. Does nothing while an
 * attempt is in progress. Error: `not_found`, also while the endpoint is disabled.
 */
export async function resendDelivery(ctx: EnvironmentContext, deliveryId: string): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const isSendable = and(
    eq(webhookDeliveries.id, deliveryId),
    eq(webhookEndpoints.id, webhookDeliveries.endpointId),
    eq(webhookEndpoints.merchantId, merchantId),
    eq(webhookEndpoints.environment, environment),
    isNull(webhookEndpoints.disabledAt),
  );
  const { id, attempts, leasedUntil } = webhookDeliveries;
  await ctx.db.sql.begin(async (tx) => {
    const [delivery] = await orm(tx)
      .update(webhookDeliveries)
      .set({ status: "pending", seriesBase: attempts, nextAttemptAt: fragment`now()`, endedAt: null })
      .from(webhookEndpoints)
      .where(and(isSendable, isNull(leasedUntil)))
      .returning({ id });
    if (delivery) {
      const target = { targetType: "delivery", targetId: deliveryId } as const;
      return recordAudit(tx, { merchantId, actor, action: "delivery.resent", ...target });
    }
    const [underWay] = await orm(tx).select({ id }).from(webhookDeliveries).innerJoin(webhookEndpoints, isSendable);
    if (!underWay) throw notFound("delivery");
  });
}

/**
 * Resends every delivery to an endpoint that has failed since `since`, whenever it was created, but no test event, and
 * none that fails again meanwhile. Returns how many. Each step has an audit entry of its own, so that none is missing
 * if a later one is interrupted. Error: `not_found`.
 */
export async function resendFailed(ctx: EnvironmentContext, endpointId: string, since: Date): Promise<number> {
  const until = await requireEnabled(ctx, endpointId);
  let resent = 0;
  for (let after: Place | undefined = { endedAt: since.toISOString(), id: FIRST_ID }; after; ) {
    const page: Page | undefined = await resendPage(ctx, endpointId, after, until);
    resent += page?.resent ?? 0;
    after = page;
  }
  return resent;
}

/** A delivery in the order of failing. The time is text, since a Date would lose its microseconds. */
type Place = { endedAt: string; id: string };
type Page = Place & { resent: number };

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Resends the next deliveries that failed up to a time. Returns the place of the last one. */
function resendPage(
  ctx: EnvironmentContext,
  endpointId: string,
  after: Place,
  until: string,
): Promise<Page | undefined> {
  const { merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const [page] = await tx<Page[]>`
      with page as (
        select id, ended_at from webhook_deliveries
         where endpoint_id = ${endpointId} and status = 'failed' and ended_at <= ${until}::text::timestamptz
           and (ended_at, id) > (${after.endedAt}::text::timestamptz, ${after.id}::uuid)
         order by ended_at, id limit ${STEP} for no key update),
      resent as (
        update webhook_deliveries d
           set status = 'pending', series_base = d.attempts, next_attempt_at = now(), ended_at = null
          from webhook_endpoints p, events e
         where d.id = any(array(select id from page))
           and p.id = d.endpoint_id and p.merchant_id = ${merchantId} and p.disabled_at is null
           and e.id = d.event_id and e.merchant_id = p.merchant_id and e.type <> ${TEST_EVENT}
        returning d.id)
      select (select count(*)::int from resent) as resent, ended_at::text as "endedAt", id
        from page order by ended_at desc, id desc limit 1`;
    if (page && page.resent > 0) {
      const target = { targetType: "webhook_endpoint", targetId: endpointId } as const;
      const after = { deliveries: page.resent };
      await recordAudit(tx, { merchantId, actor, action: "delivery.failed_resent", ...target, after });
    }
    return page;
  });
}

/** Returns the database's time. */
async function requireEnabled(ctx: EnvironmentContext, endpointId: string): Promise<string> {
  const [endpoint] = await ctx.db.orm
    .select({ at: fragment<string>`now()::text` })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.id, endpointId),
        eq(webhookEndpoints.merchantId, ctx.merchantId),
        eq(webhookEndpoints.environment, ctx.environment),
        isNull(webhookEndpoints.disabledAt),
      ),
    );
  if (!endpoint) throw notFound("endpoint");
  return endpoint.at;
}
