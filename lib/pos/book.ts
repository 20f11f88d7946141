import { displayAmount } from "@/lib/money";
import { presentTillPayment, type TillPayment } from "@/lib/pos/present";
import { selectLastPayments } from "@/lib/pos/select";
import type { TillContext } from "@/lib/pos/till";
import { salesReport } from "@/lib/reports/sales";

const LAST = 20;

export type TillBook = {
  /** the terminal's business day so far; `since` in ISO 8601 */
  today: { since: string; total: string; count: number };
  last: TillPayment[];
};

/** What a keypad's drawer shows: today's takings and the last payments of its terminal, newest first. */
export async function tillBook(ctx: TillContext): Promise<TillBook> {
  const [report, last] = await Promise.all([salesReport(ctx, ctx, {}), selectLastPayments(ctx, LAST)]);
  return {
    today: {
      since: report.start.toISOString(),
      total: displayAmount(report.totalMicros),
      count: Number(report.salesCount),
    },
    last: last.map(presentTillPayment),
  };
}
