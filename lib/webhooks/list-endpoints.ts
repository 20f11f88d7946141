import type { MemberContext } from "@/lib/context";
import { type EndpointHealth, endpointHealth } from "@/lib/webhooks/endpoint-health";
import type { EventType } from "@/lib/webhooks/events";

export type EndpointRow = {
  id: string;
  url: string;
  /** null: every terminal */
  terminal: { id: string; name: string; archived: boolean } | null;
  eventTypes: EventType[];
  health: EndpointHealth;
  lastSuccessAt: Date | null;
  createdAt: Date;
  /** a rotation in progress, and when its second secret takes over automatically */
  rotation: { takesOverAt: Date } | null;
  /** pending deliveries, counted up to 1,000 */
  waiting: number;
};

/** The merchant's endpoints in the environment: unhealthy ones first, then by age. */
export async function listEndpoints(ctx: MemberContext): Promise<EndpointRow[]> {
  const rows = await selectEndpoints(ctx, null);
  const trouble = (row: EndpointRow) => (row.health.state === "failing" ? 0 : row.health.state === "off" ? 1 : 2);
  return rows.sort((a, b) => trouble(a) - trouble(b));
}

/** One endpoint; null when there is none. */
export async function getEndpoint(ctx: MemberContext, endpointId: string): Promise<EndpointRow | null> {
  const [found] = await selectEndpoints(ctx, endpointId);
  return found ?? null;
}

type Row = Omit<EndpointRow, "terminal" | "health" | "rotation"> & {
  terminalId: string | null;
  terminalName: string | null;
  terminalArchived: boolean | null;
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  takesOverAt: Date | null;
};

async function selectEndpoints(ctx: MemberContext, endpointId: string | null): Promise<EndpointRow[]> {
  const rows = await ctx.db.sql<Row[]>`
    select p.id, p.url, p.event_types as "eventTypes", p.created_at as "createdAt",
           p.last_success_at as "lastSuccessAt", p.failing_since as "failingSince", p.disabled_at as "disabledAt",
           p.disabled_reason as "disabledReason",
           case when p.next_secret_active_at > now() then p.next_secret_active_at end as "takesOverAt",
           t.id as "terminalId", t.name as "terminalName", t.archived_at is not null as "terminalArchived",
           (select count(*)::int from (
              select from webhook_deliveries d where d.endpoint_id = p.id and d.status = 'pending' limit 1000) w) as waiting
      from webhook_endpoints p left join terminals t on t.id = p.terminal_id
     where p.merchant_id = ${ctx.merchantId} and p.environment = ${ctx.environment}
       and (${endpointId}::uuid is null or p.id = ${endpointId})
     order by p.created_at, p.id`;
  return rows.map(present);
}

function present(row: Row): EndpointRow {
  const { id, url, eventTypes, createdAt, lastSuccessAt, takesOverAt, waiting, terminalId, terminalName } = row;
  return {
    id,
    url,
    terminal:
      terminalId && terminalName ? { id: terminalId, name: terminalName, archived: !!row.terminalArchived } : null,
    eventTypes,
    health: endpointHealth(row),
    lastSuccessAt,
    createdAt,
    rotation: takesOverAt ? { takesOverAt } : null,
    waiting,
  };
}
