import { ConfigurationError } from "./errors.js";
import type { Members } from "./members.js";
import type { CallOptions, Transport } from "./transport.js";

/**
 * From `start` up to, but not including, `end`: dates, or ISO 8601 strings in the terminal's time zone
 * (`"2026-03-01"`).
 */
export type SalesPeriod = { start?: Date | string; end?: Date | string };

export type SalesReport = {
  readonly merchantName: string;
  readonly terminalName: string;
  readonly start: Date;
  /** As the start of the next report, it leaves no gap and no overlap, unless it is in the future. */
  readonly end: Date;
  /** The exact sum. */
  readonly totalUsdt: string;
  /** The sum in micro-USDT. */
  readonly totalMicros: bigint;
  readonly currency: string;
  readonly salesCount: number;
};

/** Returns the sales of the key's terminal. */
export class Reports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns the sales of a period, by default of the terminal's current business day so far. Error: `invalid_period`.
   */
  async sales(period: SalesPeriod = {}, options: CallOptions = {}): Promise<SalesReport> {
    const given = Object.entries(period).filter(([, end]) => end !== undefined);
    const query = Object.fromEntries(given.map(([name, end]) => [name, textOf(name, end)]));
    const call = { method: "GET" as const, path: "/get-terminal-sales", query, withKey: true };
    return (await this.#transport.call(call, readReport, options)).value;
  }
}

function textOf(name: string, end: Date | string): string {
  if (typeof end === "string") return end;
  if (Number.isNaN(end.getTime())) throw new ConfigurationError(`${name} is not a valid Date.`);
  return end.toISOString();
}

function readReport(members: Members): SalesReport {
  const period = members.object("reconciliation_period");
  const summary = members.object("summary");
  const { usdt, micros } = summary.amount("total_collected");
  return {
    merchantName: members.text("merchant_name"),
    terminalName: members.text("terminal_name"),
    start: period.moment("start"),
    end: period.moment("end"),
    totalUsdt: usdt,
    totalMicros: micros,
    currency: summary.text("currency"),
    salesCount: summary.integer("sales_count"),
  };
}
