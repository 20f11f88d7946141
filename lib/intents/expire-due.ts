import { and, eq, sql as fragment, lte } from "drizzle-orm";
import { paymentIntents } from "@/drizzle/schema";
import type { Context } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { moveDueToExpired, moveToExpired } from "@/lib/intents/transition";

const BATCH = 500;

/** Expires every overdue pending sandbox intent, in transactions of 500. Returns how many it moved. */
export async function expireDueIntents(ctx: Context): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await ctx.db.sql.begin((tx) => moveDueToExpired(tx, BATCH));
    total += moved;
    if (moved < BATCH) return total;
  }
}

/**
 * Expires one sandbox intent if it is overdue by the database's clock. False when it isn't, when it has already ended, and
 * for live intents, which expire by the chain's clock.
 */
export async function expireIntentIfDue(ctx: Context, id: string): Promise<boolean> {
  return ctx.db.sql.begin(async (tx) => {
    const [due] = await orm(tx)
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(
        and(
          eq(paymentIntents.id, id),
          eq(paymentIntents.environment, "sandbox"),
          eq(paymentIntents.status, "pending"),
          lte(paymentIntents.expiresAt, fragment`now()`),
        ),
      )
      .for("update");
    return due ? (await moveToExpired(tx, [id])).length > 0 : false;
  });
}
