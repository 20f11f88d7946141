import { displayAmount } from "@/lib/money";
import type { PosContext } from "@/lib/pos/context";
import { type PosPayment, presentPosPayment } from "@/lib/pos/present";
import { selectLastPayments } from "@/lib/pos/select";
import { salesReport } from "@/lib/reports/sales";

const LAST = 20;

export type ShiftSummary = {
  /** the terminal's current business day; `since` in ISO 8601 */
  today: { since: string; total: string; count: number };
  last: PosPayment[];
};

/** Today's takings and the terminal's 20 most recent payments, newest first. */
export async function shiftSummary(ctx: PosContext): Promise<ShiftSummary> {
  const [report, last] = await Promise.all([salesReport(ctx, ctx, {}), selectLastPayments(ctx, LAST)]);
  return {
    today: {
      since: report.start.toISOString(),
      total: displayAmount(report.totalMicros),
      count: Number(report.salesCount),
    },
    last: last.map((row) => presentPosPayment(row, ctx.settings)),
  };
}
