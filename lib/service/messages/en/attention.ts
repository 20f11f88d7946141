import { ACTIVATION_TRX, TRANSFER_TRX } from "@/lib/base/tron/fees";
import type { ItemKind, ItemResolution } from "@/lib/base/values/attention-kinds";
import type { Attached } from "@/lib/settlement/ledger/attach-transfer";

/** What people read under Settlement, Needs attention. */
export const attentionMessages = {
  title: "Needs attention",
  descriptions: {
    live: "Live payments that were partial, late, overpaid or couldn't be matched. Resolving one doesn't change the payment's status.",
    sandbox:
      "Sandbox payments that were partial, late or overpaid. Practise resolving them here: it works as in live mode, and no money moves.",
  },
  search: { label: "Search items", placeholder: "Reference, ID, transaction or amount" },
  filters: { status: "Status", statusAll: "Open and resolved", kind: "Type" },
  table: {
    caption: "Items",
    kind: "Type",
    status: "Status",
    payment: "Payment",
    noPayment: "None",
    terminal: "Terminal",
    transaction: "Transaction",
    since: "Since",
    remaining: "Remaining, USDT",
    overpaid: "Overpaid, USDT",
    unapplied: "Not applied, USDT",
    unknown: "Unknown",
  },
  totals: {
    found: (shown: string, count: number) => (count === 1 ? "1 item" : `${shown} items`),
    many: (shown: string) => `More than ${shown} items`,
    tooMany: "Narrow the filter to see sums.",
    remaining: "Remaining",
    overpaid: "Overpaid",
    unapplied: "Not applied",
  },
  noMatch: {
    title: "No matching items",
    text: "Search by reference, payment ID, transaction hash or amount.",
    action: "Show all open items",
  },
  empty: {
    open: "Nothing needs attention",
    all: "Nothing here yet",
    text: "Partial, late, overpaid and unmatched payments appear here.",
    action: "View payments",
  },
  range: (first: string, last: string, all: string) => `${first}–${last} of ${all}`,
  status: { open: "Open" },
  attach: {
    title: "Attach transaction",
    description:
      "Use this when a customer shows you a transaction you can't find here, or for a transfer of yours that is missing. Till looks it up and records it if it's final and was paid to or sent from one of your addresses.",
    hash: {
      label: "Transaction hash",
      description: "64 characters, 0–9 and a–f. The customer's wallet may call it TXID.",
    },
    submit: "Look up transaction",
    another: "Look up another",
    recipient: "the recipient's address",
    viewPayment: "View payment",
  },
  item: {
    heldAt: "Held at",
    address: "the address",
    timeline: "Timeline",
    zone: (zone: string) => `All times in ${zone}`,
    refunds: {
      title: "Refunds",
      descriptions: {
        live: "You sign each refund in your own wallet, and Till detects when it's confirmed.",
        sandbox: "In live mode, you sign each refund in your own wallet. In the sandbox, you simulate the transfer.",
      },
      confirm: "Confirm under Refunds",
    },
    requested: {
      title: "Remaining amount requested",
      link: "the payment link",
      view: "View new payment",
      refund: "The customer can still pay the remaining amount. Cancel the new payment before you refund.",
    },
    onlyManagers: "Only an owner or a manager can resolve this.",
    resolve: "Resolve",
    /** of a partial payment whose remaining amount was requested and partially paid */
    choicesRequested: "Request what remains from the new payment. Here, refund what was paid or mark this as resolved.",
    /** of a partial payment of which the remaining amount arrived after its end */
    choicesArrived: "Fulfil the order and mark this as resolved, or refund all that was paid.",
    /** of money that no node shows */
    choicesHidden:
      "Look up the address in a block explorer and attach the transaction. If the money isn't the customer's, accept the balance under Funds and mark this as resolved.",
    /** of a partial payment of which a refund was prepared or sent */
    choicesRefunded:
      "The remaining amount can't be requested because a refund was prepared. Cancel the refund if it wasn't sent, or mark this as resolved.",
    /** of a transfer that a node has denied for a day */
    choicesDenied:
      "Nodes have disagreed for more than a day. Check the transaction in a block explorer. If it isn't there, mark this as resolved: Till stops asking, and the payment can expire. If it's there, contact your administrator: one of the nodes is wrong.",
    otherActions: { title: "Other actions", text: "You can still refund this." },
  },
  customerAddress: {
    left: "Refund address left by the customer",
    address: "the customer's refund address",
    confirm: "Confirm it with the customer before you send.",
    use: "Use the customer's address",
    unconfirmed: "Unconfirmed",
    clear: {
      action: "Clear address",
      title: "Clear this refund address?",
      consequence:
        "The payment page asks for a refund address again. Refunds that are already prepared aren't changed, and the audit log keeps this address.",
      done: "Refund address cleared",
    },
  },
  figures: {
    label: "Amounts",
    due: "Amount due",
    receivedOnTime: "Received on time",
    receivedLate: "Not applied",
    tolerance: "Underpayment tolerance",
    unknown: "Unknown",
    refunded: "Refunded",
  },
  timeline: {
    created: "Payment created:",
    paid: "Paid",
    expired: "Expired",
    cancelled: "Cancelled",
    unknownAmount: "An unknown amount",
    received: "received",
    notApplied: "received, not applied",
    foundLate: "found late, was in time, not applied",
    reported: "reported, not confirmed",
    unreadable: "couldn't be read",
    transaction: "Transaction",
    simulatedTransaction: "Simulated transaction",
    from: "From",
    sender: "the sender's address",
    to: "To",
    recipient: "the recipient's address",
    block: "Block",
    requested: "Remaining amount requested",
    reopened: (end: "expired" | "cancelled") =>
      `New payment ${end === "expired" ? "expired" : "was cancelled"}: needs attention again`,
    by: (name: string) => ` by ${name}`,
  },
  resolve: {
    action: "Mark as resolved",
    description: "No money moves, and the payment keeps its status.",
    note: { label: "Note", description: "Visible to your team.", placeholder: "Order delivered, agreed with customer" },
    done: "Marked as resolved",
  },
  requestRemaining: {
    action: "Request remaining amount",
    text: {
      before: "Creates a new payment for",
      after:
        "at the same terminal, with the same reference. The amount already received stays where it is. Reports count only the new payment, once it's paid.",
    },
    submit: "Create payment",
    qr: "QR code of the payment page",
    share: "Send this link to the customer, or let them scan the code.",
    link: "the payment link",
  },
  refund: {
    action: "Refund",
    title: "Prepare refund",
    descriptions: {
      live: "Till can't send money. You sign the transfer in your own wallet, and Till detects when it's sent.",
      sandbox:
        "No money moves in the sandbox. In live mode, you sign the transfer in your own wallet; here, you simulate it.",
    },
    warning: {
      before: "Ask the customer for an address of ",
      strong: "a wallet they control",
      after: ". Don't refund to the sending address: if it belongs to an exchange, the money may be lost.",
    },
    shortfall: (left: string) =>
      `Only ${left} USDT is left at the address. To refund more, set a refund wallet under Settlement. Don't send USDT to the address: it could count as a customer's payment.`,
    money: {
      label: (currency: string) => `Amount in ${currency}`,
      description: (rate: string) =>
        `Fills in the amount in USDT at today's rate: ${rate}. You owe the refund in USDT.`,
      over: (most: string) => `This is worth more than can be refunded. The amount is now ${most} USDT, the most.`,
    },
    to: {
      label: "Customer's wallet address",
      description: "TRON address, starts with T",
      descriptionOrAsk: "TRON address, starts with T. If you leave it empty, the payment page asks the customer.",
    },
    amount: {
      label: "Amount",
      description: (most: string) => `You can refund up to ${most} USDT.`,
      beyondExcess: (most: string) =>
        `A refund of the excess was already prepared. More, up to ${most} USDT, comes out of the amount due.`,
      fee: `You pay the network fee in TRX: up to ${TRANSFER_TRX} TRX, and ${ACTIVATION_TRX} TRX more if the address has no account yet.`,
      all: (most: string) => `Refund all ${most} USDT`,
    },
    reason: { label: "Reason", description: "For your records." },
    submit: "Prepare refund",
    done: {
      title: "Refund prepared",
      details: { live: "Now sign the transfer in your wallet.", sandbox: "Now simulate the transfer." },
      asks: "The payment page asks the customer for an address.",
    },
  },
  refundList: {
    awaitsAddress: "Not known yet",
    asksAddress: {
      live: "The payment page asks the customer for an address. Once you confirm what they enter, you can sign the transfer.",
      sandbox:
        "The payment page asks the customer for an address. Once you confirm what they enter, you can simulate the transfer.",
    },
    confirmFirst: {
      live: "An API key prepared this refund. Check the amount and the address, then confirm it before you sign.",
      sandbox:
        "An API key prepared this refund. Check the amount and the address, then confirm it before you simulate the transfer.",
    },
    state: {
      address: "Waiting for address",
      unconfirmed: "Needs confirmation",
      failed: "Failed",
      waiting: "Awaiting transfer",
      unsent: "Signed, not sent",
      unclear: "May have been sent",
      confirming: "Sent, awaiting confirmation",
      left: "Sent",
      simulated: "Sent (simulated)",
      withdrawn: "Cancelled",
    },
    from: { label: "Send from this address so Till can match the refund", copy: "the address to send from" },
    to: { label: "Customer's address", copy: "the customer's address" },
    amount: { label: "Exact amount, USDT", copy: "the amount" },
    qr: "QR code of the customer's address",
    sentTo: "To",
    reason: "Reason",
    sent: "Sent",
    final: "Confirmed",
    cancelled: "Cancelled",
    transaction: "Transaction",
    simulatedTransaction: "Simulated transaction",
    key: (name: string) => `key ${name}`,
    failed: "The last transaction failed.",
    until: { before: "If the network doesn't confirm it by", after: ", you can sign a new transaction." },
    prepared: "Prepared",
    by: (name: string) => ` by ${name}`,
  },
  refundSums: {
    received: "Received",
    refunded: "Refunded",
    underWay: "In progress",
    left: "Left to refund",
  },
  prepareAgain: {
    action: "Prepare again",
    done: "Refund prepared again",
    details: { live: "Now sign the transfer in your wallet.", sandbox: "Now simulate the transfer." },
    refused: "Couldn't prepare the refund again",
  },
  simulateRefund: {
    action: "Simulate transfer",
    confirm: "Simulate confirmation",
    fail: "Simulate failure",
    done: {
      sent: { title: "Transfer simulated", detail: "Now simulate its confirmation or failure." },
      final: { title: "Confirmation simulated", detail: "No money moved." },
      failed: { title: "Failure simulated", detail: "No money moved." },
    },
    refused: "Couldn't simulate the transfer",
  },
  cancelRefund: {
    action: "Cancel refund",
    keep: "Keep refund",
    title: "Cancel this refund?",
    consequences: {
      live: "Till stops watching for this transfer. If you've already signed it, Till won't send it. Don't send it from your wallet either: it wouldn't be matched to this item.",
      sandbox: "Its transfer can't be simulated any more. You can prepare another refund.",
    },
    done: "Refund cancelled",
  },
};

