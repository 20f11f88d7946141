import type { TakingsRow } from "@/lib/reports/takings";

/** A line of a report: a day over its terminals, or a terminal over its days. */
export type ReportLine = {
  id: string;
  /** a day as `2026-03-01`, or a terminal's name */
  name: string;
  /** the ids of those that are summed up */
  terminals: string[];
  micros: bigint;
  sales: bigint;
  /** the instants that the line covers; null when its terminals' days start at different times */
  period: { from: string; to: string } | null;
};

export function byDay(rows: TakingsRow[]): ReportLine[] {
  return [...grouped(rows, (row) => row.day).values()].map((day) => toLine(day, day[0]?.day ?? "", day[0]?.day ?? ""));
}

export function byTerminal(rows: TakingsRow[]): ReportLine[] {
  const terminals = grouped(rows, (row) => row.terminalId);
  return [...terminals.values()]
    .map((of) => toLine(of, of[0]?.terminalId ?? "", of[0]?.terminalName ?? ""))
    .sort((a, b) => (b.micros > a.micros ? 1 : b.micros < a.micros ? -1 : a.name.localeCompare(b.name)));
}

/** What fits in a URL that is sent several times in one request's headers. */
const MAX_LINKED_TERMINALS = 50;

/**
 * The filter of the list of exactly the payments in a line's sum, for a member who can see so many terminals. Null if there is
 * none. A terminal that isn't in the sum, since it is archived and sold nothing that day, may still have sold in the period.
 */
export function toPaymentsQuery({ period, terminals }: ReportLine, visibleTerminals: number) {
  if (!period) return null;
  const paid = { paid_from: period.from, paid_to: period.to };
  if (terminals.length === visibleTerminals) return paid;
  return terminals.length > MAX_LINKED_TERMINALS ? null : { ...paid, terminal: terminals };
}

export function total(rows: { micros: bigint; sales: bigint }[]): { micros: bigint; sales: bigint } {
  return rows.reduce((sum, row) => ({ micros: sum.micros + row.micros, sales: sum.sales + row.sales }), {
    micros: 0n,
    sales: 0n,
  });
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

/** One terminal's days are consecutive; those of several terminals are one period only if they start and end together. */
function toPeriod(rows: TakingsRow[]): ReportLine["period"] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const one = rows.every((row) => row.terminalId === first.terminalId);
  const together = rows.every(
    (row) => row.starts.getTime() === first.starts.getTime() && row.ends.getTime() === first.ends.getTime(),
  );
  if (!one && !together) return null;
  return { from: first.starts.toISOString(), to: last.ends.toISOString() };
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
