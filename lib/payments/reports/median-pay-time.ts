import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";

const SAMPLE = 1_000;

/** Median seconds from creation to payment, over the latest thousand payments of the period; null without any. */
export async function medianPayTime(ctx: MemberContext, { starts, until }: { starts: Date; until: Date }) {
  const [row] = await ctx.db.sql<{ seconds: number | null }[]>`
    select percentile_cont(0.5) within group (order by extract(epoch from paid_at - created_at))::float8 as seconds
      from (
        select i.paid_at, i.created_at
          from terminals t cross join lateral (
            select paid_at, created_at from payment_intents
             where terminal_id = t.id and environment = ${ctx.environment} and status = 'paid'
               and paid_at >= ${starts} and paid_at < ${until}
             order by paid_at desc limit ${SAMPLE}) i
         where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}
         order by i.paid_at desc limit ${SAMPLE}) latest`;
  return row?.seconds ?? null;
}
