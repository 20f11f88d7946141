import type { bookHistory, bookQueue } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import type { Queued } from "@/lib/settlement/books/facts";

/** Facts from before the books that are queued at once, and lines that are looked at for another value. */
const SLICE = 2_000;
/** History is queued once no more than this waits, so that it keeps no new payment out of the books. */
const FEW = 1_000;
/** Until what failed is tried again, so that it doesn't keep the rest out of the books. */
const PAUSE = "10 minutes";

/** Takes what waits longest, at most `limit`; what another engine has taken is left to it. */
export function takeQueued(tx: Transaction, limit: number): Promise<Queued[]> {
  return tx<Queued[]>`
    delete from book_queue where id = any(array(
      select id from book_queue where source <> 'revalue' and not_before <= statement_timestamp()
       order by not_before limit ${limit} for update skip locked))
    returning merchant_id as "merchantId", environment, source, source_id as "sourceId"`;
}

/** Puts off what can't be booked. Returns false if nothing is there to be put off. */
export async function putOff({ db }: Context): Promise<boolean> {
  const put = await db.sql`
    update book_queue set not_before = now() + ${PAUSE}::interval where id = (
      select id from book_queue where source <> 'revalue' and not_before <= statement_timestamp()
       order by not_before limit 1 for update skip locked)`;
  return put.count > 0;
}

/** Milliseconds until something has to be booked: 0 for now; null: nothing waits. */
export async function nextBookDueMs({ db }: Context): Promise<number | null> {
  const { ms } = requireRow(
    await db.sql<[{ ms: number | null }]>`
      select case when exists (select from book_history where done_at is null) then 0
                  else extract(epoch from (select min(not_before) from book_queue) - now())::float8 * 1000 end as ms`,
  );
  return ms === null ? null : Math.max(ms, 0);
}

/**
 * Queues the sources of lines whose currency or rate has changed, a slice of one change. Returns how many lines it was.
 */
export function queueRevalued({ db }: Context): Promise<number> {
  return db.sql.begin(async (tx) => {
    const [change] = await tx<[Pick<typeof bookQueue.$inferSelect, "id" | "merchantId" | "environment">?]>`
      select id, merchant_id as "merchantId", environment from book_queue
       where source = 'revalue' and not_before <= statement_timestamp() order by not_before limit 1 for update skip locked`;
    if (!change) return 0;
    const { id, merchantId, environment } = change;
    // lines that are just being booked may have values from before the change
    await tx`
      insert into books (merchant_id, environment) values (${merchantId}, ${environment})
      on conflict (merchant_id, environment) do nothing`;
    await tx`
      select from books where merchant_id = ${merchantId} and environment = ${environment} for no key update`;
    const { lines } = requireRow(
      await tx<[{ lines: number }]>`
        with slice as materialized (
          select l.* from book_queue q join book_lines l on (l.occurred_at, l.number) > (q.starts_at, q.after_number)
           where q.id = ${id} and q.merchant_id = ${merchantId} and l.merchant_id = ${merchantId}
             and l.environment = ${environment}
           order by l.occurred_at, l.number limit ${SLICE}),
        queued as (
          insert into book_queue (merchant_id, environment, source, source_id)
          select distinct ${merchantId}::uuid, ${environment}, s.source, s.id
            from slice l cross join lateral (values
              (case when l.kind in ('sale', 'partial', 'late', 'overpaid') then 'intent' end, l.intent_id),
              (case when l.kind in ('unassigned', 'sweep') then 'transfer' end, l.source_id),
              (case when l.kind in ('outgoing', 'sweep') then 'outgoing' end, l.source_id),
              (case l.kind when 'refund' then 'refund' end, l.refund_id),
              (case l.kind when 'fee' then 'fee' end, l.source_id),
              (case l.kind when 'opening' then 'address' end, l.source_id)) s(source, id)
           where l.reverses is null and s.source is not null and s.id is not null),
        moved as (
          update book_queue q set starts_at = last.occurred_at, after_number = last.number
            from (select occurred_at, number from slice order by occurred_at desc, number desc limit 1) last
           where q.id = ${id} and q.merchant_id = ${merchantId})
        select count(*)::int as lines from slice`,
    );
    if (lines < SLICE) await tx`delete from book_queue where id = ${id} and merchant_id = ${merchantId}`;
    return Math.max(lines, 1);
  });
}

