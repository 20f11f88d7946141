import { displayAmount } from "@/lib/base/values/money";
import type { PosContext } from "@/lib/payments/pos/context";
import { findOpenShift } from "@/lib/payments/pos/list-shifts";
import { type PosPayment, presentPosPayment } from "@/lib/payments/pos/present";
import { selectLastPayments } from "@/lib/payments/pos/select";
import { salesReport } from "@/lib/payments/reports/sales";

const LAST = 20;

export type ShiftSummary = {
  /** the terminal's current business day; `since` in ISO 8601 */
  today: {
    since: string;
    total: string;
    count: number;
    /** `total` minus `amount` is `net`; left out: nothing was refunded */
    refunded?: { amount: string; net: string };
  };
  last: PosPayment[];
  /** the open shift, `openedAt` in ISO 8601; null when none is open */
  shift: { number: number; openedAt: string; openedBy: string } | null;
};

/** Today's takings, the open shift, and the terminal's 20 most recent payments, newest first. */
export async function shiftSummary(ctx: PosContext): Promise<ShiftSummary> {
  const [report, last, shift] = await Promise.all([
    salesReport(ctx, ctx, {}),
    selectLastPayments(ctx, LAST),
    findOpenShift(ctx),
  ]);
  return {
    today: {
      since: report.start.toISOString(),
      total: displayAmount(report.totalMicros),
      count: Number(report.salesCount),
      ...(report.refundedMicros > 0n && {
        refunded: {
          amount: displayAmount(report.refundedMicros),
          net: displayAmount(report.totalMicros - report.refundedMicros),
        },
      }),
    },
    last: last.map((row) => presentPosPayment(row, ctx.settings)),
    shift: shift && { ...shift, openedAt: shift.openedAt.toISOString() },
  };
}
