import type { MemberContext } from "@/lib/base/context/context";
import { newestFirst } from "@/lib/base/lists/newest-first";
import { isToConfirm, isWanted, type ListRefundsInput } from "@/lib/payments/refunds/list-filter";

const COUNTED_MAX = 1_000;
const SUMMED_MAX = 20_000;

export type RefundTotals = {
  count: number;
  /** there are more than `count`, and the sum is incomplete */
  isMore: boolean;
  amountMicros: bigint;
  /** how many come before the page in the list */
  before: number;
};

/** How many refunds a filter finds on all pages, and their sum. Reads a bounded number of refunds. */
export async function totalRefunds(ctx: MemberContext, filter: ListRefundsInput): Promise<RefundTotals> {
  const { sql } = ctx.db;
  const { after, order } = newestFirst(sql, sql`f.created_at`, sql`f.id`);
  const [found] = await sql<[Omit<RefundTotals, "isMore">]>`
    select count(*)::int as count, (count(*) filter (where not is_older))::int as before,
           coalesce(sum(amount_micros), 0) as "amountMicros"
      from (select f.amount_micros, ${after(filter.before)} as is_older
              from refunds f
              left join payment_intents i on i.id = f.intent_id and i.merchant_id = f.merchant_id
              left join refund_addresses r on r.payment_intent_id = f.intent_id and r.merchant_id = f.merchant_id
               and f.status = 'waiting_for_address'
             where f.merchant_id = ${ctx.merchantId} and ${isWanted(ctx, filter)}
             order by ${order} limit ${SUMMED_MAX + 1}) found`;
  return { ...found, count: Math.min(found.count, SUMMED_MAX), isMore: found.count > SUMMED_MAX };
}

/**
 * How many transfers from the refund wallet wait for a member to say whether they paid the refund that they are like,
 * up to a thousand; cheap enough for every page. The sandbox has no refund wallet.
 */
export async function countProposed({ db: { sql }, merchantId, environment }: MemberContext): Promise<number> {
  if (environment === "sandbox") return 0;
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (
      select from refund_wallet_transfers where merchant_id = ${merchantId} and decided_at is null
       limit ${COUNTED_MAX}) n`;
  return row.count;
}

/** How many refunds wait for a member to confirm them, up to a thousand; cheap enough for every page. */
export async function countToConfirm({ db: { sql }, merchantId, environment }: MemberContext): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (
      select from refunds f
        left join refund_addresses r on r.payment_intent_id = f.intent_id and r.merchant_id = f.merchant_id
       where f.merchant_id = ${merchantId} and f.environment = ${environment}
         and f.status in ('waiting_for_address', 'prepared') and ${isToConfirm(sql)}
       limit ${COUNTED_MAX}) n`;
  return row.count;
}
