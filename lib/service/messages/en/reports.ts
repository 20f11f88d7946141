import { formatCount } from "@/lib/base/values/intl";

const MOST_NAMED = 8;

function namedOrCounted(terminals: string[]): string {
  return terminals.length > MOST_NAMED ? `${formatCount(terminals.length)} terminals` : terminals.join(", ");
}

/** What people read under Reports. */
export const reportsMessages = {
  title: "Reports",
  description:
    "The amounts due of paid payments, by terminal and business day. Partial, late and excess amounts aren't included. Refunds don't change takings: net is what remains after them. The API's sales report gives the same figures.",
  printReport: "Print report",
  periods: "Periods",
  filters: { dates: "Dates", terminal: "Terminal" },
  loading: "Loading report",
  empty: {
    title: "No terminals found",
    text: "Remove the terminal filter to see all your terminals.",
    action: "Show all terminals",
  },
  head: {
    sandbox: (business: string) => `${business} · Sandbox, no real money`,
    payments: (count: bigint) => (count === 1n ? "1 payment" : `${count} payments`),
    /** before what payments were priced at: some of the takings, or all of them */
    ofWhich: "Of which",
    priced: "Priced at",
    inPayments: (count: bigint) => (count === 1n ? "in 1 payment" : `in ${count} payments`),
    refunded: "Refunded",
    net: "Net",
    exportRefunds: "Export refunds",
    /** `06:00 in Lisbon (UTC+0)` */
    start: (time: string, zone: string) => `${time} in ${zone}`,
    oneStart: (start: string) => `Business days start at ${start}.`,
    severalStarts: (starts: { terminals: string[]; start: string }[]) =>
      `Business days start at different times. ${starts
        .map(({ terminals, start }) => `${namedOrCounted(terminals)}: ${start}`)
        .join("; ")}.`,
  },
  /** at the head of a printed report */
  print: {
    title: "Takings",
    sandbox: "Sandbox, no real money",
    period: "Period",
    days: (first: string, last: string) => `${first} to ${last}`,
    terminals: (count: number) => (count === 1 ? "Terminal" : "Terminals"),
    zones: (count: number) => (count === 1 ? "Time zone" : "Time zones"),
    at: "As of",
  },
  email: {
    title: "Report by email",
    description: (address: string) =>
      `Takings in total and by terminal, sent to ${address} when the last terminal's business day has ended.`,
    sandbox: "You subscribe to the sandbox's report. The live one is separate.",
    frequency: "How often",
    frequencies: { daily: "Every day", weekly: "Every week, on Monday", monthly: "Every month, on the 1st" },
    subscribe: "Subscribe",
    subscribed: "Subscribed to the report",
    change: "Save",
    changed: "Subscription saved",
    unsubscribe: "Unsubscribe",
    unsubscribed: "Unsubscribed from the report",
    off: "Reports can be sent by email once your administrator has set up a mail server.",
  },
  byDay: { title: "By day", caption: "Takings by business day", column: "Business day" },
  byMonth: {
    title: "By month",
    hint: (days: number) => `Periods longer than ${days} days are shown by month. Open a month to see its days.`,
    caption: "Takings by month",
    column: "Month",
  },
  /** a part of a month: `Mar 2026, from 28 Mar` */
  month: {
    from: (month: string, day: string) => `${month}, from ${day}`,
    to: (month: string, day: string) => `${month}, to ${day}`,
  },
  byTerminal: {
    title: "By terminal",
    caption: "Takings by terminal",
    column: "Terminal",
    others: (count: number) => (count === 1 ? "1 other terminal" : `${formatCount(count)} other terminals`),
    /** refunds of money without a payment */
    none: "Without a payment",
  },
  charts: {
    byDay: "Chart of takings by business day",
    byMonth: "Chart of takings by month",
    byTerminal: "Chart of takings by terminal",
    byHour: "Takings by hour",
    hourTitle: "By hour",
    hourHint: "Hours on each terminal's clock, over the whole period",
    hoursTooMany: "This period has too many payments to total by hour. Choose a shorter one.",
    hour: (from: string, to: string) => `${from} to ${to}`,
    bar: (label: string, amount: string) => `${label}: ${amount} USDT`,
    amount: (amount: string) => `${amount}\u00a0USDT`,
    tips: "Tips included:",
  },
  before: {
    line: (period: string, amount: string) => `Previous period (${period}): ${amount}\u00a0USDT.`,
    change: (percent: number) => `${percent > 0 ? "+" : percent < 0 ? "\u2212" : ""}${formatCount(Math.abs(percent))}%`,
    unfinished: "The current period isn't over yet.",
  },
  table: {
    payments: "Payments",
    takings: "Takings (USDT)",
    /** before what a part of the payments were priced at */
    ofWhich: "of which",
    refunded: "Refunded",
    net: "Net",
    total: "Total",
  },
};
