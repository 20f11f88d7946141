import type { Members } from "./members.js";
import { queryOf, timeOf } from "./parameters.js";
import type { CallOptions, Transport } from "./transport.js";

/**
 * From `start` up to, but not including, `end`: dates, or ISO 8601 strings in the terminal's time zone
 * (`"2026-03-01"`).
 */
export type SalesPeriod = {
  start?: Date | string;
  end?: Date | string;
  /** Only for a key for all terminals, which needs it. */
  terminalId?: string;
};

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
  /** The refunds that became final in the period; null if the service's version doesn't report them. */
  readonly refundedUsdt: string | null;
  readonly refundedMicros: bigint | null;
  readonly refundsCount: number | null;
  /** The total minus the refunds, also below zero; null like `refundedUsdt`. */
  readonly netUsdt: string | null;
  readonly netMicros: bigint | null;
};

/** Returns the sales of a terminal. */
export class Reports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns the sales of a period, by default of the terminal's current business day so far. Error: `invalid_period`.
   */
  async sales(period: SalesPeriod = {}, options: CallOptions = {}): Promise<SalesReport> {
    const [start, end] = [timeOf("start", period.start), timeOf("end", period.end)];
    const query = queryOf({ start, end, terminal_id: period.terminalId });
    const call = { method: "GET" as const, path: "/get-terminal-sales", query, withKey: true };
    return (await this.#transport.call(call, readReport, options)).value;
  }
}

function readReport(members: Members): SalesReport {
  const period = members.object("reconciliation_period");
  const summary = members.object("summary");
  const { usdt, micros } = summary.amount("total_collected");
  const refunded = summary.amountOrNull("total_refunded");
  const net = summary.amountOrNull("total_net");
  return {
    merchantName: members.text("merchant_name"),
    terminalName: members.text("terminal_name"),
    start: period.moment("start"),
    end: period.moment("end"),
    totalUsdt: usdt,
    totalMicros: micros,
    currency: summary.text("currency"),
    salesCount: summary.integer("sales_count"),
    refundedUsdt: refunded?.usdt ?? null,
    refundedMicros: refunded?.micros ?? null,
    refundsCount: summary.integerOrNull("refunds_count"),
    netUsdt: net?.usdt ?? null,
    netMicros: net?.micros ?? null,
  };
}
