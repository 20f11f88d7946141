import type { Context } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { log } from "@/lib/base/process/log";
import { compare, type NewLine, type Standing, type Value } from "@/lib/settlement/books/compare";
import { type Book, type Facts, readFacts } from "@/lib/settlement/books/facts";
import { findValues } from "@/lib/settlement/books/find-values";
import {
  feeLine,
  openingLine,
  outgoingLines,
  paymentLines,
  refundLines,
  reversedValue,
  transferLines,
  type Wanted,
} from "@/lib/settlement/books/lines";
import { putOff, queueHistory, queueRevalued, takeQueued } from "@/lib/settlement/books/queue";

/** Facts of one transaction. */
const AT_ONCE = 500;

/** Batches of one run. */
const BATCHES = 20;

/**
 * Books what waits: the lines of each fact that the books don't have, and corrections where they say something else.
 * Several engines may do so at once, and an interruption leaves nothing half booked. `signal` ends it between two
 * batches. Returns how much was handled.
 */
export async function bookDue(
  ctx: Context,
  { limit = AT_ONCE, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  let handled = 0;
  for (let batch = 0; batch < BATCHES && !signal?.aborted; batch++) {
    const some = await bookSome(ctx, limit);
    if (some === 0) break;
    handled += some;
  }
  return handled;
}

async function bookSome(ctx: Context, limit: number): Promise<number> {
  const booked = await tryBook(ctx, limit);
  if (booked > 0) return booked;
  const revalued = await queueRevalued(ctx);
  return revalued > 0 ? revalued : queueHistory(ctx);
}

/** If something can't be booked, the others are booked one by one, and it is tried again later. */
async function tryBook(ctx: Context, limit: number): Promise<number> {
  try {
    return await bookBatch(ctx, limit);
  } catch (error) {
    if (limit === 1) {
      log().error({ err: error }, "a fact could not be booked and is tried again");
      return (await putOff(ctx)) ? 1 : 0;
    }
    let handled = 0;
    while (handled < limit && (await tryBook(ctx, 1)) > 0) handled++;
    return handled;
  }
}

function bookBatch(ctx: Context, limit: number): Promise<number> {
  return ctx.db.sql.begin(async (tx) => {
    const queued = await takeQueued(tx, limit);
    if (queued.length === 0) return 0;
    const books = await holdBooks(tx, queued);
    const now = requireRow(await tx<[{ now: Date }]>`select clock_timestamp() as now`).now;
    const facts = await readFacts(tx, queued);
    const standing = await readStanding(tx, facts);
    const added = await toLines(tx, facts, { standing, now });
    await append(tx, books, { added, now });
    return queued.length;
  });
}

type Locked = Book & { lastNumber: number };

const keyOf = ({ merchantId, environment }: Book) => `${merchantId} ${environment}`;

/** Holds the books until the transaction ends, in the order of their keys. */
async function holdBooks(tx: Transaction, queued: readonly Book[]): Promise<Map<string, Locked>> {
  const wanted = [...new Map(queued.map((one) => [keyOf(one), one])).values()];
  const ids = [wanted.map((one) => one.merchantId), wanted.map((one) => one.environment)] as const;
  await tx`
    insert into books (merchant_id, environment)
    select q.merchant_id, q.environment from unnest(${ids[0]}::uuid[], ${ids[1]}::text[]) as q(merchant_id, environment)
     where exists (select from merchants m where m.id = q.merchant_id)
     order by 1, 2
    on conflict (merchant_id, environment) do nothing`;
  const rows = await tx<Locked[]>`
    select b.merchant_id as "merchantId", b.environment, b.last_number::float8 as "lastNumber"
      from unnest(${ids[0]}::uuid[], ${ids[1]}::text[]) as q(merchant_id, environment)
      join books b on b.merchant_id = q.merchant_id and b.environment = q.environment
     order by b.merchant_id, b.environment for no key update of b`;
  return new Map(rows.map((row) => [keyOf(row), row]));
}

type StandingLine = Standing & { occurredAt: Date };

/** The sources of facts, as lines name them. */
function sourcesOf(fact: Facts): string[] {
  if ("payment" in fact) {
    return [...fact.payment.transfers.map((one) => one.id), ...fact.payment.refunds.map(sourceOfRefund)];
  }
  if ("outgoing" in fact) return [fact.outgoing.id];
  if ("opening" in fact) return [fact.opening.id];
  if ("fee" in fact) return [fact.fee.id];
  return [...(fact.transfer ? [fact.transfer.id] : []), ...fact.refunds.map(sourceOfRefund)];
}

function sourceOfRefund({ id, outgoing }: { id: string; outgoing: { id: string } | null }): string {
  return outgoing?.id ?? id;
}

/** By source. A line and the one that reverses it have the same source. */
async function readStanding(tx: Transaction, facts: readonly Facts[]): Promise<Map<string, StandingLine[]>> {
  const sources = facts.flatMap((fact) => sourcesOf(fact).map((id) => ({ id, merchantId: fact.merchantId })));
  if (sources.length === 0) return new Map();
  // `offset 0`: by the index for each source, also by a plan that was made when there were few lines
  const rows = await tx<(StandingLine & { reverses: number | null })[]>`
    select l.merchant_id as "merchantId", l.environment, l.number::float8 as number, l.kind, l.occurred_at as "occurredAt",
           l.reverses::float8 as reverses, l.asset, l.micros, l.address, l.counterparty, l.currency,
           l.value_minor as "valueMinor", l.rate, l.rate_source as "rateSource",
           l.reversed_value_minor as "reversedValueMinor", l.network, l.tx_hash as "txHash", l.log_index as "logIndex",
           l.intent_id as "intentId", l.terminal_id as "terminalId", l.refund_id as "refundId", l.source_id as "sourceId"
      from unnest(${sources.map((one) => one.merchantId)}::uuid[], ${sources.map((one) => one.id)}::uuid[]) as q(merchant_id, id)
     cross join lateral (
       select * from book_lines b where b.source_id = q.id and b.merchant_id = q.merchant_id offset 0) l
     order by l.number`;
  const reversed = new Set(rows.map((row) => `${keyOf(row)} ${row.reverses}`));
  const found = new Map<string, StandingLine[]>();
  for (const { reverses, ...line } of rows) {
    if (reverses !== null || reversed.has(`${keyOf(line)} ${line.number}`)) continue;
    const known = found.get(line.sourceId);
    if (known) known.push(line);
    else found.set(line.sourceId, [line]);
  }
  return found;
}

type Given = { standing: ReadonlyMap<string, StandingLine[]>; now: Date };
type Added = Book & { lines: NewLine[] };

async function toLines(tx: Transaction, facts: readonly Facts[], { standing, now }: Given): Promise<Added[]> {
  const groups = facts.map((fact) => {
    const lines = linesOf(fact, standing);
    const refunds = "payment" in fact ? fact.payment.refunds : "refunds" in fact ? fact.refunds : [];
    return { fact, lines, refunds: refundLines(refunds, lines) };
  });
  const all = groups.flatMap(({ fact: { merchantId }, lines, refunds }) =>
    [...lines, ...refunds].map((line) => ({ ...line, merchantId })),
  );
  const values = await findValues(tx, all);
  let place = 0;
  const take = (lines: readonly Wanted[]): Value[] => {
    const from = place;
    place += lines.length;
    return values.slice(from, place);
  };
  return groups.map(({ fact: { merchantId, environment, ...fact }, lines, refunds }) => {
    const standingOf = (wanted: readonly Wanted[]) =>
      [...new Set(wanted.map((line) => line.sourceId))].flatMap((id) => standing.get(id) ?? []);
    const sources = sourcesOf({ merchantId, environment, ...fact } as Facts);
    const refunded = new Set(refunds.map((line) => line.sourceId));
    const own = sources
      .filter((id) => !refunded.has(id))
      .flatMap((id) => standing.get(id) ?? [])
      .filter((line) => !("opening" in fact) || line.network === fact.opening.network);
    const first = compare(lines, take(lines), { standing: own, now });
    const worth = lines.map(({ micros }, index) => ({ micros, ...pick(first.values[index] as Value) }));
    const given = take(refunds).map((value, index) => ({
      ...value,
      reversedValueMinor: reversedValue(refunds[index] as Wanted, value.currency, worth),
    }));
    const second = compare(refunds, given, { standing: standingOf(refunds), now });
    return { merchantId, environment, lines: [...first.added, ...behind(second.added, first.added.length)] };
  });
}

function pick({ currency, valueMinor }: Value) {
  return { currency, valueMinor };
}

function behind(lines: readonly NewLine[], by: number): NewLine[] {
  return lines.map((line) =>
    line.reverses && "place" in line.reverses ? { ...line, reverses: { place: line.reverses.place + by } } : line,
  );
}

function linesOf(fact: Facts, standing: Given["standing"]): Wanted[] {
  if ("payment" in fact) return paymentLines(fact.payment);
  if ("outgoing" in fact) return outgoingLines(fact.outgoing);
  if ("fee" in fact) return feeLine(fact.fee);
  if ("opening" in fact) {
    // what is booked of it keeps its day
    const booked = standing.get(fact.opening.id)?.find(({ network }) => network === fact.opening.network);
    return openingLine({ ...fact.opening, at: booked?.occurredAt ?? fact.opening.at });
  }
  return fact.transfer ? transferLines(fact.transfer) : [];
}

/** Gives the lines of each book the next numbers, by their days. */
async function append(
  tx: Transaction,
  books: ReadonlyMap<string, Locked>,
  { added, now }: { added: readonly Added[]; now: Date },
): Promise<void> {
  const groups = added
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => Number(a.lines[0]?.occurredAt) - Number(b.lines[0]?.occurredAt));
  const last = new Map([...books].map(([key, { lastNumber }]) => [key, lastNumber]));
  const rows = groups.flatMap(({ lines, ...book }) => {
    const before = last.get(keyOf(book));
    if (before === undefined) throw new Error(`the books of ${keyOf(book)} aren't held`);
    last.set(keyOf(book), before + lines.length);
    return lines.map(({ reverses, ...line }, index) => ({
      ...book,
      ...line,
      number: before + index + 1,
      reverses: reverses && ("place" in reverses ? before + reverses.place + 1 : reverses.number),
    }));
  });
  if (rows.length === 0) return;
  const list = <T>(pickOf: (row: (typeof rows)[number]) => T) => rows.map(pickOf);
  const whole = (value: bigint | null) => (value === null ? null : String(value));
  await tx`
    insert into book_lines (merchant_id, environment, number, kind, occurred_at, booked_at, reverses, asset, micros, address,
                            counterparty, currency, value_minor, rate, rate_source, reversed_value_minor, network, tx_hash,
                            log_index, intent_id, terminal_id, refund_id, source_id)
    select merchant_id, environment, number, kind, occurred_at::timestamptz, ${now.toISOString()}::timestamptz, reverses, asset,
           micros, address, counterparty, currency, value_minor, rate, rate_source, reversed_value_minor, network, tx_hash,
           log_index, intent_id, terminal_id, refund_id, source_id
      from unnest(${list((r) => r.merchantId)}::uuid[], ${list((r) => r.environment)}::text[], ${list((r) => r.number)}::bigint[],
                  ${list((r) => r.kind)}::text[], ${list((r) => r.occurredAt.toISOString())}::text[],
                  ${list((r) => r.reverses)}::bigint[], ${list((r) => r.asset)}::text[], ${list((r) => String(r.micros))}::bigint[],
                  ${list((r) => r.address)}::text[], ${list((r) => r.counterparty)}::text[], ${list((r) => r.currency)}::text[],
                  ${list((r) => whole(r.valueMinor))}::bigint[], ${list((r) => r.rate)}::text[],
                  ${list((r) => r.rateSource)}::text[], ${list((r) => whole(r.reversedValueMinor))}::bigint[],
                  ${list((r) => r.network)}::text[], ${list((r) => r.txHash)}::text[], ${list((r) => r.logIndex)}::int[],
                  ${list((r) => r.intentId)}::uuid[], ${list((r) => r.terminalId)}::uuid[], ${list((r) => r.refundId)}::uuid[],
                  ${list((r) => r.sourceId)}::uuid[])
             as n(merchant_id, environment, number, kind, occurred_at, reverses, asset, micros, address, counterparty, currency,
                  value_minor, rate, rate_source, reversed_value_minor, network, tx_hash, log_index, intent_id, terminal_id,
                  refund_id, source_id)`;
  await tx`
    update books b set last_number = q.last
      from unnest(${[...books.values()].map((book) => book.merchantId)}::uuid[],
                  ${[...books.values()].map((book) => book.environment)}::text[],
                  ${[...books.keys()].map((key) => last.get(key) ?? 0)}::bigint[]) as q(merchant_id, environment, last)
     where b.merchant_id = q.merchant_id and b.environment = q.environment and b.last_number <> q.last`;
}
