import type { RefundStatus } from "@/lib/payments/refunds/state";

/** `count`: 1, `shown`: "1". */
const refunds = (count: number, shown: string) => (count === 1 ? "1 refund" : `${shown} refunds`);

/** What people read under Settlement, Refunds. */
export const refundsMessages = {
  title: "Refunds",
  descriptions: {
    live: "Confirm refunds that keys prepared and addresses that customers left, then sign the transfers in your own wallet.",
    sandbox:
      "Confirm refunds that keys prepared and addresses that customers left, then simulate the transfers. No money moves.",
  },
  times: (zone: string) => `All times in ${zone}`,
  search: { label: "Search refunds", placeholder: "Reference, ID or address" },
  filters: {
    show: "Show",
    all: "Completed too",
    status: "Status",
    by: "Prepared by",
    member: "Any member",
    key: "Any key",
    keyNamed: (name: string) => `Key: ${name}`,
    confirmed: "Confirmation",
    yes: "Confirmed",
    no: "Needs confirmation",
    rows: "Rows",
    perPage: (count: string) => `${count} per page`,
  },
  status: {
    waiting_for_address: "Waiting for address",
    prepared: "Prepared",
    sent: "Sent, not final yet",
    final: "Sent",
    failed: "Failed",
    cancelled: "Cancelled",
  } satisfies Record<RefundStatus, string>,
  toConfirm: "Needs confirmation",
  /** a transfer from the refund wallet may have paid it */
  proposed: "Check transfer",
  ready: { live: "Ready to sign", sandbox: "Ready to simulate" },
  marks: {
    unconfirmed: "Unconfirmed",
    unconfirmedTip: "The customer left this address on the payment page. No one has confirmed it.",
    newAddress: "New address",
    newAddressTip: "No refund was sent to this address before, and none was confirmed earlier.",
  },
  table: {
    caption: "Refunds",
    payment: "Payment",
    noPayment: "No payment",
    amount: "Amount, USDT",
    address: "Address",
    copyAddress: "the refund's address",
    copyPaying: "the address that pays",
    noAddress: "The payment page asks the customer for it",
    preparedBy: "Prepared by",
    key: "Key",
    byPhone: (name: string) => `Prepared by ${name}`,
    byKeyPhone: (name: string) => `Prepared by the key ${name}`,
    status: "Status",
    prepared: "Prepared",
  },
  totals: {
    found: (count: number, shown: string) => refunds(count, shown),
    many: (shown: string) => `More than ${shown} refunds`,
    tooMany: "Narrow the filter to see their sum.",
    sum: "Total",
  },
  range: (first: string, last: string, all: string) => `${first}–${last} of ${all}`,
  empty: {
    open: "No refunds are waiting",
    all: "No refunds yet",
    text: "Refund a payment from its page, from Needs attention or with the API. It appears here until it's sent.",
    action: "View payments",
    showAll: "Show completed refunds",
  },
  noMatch: {
    title: "No matching refunds",
    text: "Search by reference, payment ID, refund ID or address.",
    action: "Clear filters",
  },
  choice: {
    region: "Selected refunds",
    /** `label`: "order-31, 12.50 USDT" */
    one: (label: string) => `Select refund: ${label}`,
    all: (count: number) => (count === 1 ? "Select 1 refund on this page" : `Select all ${count} on this page`),
    chosen: (count: number, shown: string) => `${refunds(count, shown)} selected`,
    clear: "Clear selection",
    short: {
      /** after the address */
      holds: (held: string, need: string) =>
        `holds ${held}\u00a0USDT, but the selected refunds need ${need}\u00a0USDT.`,
      more: (count: number, shown: string) =>
        count === 1
          ? "1 more address holds less than its selected refunds need."
          : `${shown} more addresses hold less than their selected refunds need.`,
    },
    unknown: (count: number, shown: string) =>
      count === 1 ? "The balance of 1 address isn't known." : `The balance of ${shown} addresses isn't known.`,
    enough: (count: number, shown: string) =>
      count === 1
        ? "The paying address holds enough USDT. It also needs TRX for the network fee."
        : `The ${shown} paying addresses hold enough USDT. Each also needs TRX for the network fee.`,
  },
  confirm: {
    action: (count: number, shown: string) => (count === 0 ? "Confirm" : `Confirm ${shown}`),
    title: (count: number, shown: string) => `Confirm ${refunds(count, shown)}`,
    descriptions: {
      live: "Check each address with your customer. Once confirmed, a refund can be signed.",
      sandbox: "Check each address as you would in live mode. Once confirmed, a refund's transfer can be simulated.",
    },
    total: "Total",
    list: "Refunds to confirm",
    newAddresses: (count: number, shown: string, all: number) =>
      count === 1 ? `${all === 1 ? "It" : "1 refund"} goes to a new address.` : `${shown} refunds go to new addresses.`,
    byKey: (count: number, shown: string, all: number) =>
      count === 1
        ? `${all === 1 ? "It" : "1 refund"} was prepared by a key. If you don't recognise it, reject it and revoke the key.`
        : `${shown} refunds were prepared by a key. If you don't recognise them, reject them and revoke the key.`,
    submit: (count: number, shown: string) => `Confirm ${refunds(count, shown)}`,
    done: (count: number, shown: string) => `${refunds(count, shown)} confirmed`,
    already: "These refunds were already confirmed",
  },
  reject: {
    action: (shown: string) => `Reject ${shown}`,
    title: (count: number, shown: string) => `Reject ${refunds(count, shown)}?`,
    verb: (count: number, shown: string) => `Reject ${refunds(count, shown)}`,
    keep: (count: number) => (count === 1 ? "Keep it" : "Keep them"),
    consequences: {
      live: (count: number) =>
        count === 1
          ? "It's cancelled, and nothing is sent. If it was already sent, it stays as it is. You can't undo this, but you can prepare a new refund."
          : "They're cancelled, and nothing is sent. Refunds that were already sent stay as they are. You can't undo this, but you can prepare new refunds.",
      sandbox: (count: number) =>
        count === 1
          ? "It's cancelled. You can't undo this, but you can prepare a new refund."
          : "They're cancelled. You can't undo this, but you can prepare new refunds.",
    },
    done: (count: number, shown: string) => `${refunds(count, shown)} rejected`,
    kept: (count: number, shown: string) =>
      count === 1
        ? "1 was sent, may have been, or was already cancelled."
        : `${shown} were sent, may have been, or were already cancelled.`,
  },
  /** in the sandbox, instead of signing */
  simulate: {
    action: (count: number, shown: string) => (count === 1 ? "Simulate 1 transfer" : `Simulate ${shown} transfers`),
    done: (count: number, shown: string) => (count === 1 ? "1 transfer simulated" : `${shown} transfers simulated`),
    leftOut: (count: number, shown: string) =>
      count === 1 ? "1 refund can't be sent now." : `${shown} refunds can't be sent now.`,
    refused: "Transfers not simulated",
  },
  /** on the overview */
  attention: (count: number, shown: string) =>
    count === 1 ? "1 refund needs confirmation" : `${shown} refunds need confirmation`,
  attentionText: "Check the address, then confirm or reject.",
  proposals: (count: number, shown: string) =>
    count === 1 ? "1 transfer looks like a refund" : `${shown} transfers look like refunds`,
  proposalsText: "Not sent with Till. Check the transaction, then confirm or reject.",
};
