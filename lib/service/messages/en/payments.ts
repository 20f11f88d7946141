import type { ChosenColumn } from "@/lib/payments/lists/chosen-columns";
import type { PaymentFlag } from "@/lib/payments/lists/flags";

/** What people read under Payments. */
export const paymentsMessages = {
  title: "Payments",
  times: (zone: string) => `All times in ${zone}`,
  counted: (count: number) => (count === 1 ? "1 payment" : `${count} payments`),
  range: (first: string, last: string, all: string) => `${first}–${last} of ${all}`,

  totals: {
    found: (words: string, count: number, isMore: boolean) =>
      `${words}${isMore ? "+" : ""} ${count === 1 ? "payment" : "payments"}`,
    priced: "Prices",
    due: "Amount due",
    received: "Received",
    tooMany: "Narrow the filter to see sums.",
  },

  test: { create: "Create test payment", refused: "Couldn't create the payment" },

  search: {
    label: "Search payments",
    placeholder: "Reference, amount or ID",
  },

  filters: {
    status: "Status",
    terminal: "Terminal",
    flag: "Flags",
    currency: "Price in",
    created: "Created",
    paid: "Paid",
    remove: ", remove",
  },

  views: {
    button: "Views",
    heading: "Saved views",
    none: "No saved views yet",
    save: "Save this view",
    saveTitle: "Save this view",
    saveHelp:
      "Keeps the current filter for you, in this business, with its dates as they are. A view of the same name is replaced.",
    name: "Name",
    example: "For example Overpaid at the bar",
    submit: "Save view",
    saved: "View saved",
    remove: (name: string) => `Delete “${name}”`,
    removeTitle: (name: string) => `Delete the view “${name}”?`,
    removeText: "Only the saved filter is deleted. Payments stay as they are.",
    removeVerb: "Delete view",
    removed: "View deleted",
  },
  display: {
    button: "Display",
    label: "Display options",
    columns: "Columns",
    compact: "Compact rows",
    names: {
      terminal: "Terminal",
      id: "Payment ID",
      when: "Created or paid",
      ended: "Ended",
      received: "Received",
    } satisfies Record<ChosenColumn, string>,
    refused: "Couldn't save the display options",
  },

  flags: {
    partial: { short: "Partially paid", sentence: "Received less than the amount due." },
    over: { short: "Overpaid", sentence: "Received more than the amount due." },
    late: { short: "Late payment", sentence: "A transfer arrived after the payment ended and wasn't applied." },
  } satisfies Record<PaymentFlag, { short: string; sentence: string }>,

  columns: {
    reference: "Reference",
    status: "Status",
    terminal: "Terminal",
    id: "Payment ID",
    created: "Created",
    paid: "Paid",
    ended: "Ended",
    received: "Received, USDT",
    price: "Price",
    amount: "Amount, USDT",
  },

  empty: {
    title: "No payments yet",
    text: "New payments appear here instantly.",
    action: "Create your first payment",
    keypad: "Open a terminal's keypad",
  },
  emptySearch: {
    title: "No matching payments",
    titleSoFar: "No matches so far",
    text: "Search by ID, transaction hash, exact amount or price, or part of a reference.",
    action: "Show all payments",
  },

  palette: { payments: "Payments", terminals: "Terminals", endpoints: "Webhook endpoints" },
  feedRefused: "Too many pages are open. This page updates once a minute.",
};
