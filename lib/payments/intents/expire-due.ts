import { and, eq, sql as fragment, lte } from "drizzle-orm";
import { paymentIntents } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { moveDueToExpired, moveToExpired } from "@/lib/payments/intents/transition";

const BATCH = 1_000;
/** at once, once there's more than one batch: they skip each other's rows. */
const TRANSACTIONS = 2;

/** How much later the webhooks of a full batch are due: then more intents are overdue, and sending would delay them. */
const HELD_BACK_SECONDS = 5;

/**
 * Expires every overdue pending sandbox intent, in transactions of 1,000. `whileSending`: webhooks are sent at the same
 * time. Returns how many it moved.
 */
export async function expireDueIntents({ db }: Context, { whileSending = false } = {}): Promise<number> {
  const batch = { limit: BATCH, heldBackSeconds: whileSending ? HELD_BACK_SECONDS : 0 };
  const expireBatch = () => db.sql.begin((tx) => moveDueToExpired(tx, batch));
  const first = await expireBatch();
  if (first < BATCH) return first;
  const moved = await Promise.all(Array.from({ length: TRANSACTIONS }, () => untilShort(expireBatch)));
  return moved.reduce((sum, one) => sum + one, first);
}

/** Runs batches until one isn't full. Returns their sum. */
async function untilShort(run: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await run();
    total += moved;
    if (moved < BATCH) return total;
  }
}

/**
 * Expires one sandbox intent if it is overdue by the database's clock. False when it isn't, when it has already ended,
 * and for live intents, which expire by the chain's clock.
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
