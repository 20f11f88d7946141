import { addPriceSums } from "@/lib/payments/reports/price-sums";
import type { RefundedDay } from "@/lib/payments/reports/refunds-without-payment";
import type { TakingsRow } from "@/lib/payments/reports/takings";

/** Gross takings, what the priced ones among them were priced at, and what was refunded in the same period. */
export type Figures = Pick<TakingsRow, "micros" | "sales" | "prices" | "refundedMicros">;

/** A line of a report: a day or month over its terminals, or a terminal over its days. */
export type ReportLine = Figures & {
  id: string;
  /** a day as `2026-03-01`, the first one of a month, or a terminal's name */
  name: string;
  /** the ids of those that are summed up */
  terminals: string[];
  /** the instants that the line covers; null when its terminals' days start at different times */
  period: { from: string; to: string } | null;
};

export function byDay(rows: TakingsRow[]): ReportLine[] {
  return [...grouped(rows, (row) => row.day).values()].map((day) => toLine(day, day[0]?.day ?? "", day[0]?.day ?? ""));
}

export function byTerminal(rows: TakingsRow[]): ReportLine[] {
  const sums = createTerminalSums();
  sums.add(rows);
  return sums.lines();
}

/** What a report shows, added up. */
export type ReportSums = {
  /** its days or months */
  spans: ReportLine[];
  terminals: ReportLine[];
  /** the rows of the last day or month */
  lastSpan: TakingsRow[];
  /** the names of the terminals, in the order of the rows */
  names: string[];
  /** the row whose business day ends last; none without rows */
  latest: TakingsRow[];
  /** refunds of money without a payment, which are in the days or months and in no terminal */
  ofBusiness: Figures;
};

/**
 * Adds up the rows of a report that come in pieces of whole days or months, so that all of them are never in memory at
 * once, and the business's own refunds.
 */
export async function sumReport(
  pieces: AsyncIterable<TakingsRow[]>,
  ofBusiness: RefundedDay[] = [],
): Promise<ReportSums> {
  const terminals = createTerminalSums();
  const spans: ReportLine[] = [];
  let lastSpan: TakingsRow[] = [];
  let latest: TakingsRow[] = [];
  for await (const rows of pieces) {
    terminals.add(rows);
    // an ID's text once, instead of once a day
    spans.push(...byDay(rows).map((line) => ({ ...line, terminals: line.terminals.map(terminals.idOf) })));
    for (const row of rows) if (!latest[0] || row.ends > latest[0].ends) latest = [row];
    const day = rows.at(-1)?.day;
    if (day) lastSpan = rows.filter((row) => row.day === day);
  }
  addRefunds(spans, ofBusiness);
  const own = total(ofBusiness.map(({ refundedMicros }) => ({ ...NOTHING, refundedMicros })));
  return { spans, terminals: terminals.lines(), lastSpan, names: terminals.names(), latest, ofBusiness: own };
}

/** Adds each day's refunds to the line of that day, or of its month: the last one that doesn't begin after it. */
function addRefunds(spans: ReportLine[], days: RefundedDay[]): void {
  for (const { day, refundedMicros } of days) {
    const span = spans.findLast(({ name }) => name <= day);
    if (span) span.refundedMicros += refundedMicros;
  }
}

type TerminalSum = Omit<TakingsRow, "day" | "zone" | "refunds" | "currency">;

/** A terminal's days are consecutive, so their sum is of one period. */
function createTerminalSums() {
  const sums = new Map<string, TerminalSum>();
  return {
    add(rows: TakingsRow[]): void {
      for (const { day: _, zone: __, refunds: ___, currency: ____, ...row } of rows) {
        const sum = sums.get(row.terminalId);
        if (sum) Object.assign(sum, { ...added(sum, row), ends: row.ends });
        else sums.set(row.terminalId, row);
      }
    },
    idOf: (id: string) => sums.get(id)?.terminalId ?? id,
    names: () => [...sums.values()].map(({ terminalName }) => terminalName),
    lines: (): ReportLine[] =>
      [...sums.values()]
        .map(({ terminalId: id, terminalName: name, micros, sales, prices, refundedMicros, starts, ends }) => ({
          id,
          name,
          terminals: [id],
          micros,
          sales,
          prices,
          refundedMicros,
          period: { from: starts.toISOString(), to: ends.toISOString() },
        }))
        .sort((a, b) => (b.micros > a.micros ? 1 : b.micros < a.micros ? -1 : a.name.localeCompare(b.name))),
  };
}

/** What fits in a URL that is sent several times in one request's headers, and in the links of one page together. */
const MOST_LINKED = { eachLine: 50, allLines: 1_000 };

/**
 * The filter of the list of exactly the payments in a line's sum, for a member who can see so many terminals and a page
 * of so many lines. Null if there is none. A terminal that isn't in the sum, since it is archived and sold nothing that
 * day, may still have sold in the period.
 */
export function toPaymentsQuery({ period, terminals }: ReportLine, visibleTerminals: number, lines = 1) {
  if (!period) return null;
  const paid = { paid_from: period.from, paid_to: period.to };
  if (terminals.length === visibleTerminals) return paid;
  const most = Math.min(MOST_LINKED.eachLine, MOST_LINKED.allLines / lines);
  return terminals.length > most ? null : { ...paid, terminal: terminals };
}

export function total(rows: Figures[]): Figures {
  return rows.reduce<Figures>(added, NOTHING);
}

const NOTHING: Figures = { micros: 0n, sales: 0n, prices: [], refundedMicros: 0n };

function added(sum: Figures, row: Figures): Figures {
  return {
    micros: sum.micros + row.micros,
    sales: sum.sales + row.sales,
    prices: addPriceSums(sum.prices, row.prices),
    refundedMicros: sum.refundedMicros + row.refundedMicros,
  };
}

/** Whether each of the rows' business days has ended. */
export function isOver(rows: { ends: Date }[], at: Date): boolean {
  return rows.every(({ ends }) => ends <= at);
}

function toLine(rows: TakingsRow[], id: string, name: string): ReportLine {
  return {
    id,
    name,
    terminals: [...new Set(rows.map((row) => row.terminalId))],
    ...total(rows),
    period: toPeriod(rows),
  };
}

/** The days of several terminals are one period only if they start and end together. */
function toPeriod(rows: TakingsRow[]): ReportLine["period"] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const together = rows.every(
    (row) => row.starts.getTime() === first.starts.getTime() && row.ends.getTime() === first.ends.getTime(),
  );
  return together ? { from: first.starts.toISOString(), to: last.ends.toISOString() } : null;
}

function grouped<K>(rows: TakingsRow[], key: (row: TakingsRow) => K): Map<K, TakingsRow[]> {
  const groups = new Map<K, TakingsRow[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
