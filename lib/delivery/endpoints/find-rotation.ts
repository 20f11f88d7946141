import { and, eq, sql as fragment, gt } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import type { EnvironmentContext } from "@/lib/base/context/context";

/** When the second secret of an endpoint takes over; null if no rotation is in progress. */
export async function findRotation(ctx: EnvironmentContext, endpointId: string): Promise<Date | null> {
  const { id, merchantId, environment, nextSecretActiveAt } = webhookEndpoints;
  const [pending] = await ctx.db.orm
    .select({ takesOverAt: nextSecretActiveAt })
    .from(webhookEndpoints)
    .where(
      and(
        eq(id, endpointId),
        eq(merchantId, ctx.merchantId),
        eq(environment, ctx.environment),
        gt(nextSecretActiveAt, fragment`now()`),
      ),
    );
  return pending?.takesOverAt ?? null;
}
