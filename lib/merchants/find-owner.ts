import { eq } from "drizzle-orm";
import { terminals, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

type Owned = "terminal" | "endpoint" | "delivery";

/** The merchant that a terminal, endpoint or delivery belongs to, for the operator's commands. Error: `not_found`. */
export async function findOwner(ctx: Context, what: Owned, id: string): Promise<string> {
  const { orm } = ctx.db;
  const endpoint = { merchantId: webhookEndpoints.merchantId };
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
  return owner.merchantId;
}
