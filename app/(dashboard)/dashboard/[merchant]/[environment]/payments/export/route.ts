import { paymentStatus } from "@/components/payments/payment-labels";
import { memberRoute } from "@/lib/auth/route";
import { exportPayments } from "@/lib/intents/export";
import type { Payment } from "@/lib/intents/fetch-payments";
import { PaymentFilter } from "@/lib/intents/payment-filter";
import { calendarDay } from "@/lib/time/calendar-day";

/** The filtered payments as a CSV file, streamed as fast as the client reads. */
export const GET = memberRoute("payments.export", async ({ ctx, merchant, environment }, request) => {
  const filter = PaymentFilter.parse(queryOf(request));
  const gone = new AbortController();
  request.signal.addEventListener("abort", () => gone.abort());
  const label = (payment: Payment) => paymentStatus(payment).label;
  const chunks = exportPayments(ctx, { filter, zone: merchant.timeZone, label, signal: gone.signal });
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(text.encode(value));
    },
    cancel: () => gone.abort(),
  });
  const name = `payments-${environment}-${calendarDay(new Date(), merchant.timeZone)}.csv`;
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store, no-transform",
    },
  });
});

/** Every parameter as a list of its values. */
function queryOf(request: Request): Record<string, string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
}
