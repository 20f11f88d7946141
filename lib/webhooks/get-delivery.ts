import type { MemberContext } from "@/lib/context";
import { may } from "@/lib/members/permissions";
import { type EndpointHealth, endpointHealth } from "@/lib/webhooks/endpoint-health";
import type { EventType } from "@/lib/webhooks/events";
import { hideSignatures } from "@/lib/webhooks/hide-signatures";
import type { DELIVERY_STATUSES } from "@/lib/webhooks/list-deliveries";
import { MAX_ATTEMPTS } from "@/lib/webhooks/retry";

export type AttemptRow = {
  number: number;
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  status: number | null;
  errorClass: string | null;
  /** up to 1 kB of the response body, safe to show */
  excerpt: string;
};

export type DeliveryDetail = {
  id: string;
  event: {
    id: string;
    type: EventType;
    body: string;
    createdAt: Date;
    intentId: string | null;
    terminalId: string | null;
  };
  endpoint: { id: string; url: string; health: EndpointHealth };
  status: (typeof DELIVERY_STATUSES)[number];
  /** attempts started so far, in all series */
  attempts: number;
  /** attempts left in this series, the next one included */
  attemptsLeft: number;
  underWay: boolean;
  nextAttemptAt: Date | null;
  /** by the database's clock; 0 when due */
  nextInSeconds: number | null;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  endedAt: Date | null;
  /** oldest first; kept for 30 days */
  log: AttemptRow[];
};

/**
 * One delivery with the request and response of every attempt; null when there is none. Signatures are shown only to roles
 * with permission for the endpoint's secret.
 */
export async function getDelivery(ctx: MemberContext, deliveryId: string): Promise<DeliveryDetail | null> {
  const { sql } = ctx.db;
  const [row] = await sql<Row[]>`
    select d.id, d.status, d.attempts, d.series_base as "seriesBase", d.next_attempt_at as "nextAttemptAt",
           greatest(0, ceil(extract(epoch from d.next_attempt_at - now())))::int as "nextInSeconds",
           coalesce(d.leased_until > now(), false) as "underWay", d.last_status as "lastStatus",
           d.last_error as "lastError", d.created_at as "createdAt", d.ended_at as "endedAt",
           e.id as "eventId", e.type, e.body, e.created_at as "eventAt", e.intent_id as "intentId",
           e.terminal_id as "terminalId", p.id as "endpointId", p.url, p.disabled_at as "disabledAt",
           p.disabled_reason as "disabledReason", p.failing_since as "failingSince", p.last_success_at as "lastSuccessAt"
      from webhook_deliveries d
      join webhook_endpoints p on p.id = d.endpoint_id
      join events e on e.id = d.event_id
     where d.id = ${deliveryId} and p.merchant_id = ${ctx.merchantId} and p.environment = ${ctx.environment}`;
  if (!row) return null;
  const log = await sql<AttemptRow[]>`
    select number, started_at as "startedAt", duration_ms as "durationMs", request_headers as "requestHeaders",
           response_status as status, error_class as "errorClass", response_excerpt as excerpt
      from webhook_attempts where delivery_id = ${row.id} order by number`;
  return present(row, may(ctx.role, "webhooks.secret") ? [...log] : log.map(hideSignatures));
}

type Row = Omit<DeliveryDetail, "event" | "endpoint" | "attemptsLeft" | "log"> & {
  seriesBase: number;
  eventId: string;
  type: EventType;
  body: string;
  eventAt: Date;
  intentId: string | null;
  terminalId: string | null;
  endpointId: string;
  url: string;
} & Parameters<typeof endpointHealth>[0];

function present(row: Row, log: AttemptRow[]): DeliveryDetail {
  const { id, status, attempts, underWay, nextAttemptAt, nextInSeconds, lastStatus, lastError, createdAt, endedAt } =
    row;
  const { eventId, type, body, eventAt, intentId, terminalId, endpointId, url } = row;
  return {
    id,
    event: { id: eventId, type, body, createdAt: eventAt, intentId, terminalId },
    endpoint: { id: endpointId, url, health: endpointHealth(row) },
    status,
    attempts,
    attemptsLeft: status === "pending" ? Math.max(0, MAX_ATTEMPTS - (attempts - row.seriesBase)) : 0,
    underWay,
    nextAttemptAt,
    nextInSeconds: nextAttemptAt ? nextInSeconds : null,
    lastStatus,
    lastError,
    createdAt,
    endedAt,
    log,
  };
}
