import { and, eq, sql as fragment } from "drizzle-orm";
import { events, paymentIntents, webhookAttempts, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { may } from "@/lib/base/values/permissions";
import { type EndpointHealth, endpointHealth } from "@/lib/delivery/endpoints/health";
import { type EventType, TEST_EVENT } from "@/lib/delivery/events/catalog";
import { sentHeaders } from "@/lib/delivery/events/sign";
import { hideSignatures } from "@/lib/delivery/log/hide-signatures";
import type { DELIVERY_STATUSES } from "@/lib/delivery/log/list-deliveries";
import { MAX_ATTEMPTS } from "@/lib/delivery/sending/retry";

type Attempt = typeof webhookAttempts.$inferSelect;

export type AttemptRow = Pick<Attempt, "number" | "startedAt" | "durationMs" | "errorClass"> & {
  /** in the order in which they were sent; none if nothing was sent */
  requestHeaders: Record<string, string>;
  status: number | null;
  /** up to 1 kB of the response body, safe to show */
  excerpt: string;
};

type Delivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  "id" | "nextAttemptAt" | "lastStatus" | "lastError" | "createdAt" | "endedAt"
>;

export type DeliveryDetail = Delivery & {
  event: Pick<typeof events.$inferSelect, "id" | "body" | "createdAt" | "intentId" | "terminalId"> & {
    type: EventType;
  };
  /** of the event; null without one */
  payment: Pick<typeof paymentIntents.$inferSelect, "id" | "amountMicros" | "reference"> | null;
  endpoint: { id: string; url: string; health: EndpointHealth };
  status: (typeof DELIVERY_STATUSES)[number];
  /** attempts started so far, in all series */
  attempts: number;
  /** attempts left in this series, the next one included */
  attemptsLeft: number;
  underWay: boolean;
  /** a test event, which is attempted once */
  isTest: boolean;
  /** by the database's clock; 0 when due */
  nextInSeconds: number | null;
  /** oldest first; kept for 30 days */
  log: AttemptRow[];
};

/**
 * One delivery with the request and response of every attempt; null when there is none. Signatures are shown only to
 * roles with permission for the endpoint's secret.
 */
export async function getDelivery(ctx: MemberContext, deliveryId: string): Promise<DeliveryDetail | null> {
  const row = await selectDelivery(ctx, deliveryId);
  if (!row) return null;
  const kept = await ctx.db.orm
    .select({
      number: webhookAttempts.number,
      startedAt: webhookAttempts.startedAt,
      durationMs: webhookAttempts.durationMs,
      signatures: webhookAttempts.signatures,
      requestHeaders: webhookAttempts.requestHeaders,
      status: webhookAttempts.responseStatus,
      errorClass: webhookAttempts.errorClass,
      excerpt: webhookAttempts.responseExcerpt,
    })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, row.id))
    .orderBy(webhookAttempts.number);
  const event = { eventId: row.event.id, eventType: row.event.type, environment: ctx.environment };
  const log = kept.map(
    ({ signatures, requestHeaders, ...attempt }): AttemptRow => ({
      ...attempt,
      requestHeaders: sentHeaders(event, attempt.startedAt, { signatures, requestHeaders }),
    }),
  );
  return present(row, may(ctx.role, "webhooks.secret") ? log : log.map(hideSignatures));
}

async function selectDelivery(ctx: MemberContext, deliveryId: string) {
  const { nextAttemptAt, leasedUntil } = webhookDeliveries;
  const [row] = await ctx.db.orm
    .select({
      id: webhookDeliveries.id,
      status: fragment<DeliveryDetail["status"]>`${webhookDeliveries.status}`,
      attempts: webhookDeliveries.attempts,
      seriesBase: webhookDeliveries.seriesBase,
      nextAttemptAt,
      nextInSeconds: fragment<number>`greatest(0, ceil(extract(epoch from ${nextAttemptAt} - now())))::int`,
      underWay: fragment<boolean>`coalesce(${leasedUntil} > now(), false)`,
      lastStatus: webhookDeliveries.lastStatus,
      lastError: webhookDeliveries.lastError,
      createdAt: webhookDeliveries.createdAt,
      endedAt: webhookDeliveries.endedAt,
      event: {
        id: events.id,
        type: fragment<EventType>`${events.type}`,
        body: events.body,
        createdAt: events.createdAt,
        intentId: events.intentId,
        terminalId: events.terminalId,
      },
      payment: {
        id: paymentIntents.id,
        amountMicros: paymentIntents.amountMicros,
        reference: paymentIntents.reference,
      },
      endpoint: {
        id: webhookEndpoints.id,
        url: webhookEndpoints.url,
        disabledAt: webhookEndpoints.disabledAt,
        disabledReason: webhookEndpoints.disabledReason,
        failingSince: webhookEndpoints.failingSince,
        lastSuccessAt: webhookEndpoints.lastSuccessAt,
      },
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .leftJoin(
      paymentIntents,
      and(eq(paymentIntents.id, events.intentId), eq(paymentIntents.merchantId, webhookEndpoints.merchantId)),
    )
    .where(
      and(
        eq(webhookDeliveries.id, deliveryId),
        eq(webhookEndpoints.merchantId, ctx.merchantId),
        eq(events.merchantId, ctx.merchantId),
        eq(webhookEndpoints.environment, ctx.environment),
      ),
    );
  return row;
}

type Row = NonNullable<Awaited<ReturnType<typeof selectDelivery>>>;

function present({ seriesBase, nextInSeconds, endpoint, ...row }: Row, log: AttemptRow[]): DeliveryDetail {
  const isTest = row.event.type === TEST_EVENT;
  const begun = row.attempts - seriesBase;
  return {
    ...row,
    isTest,
    endpoint: { id: endpoint.id, url: endpoint.url, health: endpointHealth(endpoint) },
    attemptsLeft: row.status === "pending" ? Math.max(0, (isTest ? 1 : MAX_ATTEMPTS) - begun) : 0,
    nextInSeconds: row.nextAttemptAt ? nextInSeconds : null,
    log,
  };
}
