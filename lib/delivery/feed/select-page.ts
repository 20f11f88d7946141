import type { events } from "@/drizzle/schema";
import type { Database } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import type { EventType } from "@/lib/delivery/events/catalog";
import {
  type Cursor,
  type FeedTenant,
  formatCursor,
  isCursorOf,
  type Place,
  parseCursor,
} from "@/lib/delivery/feed/cursor";
import { EVENT_DAYS } from "@/lib/delivery/log/remove-old";

/** `after`: a cursor of this tenant; null: from the oldest event. `types`: null for every type. */
export type PageRequest = FeedTenant & { after: string | null; types: readonly EventType[] | null; limit: number };

type FeedEvent = Pick<typeof events.$inferSelect, "id" | "type" | "terminalId" | "createdAt" | "body">;

export type FeedPage = {
  events: FeedEvent[];
  hasMore: boolean;
  /** a cursor: the place behind the last event that was looked at; null: before the first one */
  next: string | null;
  /** of that event; 0 before the first one */
  position: bigint;
};

/** A page of filtered events looks through so many at most, whatever it finds. */
const LOOK = 2_000;

type Row = Place &
  FeedEvent & {
    /** the cursor's event, an event of the page, or the last one that a filter has looked at */
    role: "cursor" | "event" | "edge";
    isOld: boolean;
    hasMore: boolean;
  };

/**
 * One page of numbered events, oldest first, by one statement. Errors: `invalid_request` for a cursor of another
 * tenant, `cursor_expired` if its event is gone.
 */
export async function selectPage(db: Database, request: PageRequest): Promise<FeedPage> {
  const cursor = request.after === null ? null : requireCursor(request, request.after);
  const rows = await selectRows(db, request, cursor?.position ?? 0n);
  if (cursor) requireThere(cursor, rows[0]);
  const found = rows.filter(({ role }) => role === "event");
  const last = rows.at(-1);
  if (!last || last.role === "cursor") {
    return { events: [], hasMore: last?.hasMore ?? false, next: request.after, position: cursor?.position ?? 0n };
  }
  return { events: found, hasMore: last.hasMore, next: formatCursor(request, last), position: last.position };
}

/** An empty page behind the newest event. */
export async function selectLatest({ sql }: Database, tenant: FeedTenant): Promise<FeedPage> {
  const { merchantId, environment } = tenant;
  const [newest] = await sql<Place[]>`
    select f.position, f.event_id as "eventId", (extract(epoch from f.numbered_at) * 1000000)::bigint as "numberedAt",
           (select epoch from event_feed_state) as epoch
      from event_feed f join events e on e.id = f.event_id and e.merchant_id = f.merchant_id
     where f.merchant_id = ${merchantId} and f.environment = ${environment}
     order by f.position desc limit 1`;
  const next = newest ? formatCursor(tenant, newest) : null;
  return { events: [], hasMore: false, next, position: newest?.position ?? 0n };
}

function requireCursor(tenant: FeedTenant, text: string): Cursor {
  const cursor = parseCursor(tenant, text);
  if (cursor) return cursor;
  throw new DomainError("invalid_request", `after must be ${AFTER_RULE}.`);
}

/** What an error about `after` says that it must be. */
export const AFTER_RULE =
  "latest, or the next of a response that a key of the same business, terminal and environment has received";

function requireThere(cursor: Cursor, row: Row | undefined): void {
  if (row?.role === "cursor" && isCursorOf(cursor, row) && !row.isOld) return;
  throw new DomainError(
    "cursor_expired",
    "The event that this cursor names is gone: the database was restored, the sandbox was reset, or the event is older " +
      `than ${EVENT_DAYS} days. Begin again without after for all events that are kept, or with after=latest for new ones.`,
  );
}

async function selectRows({ sql }: Database, request: PageRequest, after: bigint): Promise<Row[]> {
  const { merchantId, environment, terminalId, types, limit } = request;
  const isFiltered = terminalId !== null || types !== null;
  const ofTerminal = terminalId === null ? sql`` : sql`and e.terminal_id = ${terminalId}`;
  const ofTypes = types === null ? sql`` : sql`and e.type = any(${[...types]}::text[])`;
  // an event that was deleted while it was numbered has no row, and no cursor names it
  return sql<Row[]>`
    with looked as materialized (
      select f.position, f.event_id, f.numbered_at from event_feed f
       where f.merchant_id = ${merchantId} and f.environment = ${environment} and f.position > ${after}::bigint
       order by f.position limit ${isFiltered ? LOOK : limit}::int),
    matched as materialized (
      select l.position, l.event_id, l.numbered_at, e.type, e.terminal_id, e.created_at, e.body
        from (select * from looked order by position) l cross join lateral (
          select e.type, e.terminal_id, e.created_at, e.body from events e
           where e.id = l.event_id and e.merchant_id = ${merchantId} ${ofTerminal} ${ofTypes} limit 1) e
       order by l.position limit ${limit}::int),
    last as (
      select case when (select count(*) from matched) = ${limit}::int then (select max(position) from matched)
                  else coalesce((select max(position) from looked), ${after}::bigint) end as position),
    shown as (
      select 'cursor' as role, f.position, f.event_id, f.numbered_at, e.created_at < now() - make_interval(days => ${EVENT_DAYS}::int) as is_old,
             e.type, e.terminal_id, e.created_at, '' as body
        from event_feed f join events e on e.id = f.event_id and e.merchant_id = f.merchant_id
       where f.merchant_id = ${merchantId} and f.environment = ${environment} and f.position = ${after}::bigint
      union all
      select 'event', m.position, m.event_id, m.numbered_at, false, m.type, m.terminal_id, m.created_at, m.body from matched m
      union all
      select edge.* from last cross join lateral (
        select 'edge', l.position, l.event_id, l.numbered_at, false, e.type, e.terminal_id, e.created_at, ''
          from looked l join events e on e.id = l.event_id and e.merchant_id = ${merchantId}
         where l.position <= last.position and l.position > coalesce((select max(position) from matched), ${after}::bigint)
         order by l.position desc limit 1) edge)
    select s.role, s.position, s.event_id as "eventId", (extract(epoch from s.numbered_at) * 1000000)::bigint as "numberedAt",
           (select epoch from event_feed_state) as epoch, s.is_old as "isOld", s.event_id as id, s.type, s.terminal_id as "terminalId",
           s.created_at as "createdAt", s.body,
           exists (select from event_feed f where f.merchant_id = ${merchantId} and f.environment = ${environment}
                      and f.position > (select position from last)) as "hasMore"
      from shown s
     order by s.position`;
}
