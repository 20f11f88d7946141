import type { RateSource } from "@/lib/payments/prices/quote";

type RefundFacts = { amount: string; by: string | null };

function byWhom(by: string | null): string {
  return by === null ? "" : ` by ${by}`;
}

/** What people read on the page of one payment. Apart from the list's texts, so that the list doesn't load them. */
export const paymentMessages = {
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
    rate: "Rate",
    spread: "Spread added",
    source: "Source of the rate",
    sources: { par: "1 USD = 1 USDT", manual: "Entered by hand", url: "Rate URL" } satisfies Record<RateSource, string>,
    quoted: "Quoted",
    created: "Created",
    ends: { pending: "Expires", paid: "Paid", expired: "Expired", cancelled: "Cancelled" },
    received: "Received",
    remaining: "Remaining",
    overpaid: "Overpaid",
    refunded: "Refunded",
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
    quoted: (price: string, rate: string) => `${price} at ${rate}`,
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
      refunded: "Resolved by refund",
      settled: "Resolved automatically",
    },
    refund: {
      started: ({ amount, by }: RefundFacts) =>
        `Refund of ${amount} USDT prepared${byWhom(by)}, waiting for the customer's address`,
      prepared: ({ amount, by }: RefundFacts) => `Refund of ${amount} USDT prepared${byWhom(by)}`,
      confirmed: ({ amount, by }: RefundFacts) => `Refund of ${amount} USDT confirmed${byWhom(by)}`,
      sent: ({ amount, by }: RefundFacts) => `Refund of ${amount} USDT sent${byWhom(by)}, awaiting confirmation`,
      failed: ({ amount }: RefundFacts) => `Refund of ${amount} USDT failed`,
      again: ({ amount, by }: RefundFacts) => `Refund of ${amount} USDT prepared again${byWhom(by)}`,
      cancelled: ({ amount, by }: RefundFacts) => `Refund of ${amount} USDT cancelled${byWhom(by)}`,
      final: ({ amount }: RefundFacts) => `${amount} USDT refunded`,
    },
    key: (name: string) => `key ${name}`,
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
};
