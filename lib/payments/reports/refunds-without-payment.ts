import type { MemberContext } from "@/lib/base/context/context";
import { inTurn } from "@/lib/base/pacing/turns";
import type { Span } from "@/lib/payments/reports/report-spans";

/** `day`: of the calendar in the business's time zone. */
export type RefundedDay = { day: string; refunds: bigint; refundedMicros: bigint };

/**
 * Refunds of money that belongs to no payment, by the day on which they became final: they belong to the business, and
 * to no terminal. None for a member of some terminals and for a report of chosen ones.
 */
export async function refundsWithoutPayment(
  ctx: MemberContext,
  { from, to, terminals = [] }: Span & { terminals?: string[] },
): Promise<RefundedDay[]> {
  if (ctx.terminalIds !== null || terminals.length > 0) return [];
  const { sql } = ctx.db;
  return inTurn(
    ctx.actor.userId,
    () => sql<RefundedDay[]>`
      select (f.final_at at time zone m.time_zone)::date::text as day, count(*) as refunds,
             sum(f.amount_micros) as "refundedMicros"
        from merchants m join refunds f on f.merchant_id = m.id
       where m.id = ${ctx.merchantId} and f.environment = ${ctx.environment} and f.status = 'final' and f.intent_id is null
         and f.final_at >= ${from}::text::date::timestamp at time zone m.time_zone
         and f.final_at < (${to}::text::date + 1)::timestamp at time zone m.time_zone
       group by 1 order by 1`,
  );
}
