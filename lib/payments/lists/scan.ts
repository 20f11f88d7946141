import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { isoCursor } from "@/lib/base/lists/cursor";
import { isByPayment, isWanted } from "@/lib/payments/lists/conditions";
import type { PaymentCursor } from "@/lib/payments/lists/cursor";
import { type Sought, type Stream, streamsOf } from "@/lib/payments/lists/streams";

/**
 * Rows per status, over all terminals, that a page reads when no index covers the search: a small window first, since
 * common matches are found in it.
 */
const WINDOWS = [1_000, 20_000];

/** A payment's position in the list. Microseconds tell payments of the same millisecond apart. */
export type Place = { id: string; at: string };

export type Scan = Sought & {
  /** skipped, because the page shows them already */
  except: string[];
  cursor: PaymentCursor | null;
  limit: number;
  windows?: number[];
  /** only payments since then, inclusive: what many terminals need not read beyond a page */
  since?: string | null;
};

export type Scanned = {
  hits: Place[];
  /** where the scan stopped when its window ended before `limit` payments were found */
  edge: Place | null;
};

/** The payments after the cursor in its direction, nearest first. Reads a bounded number of rows. */
export async function scanPayments(ctx: MemberContext, scan: Scan): Promise<Scanned> {
  const streams = streamsOf(ctx, scan).filter((stream) => stream.keys.length > 0);
  let merged: Scanned = { hits: [], edge: null };
  for (const window of scan.windows ?? WINDOWS) {
    merged = merge(scan, await Promise.all(streams.map((stream) => scanStream(ctx, stream, scan, window))));
    if (!merged.edge || merged.hits.length === scan.limit) break;
  }
  return merged;
}

function nearestFirst({ cursor }: Scan) {
  const sign = cursor?.direction === "newer" ? 1 : -1;
  return (a: Place, b: Place) => sign * (compare(a.at, b.at) || compare(a.id, b.id));
}

/** Merges several scans in order, up to the nearest edge. */
function merge(scan: Scan, scanned: Scanned[]): Scanned {
  const nearer = nearestFirst(scan);
  const edge = scanned.flatMap((one) => one.edge ?? []).sort(nearer)[0] ?? null;
  const hits = scanned.flatMap((one) => one.hits).sort(nearer);
  return { hits: hits.filter((hit) => !edge || nearer(hit, edge) <= 0).slice(0, scan.limit), edge };
}

/** Those of `ids` that match the filter, nearest to the cursor first; nothing is left out, so there is no edge. */
export async function scanMatches(ctx: MemberContext, ids: string[], scan: Scan): Promise<Scanned> {
  const { sql } = ctx.db;
  const at = isByPayment(scan) ? sql`i.paid_at` : sql`i.created_at`;
  const past = isoCursor.past(sql, scan.cursor, { key: at, id: sql`i.id` }, scan.cursor?.direction);
  const order = scan.cursor?.direction === "newer" ? sql`asc` : sql`desc`;
  const hits = await sql<Place[]>`
    select p.id, ${microseconds(ctx)} as at
      from (select i.id, ${at} as at from payment_intents i
             where i.id = any(${ids}::uuid[]) and ${isWanted(ctx, scan)} and ${past}
             order by ${at} ${order}, i.id ${order} limit ${scan.limit}) p`;
  return { hits: hits.toSorted(nearestFirst(scan)), edge: null };
}

async function scanStream(ctx: MemberContext, stream: Stream, scan: Scan, window: number): Promise<Scanned> {
  const { sql } = ctx.db;
  const looks = stream.picks.length > 0;
  const older = scan.cursor?.direction !== "newer";
  const past = isoCursor.past(sql, scan.cursor, { key: stream.at, id: sql`i.id` }, scan.cursor?.direction);
  const since = scan.since ? sql`${stream.at} >= ${scan.since}::text::timestamptz` : sql`true`;
  const order = older ? sql`desc` : sql`asc`;
  const columns = looks
    ? sql`, i.amount_micros, i.status, i.flags, i.price_minor, i.price_currency, i.reference, i.created_at`
    : sql``;
  const rows = await sql<(Place & { isHit: boolean })[]>`
    with t as materialized (
      select id from terminals
       where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         and ${scan.filter.terminal.length === 0 ? sql`true` : sql`id = any(${scan.filter.terminal}::uuid[])`}),
    b as (select t.id as terminal_id, k.key from t cross join unnest(${stream.keys}::text[]) k(key)),
    looked as (
      select w.* from b cross join lateral (
        select i.*, row_number() over () as n
          from (select i.id, ${stream.at} as at ${columns} from payment_intents i
                 where ${stream.where} and ${past} and ${since}
                 order by ${stream.at} ${order}, i.id ${order} limit (${rowsEach(ctx, scan, looks ? window : null)})) i) w),
    edge as (
      select id, at from looked
       where ${looks} and n = (${rowsEach(ctx, scan, looks ? window : null)}) order by at ${order}, id ${order} limit 1),
    hits as (
      select id, at from looked w
       where w.id <> all(${scan.except}::uuid[])
         and ${stream.picks.reduce((all, pick) => sql`${all} and ${pick}`, sql`true`)}
       order by at ${order}, id ${order} limit ${scan.limit})
    select true as "isHit", id, ${microseconds(ctx)} as at from hits
    union all
    select false, id, ${microseconds(ctx)} from edge`;
  const places = (isHit: boolean) => rows.filter((row) => row.isHit === isHit).map(({ id, at }) => ({ id, at }));
  return { hits: places(true), edge: places(false)[0] ?? null };
}

/** How many rows to read per terminal and key. */
function rowsEach({ db: { sql } }: MemberContext, { limit, except }: Scan, window: number | null) {
  if (window === null) return sql`${limit + except.length}::bigint`;
  return sql`select greatest(${limit}::bigint, ${window}::bigint / greatest(count(*), 1)) from t`;
}

function microseconds({ db: { sql } }: MemberContext) {
  return sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
