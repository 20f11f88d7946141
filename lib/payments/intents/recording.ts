import type { Sql, Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";

/** Marks the advisory locks of transactions that record payments; their second number is when, see `beginRecording`. */
const RECORDING_LOCK = 0x7061_6964;

/**
 * Tells reports that this transaction records payments, until it ends. Payments get the time of a later statement, so
 * that any report that doesn't see the lock ends before them. The lock is shared, so nothing waits for it. Its second
 * number is the time in milliseconds, whose lower 32 bits are enough for 24 days.
 */
export async function beginRecording(tx: Transaction): Promise<void> {
  await tx`
    select pg_advisory_xact_lock_shared(${RECORDING_LOCK}::int,
             floor(extract(epoch from clock_timestamp()) * 1000)::bigint::bit(32)::int)`;
}

/**
 * Until when all payments are recorded: now, or the time at which the oldest transaction under way began to record
 * some. Each payment before it is visible to statements that start after this one, and none is added later. In whole
 * milliseconds.
 */
export async function recordedUntil(sql: Sql | Transaction): Promise<Date> {
  const { until } = requireRow(
    await sql<[{ until: Date }]>`
      select now - make_interval(secs => greatest(coalesce(max(age.ms), 0), 0) / 1000.0) as until
        from (select date_trunc('milliseconds', now()) as now) clock
        left join pg_locks l
          on l.locktype = 'advisory' and l.objsubid = 2 and l.classid = ${RECORDING_LOCK}::int::oid and l.granted
         and l.database = (select oid from pg_database where datname = current_database())
       cross join lateral (
         select ((extract(epoch from now) * 1000)::bigint - l.objid::bigint)::bit(32)::int as ms) age
       group by now`,
  );
  return until;
}
