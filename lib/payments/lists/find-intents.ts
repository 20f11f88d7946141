import type { KeyContext } from "@/lib/base/context/context";
import type { Cursor } from "@/lib/base/lists/cursor";
import { type Edge, newestFirst } from "@/lib/base/lists/newest-first";
import { INTENT_STATUSES, type IntentStatus } from "@/lib/payments/intents/state";

/** Which intents a key asks for; a field that is left out allows any. */
export type IntentFilter = {
  reference?: string | undefined;
  status?: IntentStatus | undefined;
  /** whole milliseconds as ISO 8601 in UTC: from the one on, and before the other */
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

type Wanted = { filter: IntentFilter; cursor: Cursor | null; limit: number };
type Hit = { id: string; micros: string };

/** `edge`: where the search stopped before it had `limit` intents; null when it was complete. */
export type FoundIntents = { hits: Hit[]; edge: Edge | null };

/** A reference with more intents is searched for among the newest intents instead of in its index. */
const NAMED_MAX = 1_000;
/** Intents of each status that such a search goes through for a page. */
const SCANNED_MAX = 1_000;

/** Up to `limit` intents that the key reaches, newest first. Reads a bounded number of rows. */
export async function findIntents(ctx: KeyContext, wanted: Wanted): Promise<FoundIntents> {
  const { reference } = wanted.filter;
  if (reference === undefined) return { hits: await readStreams(ctx, wanted), edge: null };
  return (await findNamed(ctx, wanted, reference)) ?? scanFor(ctx, wanted, reference);
}

/** The intents with a reference, exactly; null if there are too many to sort. */
async function findNamed(ctx: KeyContext, wanted: Wanted, reference: string): Promise<FoundIntents | null> {
  const { sql } = ctx.db;
  const list = newestFirst(sql, sql`n.created_at`, sql`n.id`);
  const { status, createdAfter, createdBefore } = wanted.filter;
  const rows = await sql<(Hit & { isCut: boolean })[]>`
    with named as materialized (
      select i.id, i.created_at, i.terminal_id, i.status, i.reference from payment_intents i
       where i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
         and i.reference is not null and lower(i.reference) = lower(${reference}::text)
       limit ${NAMED_MAX + 1}),
    hits as (
      select n.id, ${list.micros} from named n
       where n.reference = ${reference}
         and (${ctx.terminalIds}::uuid[] is null or n.terminal_id = any(${ctx.terminalIds}::uuid[]))
         and (${status ?? null}::text is null or n.status = ${status ?? null})
         and n.created_at >= coalesce(${createdAfter ?? null}::text::timestamptz, '-infinity')
         and n.created_at < coalesce(${createdBefore ?? null}::text::timestamptz, 'infinity')
         and ${list.after(wanted.cursor)}
       order by ${list.order} limit ${wanted.limit})
    select coalesce(hits.id::text, '') as id, coalesce(hits.micros, '') as micros, c.cut as "isCut"
      from (select count(*) > ${NAMED_MAX} as cut from named) c left join hits on true
     order by hits.micros::bigint desc, hits.id desc`;
  if (rows[0]?.isCut) return null;
  return { hits: rows.flatMap(({ id, micros }) => (id === "" ? [] : [{ id, micros }])), edge: null };
}

/**
 * The newest intents of each status, merged. An index has them in this order: of a terminal, or of the whole business.
 */
function readStreams(ctx: KeyContext, { filter, cursor, limit }: Wanted): Promise<Hit[]> {
  const { sql } = ctx.db;
  const list = newestFirst(sql, sql`i.created_at`, sql`i.id`);
  return sql<Hit[]>`
    select i.id, ${list.micros}
      from unnest(${statusesOf(filter)}::text[]) s(status)
     cross join lateral (
       select i.id, i.created_at from payment_intents i
        where ${isInStream(ctx, filter)} and ${list.after(cursor)}
        order by ${list.order} limit ${limit}) i
     order by ${list.order} limit ${limit}`;
}

/** Those with a reference among the newest of each status. */
async function scanFor(ctx: KeyContext, { filter, cursor, limit }: Wanted, reference: string): Promise<FoundIntents> {
  const { sql } = ctx.db;
  const list = newestFirst(sql, sql`i.created_at`, sql`i.id`);
  const rows = await sql<(Hit & { isHit: boolean; at: Date })[]>`
    with looked as materialized (
      select i.*
        from unnest(${statusesOf(filter)}::text[]) s(status)
       cross join lateral (
         select i.id, i.created_at, i.reference is not distinct from ${reference} as is_hit, row_number() over () as place
           from (select i.id, i.created_at, i.reference from payment_intents i
                  where ${isInStream(ctx, filter)} and ${list.after(cursor)}
                  order by ${list.order} limit ${SCANNED_MAX}) i) i),
    edge as (
      select i.id, i.created_at from looked i where i.place = ${SCANNED_MAX} order by ${list.order} limit 1),
    hits as (
      select i.id, i.created_at from looked i
       where i.is_hit and (i.created_at, i.id) >= (
         coalesce((select created_at from edge), '-infinity'), coalesce((select id from edge), '00000000-0000-0000-0000-000000000000'))
       order by ${list.order} limit ${limit})
    select true as "isHit", i.id, i.created_at as at, ${list.micros} from hits i
    union all
    select false, i.id, i.created_at, ${list.micros} from edge i`;
  const hits = rows.filter(({ isHit }) => isHit).map(({ id, micros }) => ({ id, micros }));
  const edge = rows.find(({ isHit }) => !isHit) ?? null;
  return { hits: hits.toSorted(newer), edge: edge && { id: edge.id, micros: edge.micros, at: edge.at } };
}

function newer(a: Hit, b: Hit): number {
  return Number(BigInt(b.micros) - BigInt(a.micros)) || (b.id < a.id ? -1 : 1);
}

function statusesOf({ status }: IntentFilter): IntentStatus[] {
  return status ? [status] : [...INTENT_STATUSES];
}

/** SQL condition: row `i` has the status of the stream `s`, and the key reaches it. */
function isInStream(ctx: KeyContext, { createdAfter, createdBefore }: IntentFilter) {
  const { sql } = ctx.db;
  const terminal = ctx.terminalIds ? sql`i.terminal_id = ${ctx.terminalIds[0] ?? null}` : sql`true`;
  return sql`i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment} and i.status = s.status
    and ${terminal}
    and ${createdAfter ? sql`i.created_at >= ${createdAfter}::text::timestamptz` : sql`true`}
    and ${createdBefore ? sql`i.created_at < ${createdBefore}::text::timestamptz` : sql`true`}`;
}
