import { z } from "zod";
import type { apiRequests } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import { pageOf, timeCursor } from "@/lib/cursor";
import { readSearch } from "@/lib/intents/payment-search";
import { visibleTerminals } from "@/lib/members/visible-terminals";
import { LOG_PERIODS, PeriodName, SearchText } from "@/lib/webhooks/search-deliveries";

const PAGE = 50;

/** Classes of HTTP statuses. */
const STATUS_CLASSES = ["2xx", "4xx", "5xx"] as const;

/** The filter of the request log in a page's address; invalid values are ignored. */
export const RequestFilter = z.object({
  status: z.enum(STATUS_CLASSES).optional().catch(undefined),
  code: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional()
    .catch(undefined),
  path: z
    .string()
    .regex(/^\/[\w./-]{1,80}$/)
    .optional()
    .catch(undefined),
  terminal: z.guid().optional().catch(undefined),
  id: z.guid().optional().catch(undefined),
  /** a request's ID in full, or its first eight or more characters */
  q: SearchText,
  period: PeriodName,
  before: timeCursor.schema.optional().catch(undefined),
});
export type RequestFilter = z.output<typeof RequestFilter>;

/** `error` is the error message of the response. */
export type RequestRow = Omit<typeof apiRequests.$inferSelect, "merchantId" | "keyId" | "environment"> & {
  terminalName: string;
  keyLast4: string;
};

/**
 * A page of the environment's authenticated API calls, newest first, with the cursor of the next page. They are kept for 30
 * days, without bodies, keys and queries, and appear about a second after the call.
 */
export async function listRequests(ctx: MemberContext, filter: RequestFilter) {
  const { sql } = ctx.db;
  const { status, code, path, terminal, id, q, period, before } = filter;
  const none = sql``;
  const rows = await sql<(RequestRow & { micros: string })[]>`
    select r.id, r.method, r.path, r.status, r.code, r.error, r.duration_us as "durationMicros", r.address,
           r.created_at as "createdAt", r.terminal_id as "terminalId", t.name as "terminalName", k.last4 as "keyLast4",
           (extract(epoch from r.created_at) * 1000000)::bigint::text as micros
      from api_requests r
      join terminals t on t.id = r.terminal_id and t.merchant_id = r.merchant_id
      join api_keys k on k.id = r.key_id and k.merchant_id = r.merchant_id
     where r.merchant_id = ${ctx.merchantId} and r.environment = ${ctx.environment}
       and ${visibleTerminals(ctx, "r.terminal_id")}
           ${statusIn(ctx, status)}
           ${code ? sql`and r.code = ${code}` : none}
           ${path ? sql`and r.path = ${path}` : none}
           ${terminal ? sql`and r.terminal_id = ${terminal}` : none}
           ${id ? sql`and r.id = ${id}` : none}
           ${q ? hasId(ctx, q) : none}
           ${period ? sql`and r.created_at >= now() - make_interval(hours => ${LOG_PERIODS[period]})` : none}
           and ${timeCursor.past(sql, before, { key: sql`r.created_at`, id: sql`r.id` })}
     order by r.created_at desc, r.id desc limit ${PAGE + 1}`;
  return pageOf(rows, PAGE);
}

/** Text that is no beginning of an ID matches nothing. */
function hasId({ db: { sql } }: MemberContext, q: string) {
  const ids = readSearch(q)?.ids;
  if (!ids) return sql`and false`;
  return sql`and r.id between ${ids.first} and ${ids.last} and right(r.id::text, 4) like ${`%${ids.end}`}`;
}

/** Conditions with literal bounds, so that the partial index on rejected and failed requests is used. */
function statusIn({ db: { sql } }: MemberContext, status: RequestFilter["status"]) {
  switch (status) {
    case "2xx":
      return sql`and r.status < 300`;
    case "4xx":
      return sql`and r.status >= 400 and r.status < 500`;
    case "5xx":
      return sql`and r.status >= 500`;
    case undefined:
      return sql``;
  }
}
