import { and, eq } from "drizzle-orm";
import { paymentIntents, type terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { displayAmount } from "@/lib/base/values/money";

export type FirstSteps = {
  terminal: { id: string; name: string; hasKey: boolean } | null;
  intent: ({ id: string; amount: string } & Pick<typeof paymentIntents.$inferSelect, "status">) | null;
};

/** How far the setup of a new merchant is: its first terminal, and the first payment there. */
export async function findFirstSteps(ctx: MemberContext): Promise<FirstSteps> {
  const { sql, orm } = ctx.db;
  type FirstTerminal = Pick<typeof terminals.$inferSelect, "id" | "name"> & { hasKey: boolean };
  const [terminal] = await sql<FirstTerminal[]>`
    select t.id, t.name, exists (
             select from api_keys k
              where k.terminal_id = t.id and k.environment = ${ctx.environment} and k.ends_at is null) as "hasKey"
      from terminals t
     where t.merchant_id = ${ctx.merchantId} and t.archived_at is null and ${visibleTerminals(ctx, "t.id")}
     order by t.created_at, t.id limit 1`;
  if (!terminal) return { terminal: null, intent: null };
  // in the order of an index, so that it stays fast with many payments
  const [intent] = await orm
    .select({ id: paymentIntents.id, amountMicros: paymentIntents.amountMicros, status: paymentIntents.status })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.merchantId, ctx.merchantId),
        eq(paymentIntents.terminalId, terminal.id),
        eq(paymentIntents.environment, ctx.environment),
      ),
    )
    .orderBy(paymentIntents.status, paymentIntents.createdAt, paymentIntents.id)
    .limit(1);
  if (!intent) return { terminal, intent: null };
  return { terminal, intent: { id: intent.id, amount: displayAmount(intent.amountMicros), status: intent.status } };
}