type KindText = {
  short: string;
  /** what the amount of such an item is */
  amount: string;
  /** what the reader can do, said before the buttons */
  choices: string;
};

const FULFIL = "Fulfil the order and mark this as resolved, or refund the payment.";

/** What each kind of item is called, and what the reader can do. */
export const attentionKinds: Record<ItemKind, KindText> = {
  partial: {
    short: "Partially paid",
    amount: "Remaining",
    choices: "Request the remaining amount, refund what was paid, or mark this as resolved.",
  },
  over: { short: "Overpaid", amount: "Overpaid by", choices: "Refund the excess or mark this as resolved." },
  late: { short: "Late payment", amount: "Received late", choices: FULFIL },
  after_cancel: { short: "Paid after cancellation", amount: "Received after", choices: FULFIL },
  after_paid: { short: "Paid twice", amount: "Received again", choices: "Refund it or mark this as resolved." },
  unassigned: {
    short: "Unassigned",
    amount: "Received",
    choices: "Find out who sent it, then refund it or mark this as resolved.",
  },
  disputed: {
    short: "Unconfirmed",
    amount: "Reported amount",
    choices:
      "Nothing to do yet: the transfer isn't recorded until two nodes confirm it. Till asks again every few minutes. Don't fulfil the order until then. If a node still denies it after a day, you can mark this as resolved.",
  },
  unreadable: {
    short: "Unreadable transfer",
    amount: "Reported amount",
    choices:
      "Check the transaction in a block explorer before you fulfil the order. Attach it later to record it, or mark this as resolved.",
  },
};

export const attentionResolutions: Record<ItemResolution, string> = {
  accepted: "Resolved",
  refunded: "Refunded",
  asked: "Remaining amount requested",
  settled: "Resolved automatically",
};

/** What a look-up of a transaction found. */
export const attachResults: Record<Attached["found"], string> = {
  recorded: "Recorded",
  known: "Already recorded",
  earlier: "In the opening balance",
  not_final: "Not final yet",
  failed: "Failed",
  other_token: "Not USDT",
  empty: "Nothing moved",
  not_yours: "Not your address",
  disputed: "Unconfirmed",
  unknown: "Not found",
};
