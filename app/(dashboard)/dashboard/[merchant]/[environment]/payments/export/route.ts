import { exportResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-response";
import { paymentStatus } from "@/components/payments/payment-labels";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { exportPayments } from "@/lib/payments/lists/export";
import type { Payment } from "@/lib/payments/lists/fetch";
import { PaymentFilter } from "@/lib/payments/lists/filter";
import { exportRoute } from "@/lib/service/auth/route";

/** The filtered payments as a file. */
export const GET = exportRoute("payments.export", async ({ ctx, merchant, environment }, request) => {
  const filter = PaymentFilter.parse(queryOf(request));
  const label = (payment: Payment) => paymentStatus(payment).label;
  const name = `payments-${environment}-${calendarDay(new Date(), merchant.timeZone)}`;
  return exportResponse(
    request,
    name,
    exportPayments(ctx, { filter, zone: merchant.timeZone, label, signal: request.signal }),
  );
});

/** Every parameter as a list of its values. */
function queryOf(request: Request): Record<string, string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
}
