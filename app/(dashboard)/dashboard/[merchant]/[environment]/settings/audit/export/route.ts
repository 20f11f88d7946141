import { describeEntry } from "@/components/audit/describe-entry";
import { exportAudit } from "@/lib/audit/export";
import { AuditFilter } from "@/lib/audit/filter";
import { memberRoute } from "@/lib/auth/route";
import { auditMessages } from "@/lib/messages/en/audit";

/** The filtered audit log as a CSV file, streamed. */
export const GET = memberRoute("audit.view", async ({ ctx, merchant }, request) => {
  const asked = AuditFilter.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return new Response(`${auditMessages.invalidExport}\n`, { status: 400 });
  const lines = exportAudit(ctx, asked.data, { timeZone: merchant.timeZone, formatEntry: describeEntry });
  return new Response(toStream(lines), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.csv"',
      "cache-control": "no-store",
    },
  });
});

/** Produces one piece at a time as the client reads, so a slow download holds one piece in memory. */
function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
