import { countCpu } from "./service.mjs";

const MESSAGE_BYTES = 400;
const MESSAGES = 100_000;
const NUMBERS = 3_000_000;

/**
 * Queries in the place of a batch of other statements: they use as much of PostgreSQL's CPU time, and with `write` as
 * many bytes of the write-ahead log, but touch no table and wait for no row. Not measurable where PostgreSQL's CPU time
 * can't be read.
 */
export async function openStandIn(sql, servicePid) {
  const position = async () => (await sql`select pg_current_wal_insert_lsn()::text as lsn`)[0].lsn;
  const countWritten = async () => {
    const before = await position();
    return async () => Number((await sql`select pg_wal_lsn_diff(${await position()}, ${before}) as bytes`)[0].bytes);
  };
  const costOfOne = async (query, count) => {
    await query(count);
    const writtenSince = await countWritten();
    const usedByEach = countCpu(servicePid);
    await query(count);
    return { micros: usedByEach(count).postgresMicros, bytes: (await writtenSince()) / count };
  };
  const sumUp = (count, tx = sql) => tx`select sum(n) from (select generate_series(1, ${Math.round(count)}::int) n) s`;
  const emit = (count, tx = sql) => tx`
    select count(pg_logical_emit_message(true, 'bench', repeat('x', ${MESSAGE_BYTES})))
      from generate_series(1, ${Math.round(count)}::int)`;
  const number = await costOfOne(sumUp, NUMBERS);
  const message = await costOfOne(emit, MESSAGES);
  return {
    isMeasurable: number.micros > 0 && message.micros > 0,
    compute: ({ postgresMicros }) => sumUp(postgresMicros / number.micros),
    write: ({ postgresMicros, bytes }) =>
      sql.begin(async (tx) => {
        const messages = bytes / message.bytes;
        await emit(messages, tx);
        await sumUp(Math.max(1, (postgresMicros - messages * message.micros) / number.micros), tx);
      }),
    /** Gives a function that resolves to the bytes written to the log since. */
    countWritten,
  };
}
