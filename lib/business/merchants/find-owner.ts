import { eq, sql as fragment } from "drizzle-orm";
import { terminals, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";

/** Whose something is. A terminal is of both environments. */
type Owners = {
  terminal: { merchantId: string };
  endpoint: { merchantId: string; environment: Environment };
  delivery: { merchantId: string; environment: Environment };
};
export type Owned = keyof Owners;
export type OwnerOf<What extends Owned> = Owners[What];

/**
 * The merchant and environment of a terminal, endpoint or delivery, for the operator's commands. Error: `not_found`.
 */
export async function findOwner<What extends Owned>(ctx: Context, what: What, id: string): Promise<OwnerOf<What>> {
  const { orm } = ctx.db;
  const { merchantId, environment } = webhookEndpoints;
  const endpoint = { merchantId, environment: fragment<Environment>`${environment}` };
  const [owner] = await {
    terminal: orm.select({ merchantId: terminals.merchantId }).from(terminals).where(eq(terminals.id, id)),
    endpoint: orm.select(endpoint).from(webhookEndpoints).where(eq(webhookEndpoints.id, id)),
    delivery: orm
      .select(endpoint)
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(eq(webhookDeliveries.id, id)),
  }[what];
  if (!owner) throw notFound(what);
  return owner as OwnerOf<What>;
}
