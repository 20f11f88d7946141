import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { events, webhookAttempts, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { type EndpointContext, isReachedEndpoint } from "@/lib/delivery/endpoints/reach";
import { type EventBody, originOf, TEST_EVENT } from "@/lib/delivery/events/catalog";
import { attemptDelivery } from "@/lib/delivery/sending/attempt-delivery";

export type PingAnswer = {
  eventId: string;
  deliveryId: string;
  delivered: boolean;
  /** HTTP status of the receiver, null when there was no response */
  status: number | null;
  errorClass: string | null;
  durationMs: number;
  excerpt: string;
};

/** Longer than any attempt takes; the dispatcher may have started it before us. */
const WAIT_MS = 15_000;
const POLL_EVERY_MS = 50;

/**
 * Sends `test.ping` to one endpoint, even if it is not subscribed, once, and waits for the response.
 * Error: `not_found`, also if the endpoint is disabled or deleted meanwhile.
 */
export async function pingEndpoint(ctx: EndpointContext, endpointId: string): Promise<PingAnswer> {
  const { eventId, deliveryId } = await queuePing(ctx, endpointId);
  await attemptDelivery(ctx, deliveryId);
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await setTimeout(POLL_EVERY_MS)) {
    const [found] = await ctx.db.orm
      .select({
        deliveryStatus: webhookDeliveries.status,
        // drizzle takes a row for missing if its first column is null, so this one is never null
        attempt: {
          durationMs: webhookAttempts.durationMs,
          status: webhookAttempts.responseStatus,
          errorClass: webhookAttempts.errorClass,
          excerpt: webhookAttempts.responseExcerpt,
        },
      })
      .from(webhookDeliveries)
      .leftJoin(webhookAttempts, eq(webhookAttempts.deliveryId, webhookDeliveries.id))
      .where(eq(webhookDeliveries.id, deliveryId))
      .orderBy(webhookAttempts.number)
      .limit(1);
    if (found?.attempt) return { eventId, deliveryId, delivered: found.attempt.errorClass === null, ...found.attempt };
    if (found?.deliveryStatus !== "pending") throw notFound("endpoint");
  }
  throw new Error(`test event ${deliveryId} was not attempted in time`);
}

async function queuePing(ctx: EndpointContext, endpointId: string) {
  const { merchantId, environment } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await orm(tx)
      .select({ now: fragment<Date>`now()` })
      .from(webhookEndpoints)
      .where(and(isReachedEndpoint(ctx, endpointId), isNull(webhookEndpoints.disabledAt)))
      .for("key share");
    if (!endpoint) throw notFound("endpoint");
    const body: EventBody<"test.ping"> = {
      event: TEST_EVENT,
      message: "This is a test of your webhook endpoint.",
      request_id: randomUUID(),
      ...originOf(environment),
      timestamp: endpoint.now.toISOString(),
    };
    const eventId = randomUUID();
    const deliveryId = randomUUID();
    await orm(tx)
      .insert(events)
      .values({ id: eventId, merchantId, environment, type: body.event, body: JSON.stringify(body) });
    await orm(tx).insert(webhookDeliveries).values({ id: deliveryId, eventId, endpointId });
    return { eventId, deliveryId };
  });
}
