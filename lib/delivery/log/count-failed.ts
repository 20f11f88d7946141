import type { MemberContext } from "@/lib/base/context/context";
import { LOG_PERIODS, type LogPeriod } from "@/lib/base/lists/log-period";
import { TEST_EVENT } from "@/lib/delivery/events/catalog";

const COUNTED_MAX = 10_000;

/**
 * The number of deliveries to an endpoint that failed in each period, without test events: what `resendFailed` would
 * resend. 10,001 stands for more than 10,000, since no more are read.
 */
export async function countFailed(ctx: MemberContext, endpointId: string): Promise<Record<LogPeriod, number>> {
  const { sql } = ctx.db;
  const since = (period: LogPeriod) =>
    sql`count(*) filter (where ended_at >= now() - make_interval(hours => ${LOG_PERIODS[period]}))::int`;
  const [counts] = await sql<[Record<LogPeriod, number>]>`
    select ${since("1h")} as "1h", ${since("24h")} as "24h", ${since("7d")} as "7d", ${since("30d")} as "30d"
      from (
        select d.ended_at from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
         where d.endpoint_id = ${endpointId} and p.merchant_id = ${ctx.merchantId} and p.environment = ${ctx.environment}
           and d.status = 'failed' and d.ended_at >= now() - make_interval(hours => ${LOG_PERIODS["30d"]})
           and (select type from events where id = d.event_id and merchant_id = p.merchant_id) <> ${TEST_EVENT}
         order by d.ended_at desc, d.id desc limit ${COUNTED_MAX + 1}) failed`;
  return counts;
}
