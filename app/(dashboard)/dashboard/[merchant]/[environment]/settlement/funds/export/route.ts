import { memberRoute } from "@/lib/auth/route";
import { exportFunds } from "@/lib/funds/funds-export";
import { calendarDay } from "@/lib/time/calendar-day";

/** Every address with its balance as a CSV file, streamed at the client's pace. */
export const GET = memberRoute("settlement.view", async ({ ctx, merchant }, request) => {
  const gone = new AbortController();
  request.signal.addEventListener("abort", () => gone.abort());
  const chunks = exportFunds(ctx, { zone: merchant.timeZone, signal: gone.signal });
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(text.encode(value));
    },
    cancel: () => gone.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="funds-${calendarDay(new Date(), merchant.timeZone)}.csv"`,
      "cache-control": "no-store, no-transform",
    },
  });
});
