import { databaseBatch } from "@/lib/base/db/batch";
import type { Database, Sql, Transaction } from "@/lib/base/db/client";
import { liftTimeLimits } from "@/lib/base/db/lift-time-limits";
import { requireRow } from "@/lib/base/db/require-row";
import { processWide } from "@/lib/base/process/process-wide";
import { DomainError } from "@/lib/base/values/errors";
import { TEST_EVENT } from "@/lib/delivery/events/catalog";

/** `position`: the last one that is given; `handled`: how many events a run went through. */
export type Numbered = { position: bigint; handled: number };

/** Rows of one run, besides those of the last transaction in it. */
const ROWS = 10_000;
/** How long a run waits for that of another process, which may be numbering a whole history. */
const LOCK_TIMEOUT = "5s";
const RETRY_SECONDS = 5;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Gives a position in the feed to every event that was committed before the call, each once, and none to test events.
 * Writers neither wait for it nor are waited for: an event that is committed later has a later position. Concurrent
 * calls share a run. Error: `api_error` while another process numbers what has gathered over a long time.
 */
export function numberEvents(db: Database): Promise<Numbered> {
  return sharedRun(db)(null);
}

// of two runs at a time, one would only wait for the other
const sharedRun = databaseBatch("feed.number", numberForAll, { concurrency: 1, max: 10_000 });

async function numberForAll(db: Database, calls: null[]): Promise<Numbered[]> {
  const maySee = await maySeeCluster(db);
  const { position, isDue } = await look(db, maySee);
  const numbered = isDue ? await numberCommitted(db, maySee) : { position, handled: 0 };
  return calls.map(() => numbered);
}

/** Whether anything is left to number, without a lock. */
async function look({ sql }: Database, maySee: boolean) {
  // ordered, since for `exists` PostgreSQL may read the table instead of the index
  return requireRow(
    await sql<{ position: bigint; isDue: boolean }[]>`
      select s.position,
             coalesce(s.next_xid > pg_snapshot_xmax(pg_current_snapshot()) or s.cluster <> ${clusterId(sql, maySee)}, true)
             or (select e.xid from events e
                  where e.xid >= s.next_xid and e.xid < pg_snapshot_xmax(pg_current_snapshot())
                  order by e.xid limit 1) is not null
             or (select e.xid from events e where e.xid = any(s.unfinished) order by e.xid limit 1) is not null as "isDue"
        from event_feed_state s`,
  );
}

/** SQL: an empty text where the role may not see it. */
function clusterId(sql: Sql | Transaction, maySee: boolean) {
  return maySee ? sql`(select system_identifier::text from pg_control_system())` : sql`''`;
}

/** PostgreSQL refuses a statement that names the function, whether it gets there or not. */
function maySeeCluster(db: Database): Promise<boolean> {
  const known = processWide("feed.maySeeCluster", () => new WeakMap<Database, Promise<boolean>>());
  const asked = known.get(db) ?? ask(db);
  known.set(db, asked);
  asked.catch(() => known.delete(db));
  return asked;
}

async function ask({ sql }: Database): Promise<boolean> {
  const rows = await sql<{ may: boolean }[]>`select has_function_privilege('pg_control_system()', 'execute') as may`;
  return requireRow(rows).may;
}

