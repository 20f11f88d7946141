import type { MemberContext } from "@/lib/context";
import { TEST_EVENT } from "@/lib/webhooks/events";
import { LOG_PERIODS, type LogPeriod } from "@/lib/webhooks/search-deliveries";

/** The number of deliveries to an endpoint that failed in each period, without test events: what `resendFailed` would resend. */
export async function countFailed(ctx: MemberContext, endpointId: string): Promise<Record<LogPeriod, number>> {
  const { sql } = ctx.db;
  const since = (period: LogPeriod) =>
    sql`count(*) filter (where d.ended_at >= now() - make_interval(hours => ${LOG_PERIODS[period]}))::int`;
  const [counts] = await sql<[Record<LogPeriod, number>]>`
    select ${since("1h")} as "1h", ${since("24h")} as "24h", ${since("7d")} as "7d", ${since("30d")} as "30d"
      from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
      join events e on e.id = d.event_id and e.merchant_id = p.merchant_id and e.type <> ${TEST_EVENT}
     where d.endpoint_id = ${endpointId} and p.merchant_id = ${ctx.merchantId} and p.environment = ${ctx.environment}
       and d.status = 'failed' and d.ended_at >= now() - make_interval(hours => ${LOG_PERIODS["30d"]})`;
  return counts;
}