type History = Pick<typeof bookHistory.$inferSelect, "source" | "afterAt" | "afterId">;

/** Queues a slice of what was recorded before the books existed, the oldest first. Returns how much that was. */
export function queueHistory({ db }: Context): Promise<number> {
  return db.sql.begin(async (tx) => {
    const [next] = await tx<[History?]>`
      select source, after_at::text as "afterAt", after_id as "afterId" from book_history
       where done_at is null and (select count(*) from (select from book_queue limit ${FEW}) waiting) < ${FEW}
       order by source = 'transfers' desc, source limit 1 for update skip locked`;
    if (!next) return 0;
    const rows = await queueSlice(tx, next);
    const last = rows.at(-1);
    if (last) {
      await tx`
        update book_history set after_at = ${last.at}::text::timestamptz, after_id = ${last.id} where source = ${next.source}`;
    }
    if (rows.length < SLICE) await tx`update book_history set done_at = now() where source = ${next.source}`;
    return Math.max(rows.length, 1);
  });
}

type Slice = { at: string; id: string };

/** A fact that was queued by its trigger may be queued again. */
function queueSlice(tx: Transaction, { source, afterAt, afterId }: History): Promise<Slice[]> {
  switch (source) {
    case "transfers":
      return tx<Slice[]>`
        with slice as materialized (
          select * from transfers where (created_at, id) > (${afterAt}::text::timestamptz, ${afterId}::uuid)
           order by created_at, id limit ${SLICE}),
        queued as (
          insert into book_queue (merchant_id, environment, source, source_id)
          select distinct merchant_id, case network when 'sandbox' then 'sandbox' else 'live' end,
                 case when intent_id is null then 'transfer' else 'intent' end, coalesce(intent_id, id)
            from slice where merchant_id is not null)
        select created_at::text as at, id from slice order by created_at, id`;
    case "outgoing_transfers":
      return tx<Slice[]>`
        with slice as materialized (
          select * from outgoing_transfers where id > ${afterId}::uuid order by id limit ${SLICE}),
        queued as (
          insert into book_queue (merchant_id, environment, source, source_id)
          select merchant_id, 'live', 'outgoing', id from slice),
        fees as (
          insert into transaction_fees (merchant_id, network, tx_hash, from_address)
          select distinct on (network, tx_hash) merchant_id, network, tx_hash, from_address from slice
           order by network, tx_hash, log_index
          on conflict (network, tx_hash) do nothing)
        select created_at::text as at, id from slice order by id`;
    case "refunds":
      return tx<Slice[]>`
        with slice as materialized (
          select * from refunds where id > ${afterId}::uuid and simulated_tx_hash is not null order by id limit ${SLICE}),
        queued as (
          insert into book_queue (merchant_id, environment, source, source_id)
          select merchant_id, environment, 'refund', id from slice)
        select created_at::text as at, id from slice order by id`;
    case "address_ledgers":
      return tx<Slice[]>`
        with slice as materialized (
          select a.id, a.merchant_id, a.created_at from receive_addresses a
           where a.id > ${afterId}::uuid
             and exists (select from address_ledgers l where l.address = a.address and l.opening_micros <> 0)
           order by a.id limit ${SLICE}),
        queued as (
          insert into book_queue (merchant_id, environment, source, source_id)
          select merchant_id, 'live', 'address', id from slice)
        select created_at::text as at, id from slice order by id`;
  }
}
