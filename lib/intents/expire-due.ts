import { and, eq, sql as fragment, lte } from "drizzle-orm";
import { paymentIntents } from "@/drizzle/schema";
import type { Context } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { moveDueToExpired, moveToExpired } from "@/lib/intents/transition";

const BATCH = 1_000;
/** Transactions at once, once there's more than one batch: they skip each other's rows. */
const LANES = 2;

/** Expires every overdue pending sandbox intent, in transactions of 1,000. Returns how many it moved. */
export async function expireDueIntents(ctx: Context): Promise<number> {
  const first = await expireBatch(ctx);
  if (first < BATCH) return first;
  const moved = await Promise.all(Array.from({ length: LANES }, () => expireAll(ctx)));
  return moved.reduce((sum, one) => sum + one, first);
}

async function expireAll(ctx: Context): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await expireBatch(ctx);
    total += moved;
    if (moved < BATCH) return total;
  }
}

function expireBatch({ db }: Context): Promise<number> {
  return db.sql.begin((tx) => moveDueToExpired(tx, BATCH));
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
