import { decimalFromMicros } from "@/lib/base/values/money";
import type { SalesReport } from "@/lib/payments/reports/sales";

/**
 * The JSON text of a report. The totals are written as decimal text, since a sum of many exact amounts can have more
 * digits than a double holds.
 */
export function serializeSalesReport(report: SalesReport): string {
  const head = JSON.stringify({
    success: true,
    merchant_name: report.merchantName,
    terminal_name: report.terminalName,
    reconciliation_period: { start: report.start.toISOString(), end: report.end.toISOString() },
  });
  const total = decimalFromMicros(report.totalMicros);
  const refunded = decimalFromMicros(report.refundedMicros);
  const net = decimalFromMicros(report.totalMicros - report.refundedMicros);
  const sales = `"total_collected":${total},"currency":"USDT","sales_count":${report.salesCount}`;
  const refunds = `"total_refunded":${refunded},"refunds_count":${report.refundsCount},"total_net":${net}`;
  return `${head.slice(0, -1)},"summary":{${sales},${refunds}}}`;
}
