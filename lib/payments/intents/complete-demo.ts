import { and, eq, sql as fragment, lte } from "drizzle-orm";
import { paymentIntents } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { lockIntent } from "@/lib/payments/intents/credit";
import { payInSandbox } from "@/lib/payments/intents/simulate";

const BATCH = 100;

/** Pays every demo intent that is due, six seconds after its creation. Returns how many it tried. */
export async function completeDueDemos(ctx: Context): Promise<number> {
  const due = await ctx.db.sql<Pick<typeof paymentIntents.$inferSelect, "id">[]>`
    select id from payment_intents where status = 'pending' and auto_complete_at <= now()
     order by auto_complete_at limit ${BATCH}`;
  for (const { id } of due) await completeDemoIfDue(ctx, id);
  return due.length;
}

/** Pays one demo intent if it is due by the database's clock. False when it is not due or has ended. */
export async function completeDemoIfDue(ctx: Context, id: string): Promise<boolean> {
  return ctx.db.sql.begin(async (tx) => {
    const [due] = await orm(tx)
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(
        and(
          eq(paymentIntents.id, id),
          eq(paymentIntents.status, "pending"),
          lte(paymentIntents.autoCompleteAt, fragment`now()`),
        ),
      )
      .for("update", { skipLocked: true });
    const intent = due && (await lockIntent(tx, id));
    if (!intent) return false;
    await payInSandbox(tx, intent);
    return true;
  });
}