async function numberCommitted(db: Database, maySee: boolean): Promise<Numbered> {
  let handled = 0;
  try {
    for (;;) {
      const run = await db.sql.begin((tx) => numberSome(tx, maySee));
      handled += run.handled;
      if (run.isComplete) return { position: run.position, handled };
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    const message = `Events are being put in order, as after an update or a restore. Retry in ${RETRY_SECONDS} seconds.`;
    throw new DomainError("api_error", message, { retryAfterSeconds: RETRY_SECONDS });
  }
}

type Run = Numbered & { isComplete: boolean };

async function numberSome(tx: Transaction, maySee: boolean): Promise<Run> {
  // whatever the statistics say: a few events are numbered, of a table of any size
  await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('enable_seqscan', 'off', true)`;
  await tx`select pg_advisory_xact_lock(hashtextextended('till event feed', 0))`;
  // before the snapshot of the statement that numbers, its own transaction has an ID
  await tx`select pg_current_xact_id()`;
  const { cluster, isKnown } = requireRow(
    await tx<{ cluster: string; isKnown: boolean }[]>`
      select c.id as cluster, coalesce(s.next_xid < pg_current_xact_id() and s.cluster = c.id, false) as "isKnown"
        from event_feed_state s, (select ${clusterId(tx, maySee)} as id) c`,
  );
  return isKnown ? numberSince(tx) : numberAll(tx, cluster);
}

/**
 * Numbers the events of transactions from `next_xid` up to a bound, and of those that were unfinished. The bound is no
 * higher than the snapshot's own, from which on it doesn't list what is in progress, and than this transaction's ID: a
 * standby that takes over without the last changes knows no higher one. With much to do, it is lower.
 */
async function numberSince(tx: Transaction): Promise<Run> {
  return requireRow(
    await tx<Run[]>`
      with latest as (
        select position, next_xid, unfinished,
               least(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot())) as bound
          from event_feed_state),
      span as (
        select l.*, coalesce(
                 (select e.xid from events e
                   where e.xid < l.bound
                     and e.xid > (select f.xid from events f where f.xid >= l.next_xid and f.xid < l.bound
                                   order by f.xid offset ${ROWS - 1}::int limit 1)
                   order by e.xid limit 1), l.bound) as upto
          from latest l),
      picked as (
        select e.id, e.merchant_id, e.environment, s.position + row_number() over (order by e.created_at, e.ctid) as position
          from span s cross join lateral (
            select id, merchant_id, environment, type, created_at, ctid from events
             where xid >= s.next_xid and xid < s.upto
            union all
            select id, merchant_id, environment, type, created_at, ctid from events
             where xid = any(s.unfinished)) e
         where e.type <> ${TEST_EVENT}),
      added as (
        insert into event_feed (merchant_id, environment, position, event_id)
        select merchant_id, environment, position, id from picked order by position
            on conflict (event_id) do nothing)
      update event_feed_state f
         set position = s.position + p.count, next_xid = s.upto,
             unfinished = array(select x from pg_snapshot_xip(pg_current_snapshot()) x where x < s.upto)
        from span s, (select count(*) from picked) p
      returning f.position, p.count::int as handled, s.upto = s.bound as "isComplete"`,
  );
}

/**
 * Numbers every event that has no position: in a new installation, after an update, and in a database that was restored
 * into another cluster, where the IDs of transactions say nothing.
 */
async function numberAll(tx: Transaction, cluster: string): Promise<Run> {
  await liftTimeLimits(tx);
  await tx`select set_config('enable_seqscan', 'on', true)`;
  return requireRow(
    await tx<Run[]>`
      with latest as (
        select position, least(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot())) as upto from event_feed_state),
      picked as (
        select e.id, e.merchant_id, e.environment, l.position + row_number() over (order by e.created_at, e.ctid) as position
          from events e cross join latest l
         where e.type <> ${TEST_EVENT} and not exists (
               select from event_feed f where f.merchant_id = e.merchant_id and f.event_id = e.id)),
      added as (
        insert into event_feed (merchant_id, environment, position, event_id)
        select merchant_id, environment, position, id from picked order by position
            on conflict (event_id) do nothing)
      update event_feed_state f
         set position = l.position + p.count, next_xid = l.upto, cluster = ${cluster},
             unfinished = array(select x from pg_snapshot_xip(pg_current_snapshot()) x where x < l.upto)
        from latest l, (select count(*) from picked) p
      returning f.position, p.count::int as handled, true as "isComplete"`,
  );
}
