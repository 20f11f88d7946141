import type { Context } from "@/lib/context";
import { lockIntent } from "@/lib/intents/credit";
import { payInSandbox } from "@/lib/intents/simulate";

const BATCH = 100;

/** Pays every demo intent that is due, six seconds after its creation. Returns how many it tried. */
export async function completeDueDemos(ctx: Context): Promise<number> {
  const due = await ctx.db.sql<{ id: string }[]>`
    select id from payment_intents where status = 'pending' and auto_complete_at <= now()
     order by auto_complete_at limit ${BATCH}`;
  for (const { id } of due) await completeDemoIfDue(ctx, id);
  return due.length;
}

/** Pays one demo intent if it is due by the database's clock. False when it is not due or has ended. */
export async function completeDemoIfDue(ctx: Context, id: string): Promise<boolean> {
  return ctx.db.sql.begin(async (tx) => {
    const [due] = await tx`
      select id from payment_intents
       where id = ${id} and status = 'pending' and auto_complete_at <= now() for update skip locked`;
    const intent = due && (await lockIntent(tx, id));
    if (!intent) return false;
    await payInSandbox(tx, intent);
    return true;
  });
}
