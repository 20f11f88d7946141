import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";

const COUNTED_MAX = 10_000;

export type PendingNow = {
  count: number;
  micros: bigint;
  /** there are more that were not counted */
  isMore: boolean;
};

/** The count and sum of the pending payments, up to ten thousand. */
export async function pendingNow(ctx: MemberContext): Promise<PendingNow> {
  const [row] = await ctx.db.sql<[{ count: number; micros: bigint }]>`
    select count(*)::int as count, coalesce(sum(amount_micros), 0) as micros
      from (
        select i.amount_micros
          from terminals t join payment_intents i on i.terminal_id = t.id and i.environment = ${ctx.environment}
           and i.status = 'pending'
         where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}
         limit ${COUNTED_MAX + 1}) waiting`;
  return { count: Math.min(row.count, COUNTED_MAX), micros: row.micros, isMore: row.count > COUNTED_MAX };
}
