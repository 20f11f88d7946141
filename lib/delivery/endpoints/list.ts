import { and, eq, sql as fragment } from "drizzle-orm";
import { restrictedKeys, terminals, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { KeyContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import { type EndpointHealth, endpointHealth } from "@/lib/delivery/endpoints/health";
import { type EndpointContext, isReached } from "@/lib/delivery/endpoints/reach";
import type { EventType } from "@/lib/delivery/events/catalog";

type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, "id" | "url" | "lastSuccessAt" | "createdAt">;

export type EndpointRow = Endpoint & {
  /** null: every terminal */
  terminal: { id: string; name: string; archived: boolean } | null;
  eventTypes: EventType[];
  health: EndpointHealth;
  /** a rotation in progress, and when its second secret takes over automatically */
  rotation: { takesOverAt: Date } | null;
  /** pending deliveries, counted up to 1,000 */
  waiting: number;
  /** the restricted key that created it by API */
  createdBy: { id: string; name: string; hasEnded: boolean } | null;
};

/** The merchant's endpoints in the environment: unhealthy ones first, then by age. */
export async function listEndpoints(ctx: EndpointContext): Promise<EndpointRow[]> {
  const rows = await selectEndpoints(ctx, null);
  const trouble = (row: EndpointRow) => (row.health.state === "failing" ? 0 : row.health.state === "off" ? 1 : 2);
  return rows.sort((a, b) => trouble(a) - trouble(b));
}

/** The endpoints that a key reaches, the oldest first. */
export function listKeyEndpoints(ctx: KeyContext): Promise<EndpointRow[]> {
  return selectEndpoints(ctx, null);
}

/** One endpoint; null when there is none. */
export async function getEndpoint(ctx: EndpointContext, endpointId: string): Promise<EndpointRow | null> {
  const [found] = await selectEndpoints(ctx, endpointId);
  return found ?? null;
}

/** One endpoint. Error: `not_found`. */
export async function requireEndpoint(ctx: EndpointContext, endpointId: string): Promise<EndpointRow> {
  const found = await getEndpoint(ctx, endpointId);
  if (!found) throw notFound("endpoint");
  return found;
}

async function selectEndpoints(ctx: EndpointContext, endpointId: string | null): Promise<EndpointRow[]> {
  const activeAt = webhookEndpoints.nextSecretActiveAt;
  const rows = await ctx.db.orm
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      eventTypes: fragment<EventType[]>`${webhookEndpoints.eventTypes}`,
      createdAt: webhookEndpoints.createdAt,
      lastSuccessAt: webhookEndpoints.lastSuccessAt,
      failingSince: webhookEndpoints.failingSince,
      disabledAt: webhookEndpoints.disabledAt,
      disabledReason: webhookEndpoints.disabledReason,
      takesOverAt: fragment<Date | null>`case when ${activeAt} > now() then ${activeAt} end`,
      terminal: { id: terminals.id, name: terminals.name, archivedAt: terminals.archivedAt },
      waiting: fragment<number>`(select count(*)::int from (
        select from ${webhookDeliveries}
         where ${webhookDeliveries.endpointId} = ${webhookEndpoints.id} and ${webhookDeliveries.status} = 'pending'
         limit 1000) w)`,
      createdBy: {
        id: restrictedKeys.id,
        name: restrictedKeys.name,
        hasEnded: fragment<boolean>`coalesce(${restrictedKeys.endsAt} <= now(), false)`,
      },
    })
    .from(webhookEndpoints)
    .leftJoin(terminals, eq(terminals.id, webhookEndpoints.terminalId))
    .leftJoin(
      restrictedKeys,
      and(
        eq(restrictedKeys.id, webhookEndpoints.createdByKey),
        eq(restrictedKeys.merchantId, webhookEndpoints.merchantId),
      ),
    )
    .where(and(isReached(ctx), endpointId === null ? undefined : eq(webhookEndpoints.id, endpointId)))
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id);
  return rows.map(({ terminal, takesOverAt, failingSince, disabledAt, disabledReason, ...row }) => ({
    ...row,
    terminal: terminal && { id: terminal.id, name: terminal.name, archived: terminal.archivedAt !== null },
    health: endpointHealth({ disabledAt, disabledReason, failingSince, lastSuccessAt: row.lastSuccessAt }),
    rotation: takesOverAt ? { takesOverAt } : null,
  }));
}
