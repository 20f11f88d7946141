import { z } from "zod";
import type { apiRequests } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { timeCursor } from "@/lib/base/lists/cursor";
import { andWithin, PeriodName, SearchText } from "@/lib/base/lists/log-filter";
import { type Edge, newestFirst, searchedPage } from "@/lib/base/lists/newest-first";
import { readSearch } from "@/lib/payments/lists/search";

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
    .regex(/^\/[\w./{}-]{1,80}$/)
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
  /** null: a key for all terminals */
  terminalName: string | null;
  /** null: a terminal's key */
  keyName: string | null;
  keyLast4: string;
};

/** Rows that a page looks through when no index covers the filter. */
const WINDOW = 20_000;

/**
 * A page of the environment's authenticated API calls, newest first, with the cursor of the next page. They are kept
 * for 30 days, without bodies, keys and queries, and appear about a second after the call. Reads a bounded number of
 * rows: `searchedTo` is where they ended before the page was full, and the next page goes on there.
 */
export async function listRequests(ctx: MemberContext, filter: RequestFilter, window = WINDOW) {
  const rows = await findRows(ctx, filter, window);
  return searchedPage(rows, PAGE, rows.length > PAGE ? null : await findEdge(ctx, filter, window));
}

function findRows(ctx: MemberContext, filter: RequestFilter, window: number) {
  const { sql } = ctx.db;
  const { code, path, terminal } = filter;
  const { order, micros } = inOrder(ctx);
  const none = sql``;
  return sql<(RequestRow & { micros: string })[]>`
    select r.id, r.method, r.path, r.status, r.code, r.error, r.duration_us as "durationMicros", r.address,
           r.created_at as "createdAt", r.terminal_id as "terminalId", t.name as "terminalName", restricted.name as "keyName",
           coalesce(k.last4, s.last4) as "keyLast4",
           ${micros}
      from (select r.* from api_requests r where ${inIndex(ctx, filter)}
             order by ${order} limit ${window}) r
      left join terminals t on t.id = r.terminal_id and t.merchant_id = ${ctx.merchantId}
      left join api_keys k on k.id = r.key_id and k.merchant_id = ${ctx.merchantId}
      left join restricted_keys restricted on restricted.id = r.key_id and restricted.merchant_id = ${ctx.merchantId}
      left join restricted_key_secrets s on s.key_id = restricted.id and s.ends_at is null
     where ${visibleTerminals(ctx, "r.terminal_id")}
           ${statusIn(ctx, filter.status)}
           ${code ? sql`and r.code = ${code}` : none}
           ${path ? sql`and r.path = ${path}` : none}
           ${terminal ? sql`and r.terminal_id = ${terminal}` : none}
     order by ${order} limit ${PAGE + 1}`;
}

/** The last row that a page looks through; null if there are no more than it looks through. */
async function findEdge(ctx: MemberContext, filter: RequestFilter, window: number): Promise<Edge | null> {
  const { sql } = ctx.db;
  const { order, micros } = inOrder(ctx);
  const [edge] = await sql<Edge[]>`
    select r.id, r.created_at as at, ${micros} from api_requests r where ${inIndex(ctx, filter)}
     order by ${order} offset ${window - 1} limit 1`;
  return edge ?? null;
}

function inOrder({ db: { sql } }: MemberContext) {
  return newestFirst(sql, sql`r.created_at`, sql`r.id`);
}

/** What the indexes find, in the order of the page. */
function inIndex(ctx: MemberContext, { status, id, q, period, before }: RequestFilter) {
  const { sql } = ctx.db;
  const none = sql``;
  return sql`r.merchant_id = ${ctx.merchantId} and r.environment = ${ctx.environment}
       ${status === "4xx" || status === "5xx" ? sql`and r.status >= 400` : none}
       ${id ? sql`and r.id = ${id}` : none}
       ${q ? hasId(ctx, q) : none}
       ${andWithin(sql, sql`r.created_at`, period)} and ${inOrder(ctx).after(before)}`;
}

/** Text that is no beginning of an ID matches nothing. */
function hasId({ db: { sql } }: MemberContext, q: string) {
  const ids = readSearch(q)?.ids;
  if (!ids) return sql`and false`;
  return sql`and r.id between ${ids.first} and ${ids.last} and right(r.id::text, 4) like ${`%${ids.end}`}`;
}

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
