import type { KeyContext, MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { inTurn } from "@/lib/base/pacing/turns";
import { daysInPieces, type Span } from "@/lib/payments/reports/report-spans";
import { sumPeriods } from "@/lib/payments/reports/sum-periods";
import { isInSpan } from "@/lib/settlement/books/book-span";
import { type AddressCheck, type Reconciliation, reconciliationOf } from "@/lib/settlement/books/reconciliation";

/** One of some terminals compares the sales of these, and no addresses. */
type Reader = MemberContext | KeyContext;

/** Days, lines and addresses that one query reads. */
const PIECE_DAYS = 2;
const PIECE_LINES = 50_000;
const PIECE_ADDRESSES = 1_000;

/** What the lines of a span add up to, per kind, asset and currency. */
export type LineSum = {
  kind: string;
  asset: "USDT" | "TRX";
  currency: string | null;
  lines: number;
  micros: bigint;
  /** lines that have a value, and their sum */
  valued: number;
  valueMinor: bigint;
  /** lines without a value that no other reverses */
  withoutValue: number;
};

/**
 * Compares the `sale` lines of a span with the takings of its days, and the lines of all time with Funds and the chain,
 * address by address. `saleMicros` is the sum of the span's `sale` lines.
 */
export async function reconcile(
  ctx: Reader,
  span: Span,
  { saleMicros, signal }: { saleMicros: bigint; signal?: AbortSignal },
): Promise<Reconciliation> {
  const sales = {
    linesMicros: saleMicros,
    shortMicros: await sumShort(ctx, span, signal),
    takingsMicros: await sumTaken(ctx, span),
  };
  const addresses = ctx.environment === "live" && ctx.terminalIds === null ? await checkAddresses(ctx, signal) : null;
  return reconciliationOf({ sales, addresses, isPending: await hasPending(ctx) });
}

/** Whose turns the queries take. */
function whoOf({ actor }: Reader): string {
  return actor.type === "user" ? actor.userId : actor.keyId;
}

/** Whether facts of the business wait to be booked; of fees, which are TRX, it doesn't matter. */
async function hasPending({ db: { sql }, merchantId, environment }: Reader): Promise<boolean> {
  const [row] = await sql<[{ pending: boolean }]>`
    select exists (select from book_history where done_at is null)
        or exists (select from book_queue
                    where merchant_id = ${merchantId} and environment = ${environment} and source <> 'fee') as pending`;
  return row.pending;
}

/** The lines of a span in sums; `signal` ends the reading between two queries. */
export async function sumLines(ctx: Reader, span: Span, signal?: AbortSignal): Promise<LineSum[]> {
  const { sql } = ctx.db;
  const sums = new Map<string, LineSum>();
  for (const days of daysInPieces(span, PIECE_DAYS)) {
    if (signal?.aborted) break;
    const rows = await inTurn(
      whoOf(ctx),
      () => sql<LineSum[]>`
        select b.kind, b.asset, b.currency, count(*)::int as lines, sum(b.micros) as micros,
               count(b.value_minor)::int as valued, coalesce(sum(b.value_minor), 0) as "valueMinor",
               (count(*) filter (
                  where b.value_minor is null and b.reverses is null
                    and not exists (select from book_lines r
                                     where r.merchant_id = b.merchant_id and r.environment = b.environment
                                       and r.reverses = b.number)))::int as "withoutValue"
          from book_lines b
         where b.merchant_id = ${ctx.merchantId} and b.environment = ${ctx.environment}
           and ${isInSpan(ctx, sql`b.occurred_at`, days)} and ${visibleTerminals(ctx, "b.terminal_id")}
         group by 1, 2, 3`,
    );
    for (const row of rows) addTo(sums, row);
  }
  return [...sums.values()];
}

/** The sum of the `sale` lines. Pure. */
export function saleMicrosOf(sums: readonly LineSum[]): bigint {
  return sums.filter(({ kind }) => kind === "sale").reduce((sum, { micros }) => sum + micros, 0n);
}

/** Adds lines to the sum of their kind, asset and currency. */
function addTo(sums: Map<string, LineSum>, row: LineSum): void {
  const key = `${row.kind} ${row.asset} ${row.currency}`;
  const before = sums.get(key);
  if (!before) {
    sums.set(key, { ...row });
    return;
  }
  before.lines += row.lines;
  before.micros += row.micros;
  before.valued += row.valued;
  before.valueMinor += row.valueMinor;
  before.withoutValue += row.withoutValue;
}

/** The takings of the business's calendar days, by the sums that reports are made of. */
async function sumTaken(ctx: Reader, { from, to }: Span): Promise<bigint> {
  const { sql } = ctx.db;
  const [sum] = await inTurn(
    whoOf(ctx),
    () => sql<[{ micros: bigint }]>`
      with periods as (
        select row_number() over () as key, t.id as terminal_id,
               ${from}::text::date::timestamp at time zone m.time_zone as starts,
               (${to}::text::date + 1)::timestamp at time zone m.time_zone as ends
          from merchants m join terminals t on t.merchant_id = m.id
         where m.id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")})
      select coalesce(sum(first), 0) as micros from (${sumPeriods(sql, "sales", ctx.environment)}) parts`,
  );
  return sum.micros;
}

/** What was paid within the tolerance, though it was less than the amount due. Nothing is added to a paid payment. */
async function sumShort(ctx: Reader, span: Span, signal?: AbortSignal): Promise<bigint> {
  const { sql } = ctx.db;
  let short = 0n;
  for (const days of daysInPieces(span, PIECE_DAYS)) {
    if (signal?.aborted) break;
    const [sum] = await inTurn(
      whoOf(ctx),
      () => sql<[{ micros: bigint }]>`
        select coalesce(sum(i.amount_micros - i.received_micros), 0) as micros
          from terminals t
          join payment_intents i on i.merchant_id = t.merchant_id and i.terminal_id = t.id and i.environment = ${ctx.environment} and i.status = 'paid'
           and i.received_micros < i.amount_micros and ${isInSpan(ctx, sql`i.paid_at`, days)}
         where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}`,
    );
    short += sum.micros;
  }
  return short;
}

async function checkAddresses(ctx: Reader, signal?: AbortSignal): Promise<AddressCheck[]> {
  const { sums, last } = await sumByAddress(ctx, signal);
  const checked: AddressCheck[] = [];
  let after = LOWEST_ID;
  while (!signal?.aborted) {
    const rows = await inTurn(whoOf(ctx), () => readFunds(ctx, { after, last }));
    for (const { id: _, newMicros, ...row } of rows) {
      const linesMicros = (sums.get(row.address) ?? 0n) + newMicros;
      sums.delete(row.address);
      // of the addresses ahead, most have never been used
      if (linesMicros !== 0n || row.fundsMicros !== 0n || row.chainMicros) checked.push({ ...row, linesMicros });
    }
    const end = rows.at(-1);
    if (!end || rows.length < PIECE_ADDRESSES) break;
    after = end.id;
  }
  const wallets = await readRefundWallets(ctx);
  const others = [...sums].filter(([address, micros]) => micros !== 0n && !wallets.has(address));
  return [
    ...checked,
    ...others.map(([address, linesMicros]) => ({ address, linesMicros, fundsMicros: 0n, chainMicros: null })),
  ];
}

const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** What the lines of USDT add up to per address, up to the line `last`. */
async function sumByAddress(ctx: Reader, signal?: AbortSignal) {
  const { sql } = ctx.db;
  const sums = new Map<string, bigint>();
  const [{ last }] = await sql<[{ last: bigint }]>`
    select coalesce(max(number), 0) as last from book_lines
     where merchant_id = ${ctx.merchantId} and environment = ${ctx.environment}`;
  for (let from = 1n; from <= last && !signal?.aborted; from += BigInt(PIECE_LINES)) {
    const to = from + BigInt(PIECE_LINES) - 1n;
    const rows = await inTurn(
      whoOf(ctx),
      () => sql<{ address: string | null; micros: bigint }[]>`
        select address, sum(micros) as micros from book_lines
         where merchant_id = ${ctx.merchantId} and environment = ${ctx.environment} and asset = 'USDT'
           and network = ${ctx.settings.network?.id ?? ""} and address is not null
           and number between ${from} and ${to < last ? to : last}
         group by address`,
    );
    for (const { address, micros } of rows) {
      if (address !== null) sums.set(address, (sums.get(address) ?? 0n) + micros);
    }
  }
  return { sums, last };
}

type Read = AddressCheck & { id: string; newMicros: bigint };

/** Addresses by ID, with what was booked after the line `last`: all from one moment. */
function readFunds(
  ctx: Reader,
  { after, last }: { after: string; last: bigint },
): Promise<Omit<Read, "linesMicros">[]> {
  const { sql } = ctx.db;
  const network = ctx.settings.network?.id ?? "";
  return sql<Omit<Read, "linesMicros">[]>`
    with newer as (
      select address, sum(micros) as micros from book_lines
       where merchant_id = ${ctx.merchantId} and environment = ${ctx.environment} and asset = 'USDT'
         and network = ${network} and number > ${last}
       group by address)
    select a.id, a.address, coalesce(n.micros, 0) as "newMicros",
           (coalesce(l.opening_micros, 0) + coalesce(l.received_micros, 0) - coalesce(l.sent_micros, 0))::bigint
             as "fundsMicros",
           case when a.balance_at is not null and a.balance_block is null then a.balance_micros end as "chainMicros"
      from receive_addresses a
      left join address_ledgers l on l.network = ${network} and l.address = a.address
      left join newer n on n.address = a.address
     where a.merchant_id = ${ctx.merchantId} and a.id > ${after}::uuid
     order by a.id limit ${PIECE_ADDRESSES}`;
}

/** They pay refunds, and what else they hold is not Till's to know. */
async function readRefundWallets(ctx: Reader): Promise<Set<string>> {
  const rows = await ctx.db.sql<{ address: string }[]>`
    select address from refund_wallets where merchant_id = ${ctx.merchantId}`;
  return new Set(rows.map(({ address }) => address));
}
