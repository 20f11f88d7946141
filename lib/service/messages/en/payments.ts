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
    text: "Search by ID, transaction hash, exact amount or part of a reference.",
    action: "Show all payments",
  },

  actions: {
    openPage: "Open payment page",
    simulate: "Simulate payment",
    simulateRefused: "Couldn't simulate the payment",
    outcomes: {
      paid: "Pay exactly",
      underpaid: "Pay too little",
      overpaid: "Pay too much",
      late: "Pay too late",
      expired: "Let it expire",
    } as Record<string, string>,
  },
  cancel: {
    action: "Cancel payment",
    keep: "Keep payment",
    question: "Cancel this payment?",
    consequence: (amount: string) =>
      `If the customer sends ${amount} USDT afterwards, it isn't applied. This can't be undone.`,
    done: "Payment cancelled",
  },

  receipt: {
    label: "Receipt",
    reference: "Reference",
    terminal: "Terminal",
    tip: "Tip included",
    created: "Created",
    ends: { pending: "Expires", paid: "Paid", expired: "Expired", cancelled: "Cancelled" },
    received: "Received",
    remaining: "Remaining",
    overpaid: "Overpaid",
    late: "Late payment",
    foundLate: "Found late, was in time",
    foundLateSentence:
      "A transfer arrived before the payment expired, but Till found it only afterwards, so it wasn't applied.",
    notApplied: "Not applied",
    id: "Payment ID",
    copyId: "payment ID",
    transaction: "Transaction",
    copyTransaction: "transaction hash",
    metadata: "Metadata",
    resolve: "Resolve this with the customer. Till can't move funds.",
  },
  page: {
    label: "Payment page",
    copy: "payment page link",
    showQr: "Show QR code",
    qr: "QR code of the payment page",
  },
  note: {
    title: "Note and tags",
    help: "Only your team sees them.",
    note: "Note",
    tags: "Tags",
    tagsHelp: "Separated by commas, at most 10. For example VIP, refund.",
    edited: (who: string) => `Edited by ${who}`,
    none: "No note yet.",
    save: "Save note",
    saved: "Note saved",
  },
  related: {
    title: "Related payments",
    help: "Payments with the same reference, and those that request a remaining amount.",
    all: "Show all with this reference",
  },
  chain: {
    label: "Blockchain details",
    detected: "detected",
    confirmations: "Confirmations",
    decide: "Needs a decision",
    differs:
      "The balance of this address doesn't match your records, so the payment doesn't expire for up to a day. Attach the missing transaction under Needs attention, or accept the balance under Funds.",
    address: "Receive address",
    copyAddress: "receive address",
    tolerance: "Underpayment tolerance:",
  },

  timeline: {
    title: "Timeline",
    created: "Payment created",
    createdBy: (who: string) => `Payment created by ${who}`,
    testCreated: (who: string) => `Test payment created by ${who}`,
    simulated: (who: string, outcome: string) => `Simulated by ${who}: ${outcome}`,
    outcomes: {
      paid: "exact payment",
      underpaid: "underpayment",
      overpaid: "overpayment",
      late: "late payment",
      expired: "expiry",
    } as Record<string, string>,
    detected: "detected",
    confirming: (confirmations: string) => `detected, ${confirmations}`,
    received: "received",
    confirmed: "confirmed",
    receivedNotApplied: "received, not applied",
    confirmedNotApplied: "confirmed, not applied",
    foundLate: "found late, was in time, not applied",
    attention: "Needs attention",
    attentionAgain: "Remaining amount not paid. Needs attention again",
    resolved: {
      asked: "Remaining amount requested",
      accepted: "Marked as resolved",
      refunded: "Refund sent",
      settled: "Resolved automatically",
    },
    expires: "Expires",
    paid: "Paid",
    expired: "Expired",
    cancelled: (who: string) => `Cancelled by ${who}`,
    cancelledByServer: "Cancelled through the API",
    deletedAccount: "a deleted account",
    simulatedTransaction: "Simulated transaction",
    transaction: "Transaction",
    copyTransaction: "transaction hash",
    from: "From",
    copyFrom: "sender address",
    block: "Block",
  },

  events: {
    webhook: "Webhook",
    unsubscribed: "No endpoint is subscribed to",
    details: (attempts: number) => {
      if (attempts === 0) return "Show request";
      return attempts === 1 ? "Show attempt and request" : `Show ${attempts} attempts and request`;
    },
    body: "Request body",
    open: "Open delivery",
    resend: "Resend event",
    resent: { title: "Event queued", detail: "The response appears here shortly." },
    refused: "Couldn't send the event",
  },

  palette: { payments: "Payments", terminals: "Terminals", endpoints: "Webhook endpoints" },
  feedRefused: "Too many pages are open. This page updates once a minute.",
};
