/** What people read at the keypad. Texts that end in `After` or `Before` stand beside a figure. */

const offline = "You're offline.";
const unreachable = "Couldn't reach the server.";

export const posMessages = {
  pageTitle: (terminal: string) => `${terminal} keypad`,
  defaultPageTitle: "Keypad",

  header: {
    sound: "Sound when paid",
    takings: "Takings",
  },

  entry: {
    amount: "Amount",
    keypad: "Keypad",
    decimalPoint: "Decimal point",
    deleteDigit: "Delete last digit",
    clear: "Clear",
    tip: "Tip",
    reference: "Reference",
    filledIn: ", filled in",
    tipLine: (percent: number) => `Tip (${percent}%)`,
    noTip: "No tip",
    customTip: "Custom",
    customTipLabel: "Custom tip in percent",
    customTipInvalid: "Enter a tip from 0 to 100% with at most one decimal, for example 12.5.",
    referenceLabel: "Reference (optional), visible to the customer",
    referencePlaceholder: "Table 4, order 1042",
    charge: "Charge",
    /** a choice between a currency and USDT */
    unit: "Amount in",
    aboutBefore: "About",
    withTip: "with tip",
  },

  /** amounts in the currency of the business can't be quoted */
  noRate: {
    title: (currency: string) => `There is no current rate for ${currency}.`,
    text: (currency: string) =>
      `Amounts in ${currency} can't be charged now. Charge in USDT, or ask an owner or manager to set a rate.`,
    inUsdt: "You're charging in USDT.",
    useUsdt: "Switch to USDT",
  },

  /** until the next charge, after the business changed its currency */
  newUnit: {
    title: (unit: string) => `Amounts are in ${unit} now.`,
    text: (before: string) => `They were in ${before} before.`,
  },

  liveOff: {
    title: "Live payments aren't available on this server.",
    text: "No payment can be taken here. Contact your administrator.",
  },

  unusual: {
    title: "Unusually large amount?",
    text: (amount: string, usual: string) =>
      `You're about to charge ${amount}. Charges at this terminal are usually below ${usual}.`,
    confirm: (amount: string) => `Charge ${amount}`,
    change: "Change amount",
  },

  network: {
    offline,
    unreachable,
    codeStillWorks: "The code still works. This screen will update automatically.",
    updatesItself: "This screen will update automatically.",
    chargeGoesOutOnce: "Charges are sent once, when you're back online.",
  },

  sending: {
    creating: "Creating payment",
    creatingStatus: "Creating payment…",
    checking: "Checking payment",
    checkingStatus: "Checking status…",
    /** after the server's own reason */
    triedAgain: {
      creating: "The keypad tries again automatically. The customer hasn't been charged yet.",
      known: "The keypad tries again automatically. You can also find the payment in Takings.",
    },
    /** without an answer of the server */
    whenBack: {
      creating: "The charge will be sent once, when the connection is back. The customer hasn't been charged yet.",
      known: "The payment's status will appear here when the connection is back. You can also find it in Takings.",
    },
    /** of a charge in a currency that isn't created yet */
    rateThen: "The rate at that time applies.",
    stop: "Stop and go back",
    skip: "Skip and continue",
  },

  refusals: {
    unconfirmed: "The last charge is a day old and was never confirmed. Check Takings before you charge again.",
    unknownPayment: "The last payment is no longer available here. Check Takings.",
    notCancelled:
      "Couldn't reach the server, so the charge may or may not be cancelled. Don't let the customer pay until the code is shown again.",
  },

  waiting: {
    amountDue: "Amount due",
    status: "Waiting for payment",
    detected: "Payment detected",
    partlyPaid: (received: string, amount: string) => `Received ${received} of ${amount}\u00a0USDT`,
    remainingBefore: "Remaining:",
    remainingAfter: "USDT. The customer can scan the same code again.",
    confirmingAfter: "USDT detected,",
    qrToPay: (amount: string) => `QR code to pay ${amount} USDT`,
    scan: "Scan with your wallet. This screen turns green when the payment is complete.",
    delayed:
      "New payments can't be seen right now. If the customer has already paid, don't charge again. The payment will appear here as soon as it can be seen.",
    unsure: "The code will be shown again if the charge is still open.",
    enoughSent: "The full amount is on its way. This screen turns green when it's final, in about a minute.",
    share: "Share",
    linkCopied: "Link copied",
    simulate: "Simulate payment",
  },

  /** the time is up; the final status isn't known yet */
  closing: {
    status: "Time's up",
    text: "If you've already paid, don't pay again. Your payment will appear here within a few minutes.",
    next: "If you haven't paid, don't pay now. Ask the store to start a new payment.",
    find: "You can also find the payment in Takings.",
  },

  codes: {
    legend: "Scan with",
    wallet: "Any wallet",
    camera: "Phone camera",
    addressQr: "QR code with the address",
    sendBefore: "Send exactly",
    sendAfter: (network: string) => `USDT on ${network}.`,
    exchangeFee: "Sending from an exchange? Add its fee on top. This screen turns green once the payment is final.",
    pageQr: "QR code of the payment page",
    pageHint: "Opens the payment page on the customer's phone.",
  },

  cancel: {
    open: "Cancel",
    title: "Cancel this charge?",
    text: "Cancel only if the customer hasn't sent anything. Payments that arrive afterwards aren't applied. If you keep the charge open, you can find it in Takings.",
    leaveTitle: "Leave this charge?",
    leaveText:
      "A payment has been detected, so this charge can't be cancelled. It stays open, and you can find it in Takings.",
    confirm: "Cancel charge",
    keepOpen: "Keep it open",
    backToCode: "Back to the charge",
  },

  paid: {
    title: "Paid",
    print: "Print",
    share: "Share",
    shareTitle: (amount: string) => `Receipt, ${amount}`,
    next: "Next customer",
  },

  ended: {
    expired: {
      title: "Expired",
      text: "This charge has expired. If the customer has already paid, don't charge again. Late payments appear under Payments in the dashboard.",
    },
    cancelled: {
      title: "Cancelled",
      text: "This charge is cancelled. If the customer has already paid, don't charge again. Late payments appear under Payments in the dashboard.",
    },
    receivedAfter: "USDT was received before that. Find it under Payments in the dashboard.",
    chargeAgainBefore: "Charge",
    chargeAgainAfter: "again",
  },

  takings: {
    title: "Takings",
    payment: "Payment",
    back: "Back to takings",
    unavailable: (isOffline: boolean) =>
      isOffline ? "You're offline. Reconnect to see your takings." : "Couldn't reach the server to load your takings.",
    openDashboard: "Open dashboard",
    today: "Today",
    todayLabel: "Today's takings",
    paymentsSince: (count: number, since: string) =>
      `${count === 1 ? "1 payment" : `${count} payments`} since ${since}`,
    refunded: "Refunded",
    net: "Net",
    recent: "Recent payments",
    empty: "No payments yet. New payments appear here.",
    showCode: "Show QR code",
    follow: "Show payment",
  },

  shift: {
    title: "Shift",
    none: "No shift is open.",
    openedBy: (number: number, who: string, when: string) => `Shift ${number} was opened by ${who} on ${when}.`,
    open: "Open shift",
    close: "Close shift",
    question: (number: number) => `Close shift ${number}? Its report is then final. You can't reopen it.`,
    confirm: (number: number) => `Close shift ${number}`,
    unreachable: "Couldn't reach the server. Check whether the shift changed, then try again.",
  },

  slip: {
    receipt: "Receipt",
    payment: "Payment",
    paymentId: "Payment ID",
    tip: "Tip (included)",
    amount: "Amount",
    amountDue: "Amount due",
    received: "Received",
    reference: "Reference",
    created: "Created",
    sandbox: "Sandbox payment. No real money was moved.",
  },

  announce: {
    partlyPaid: (received: string, amount: string) => `Received ${received} of ${amount} USDT.`,
    status: (status: string, amount: string) => `${status}, ${amount}.`,
  },

  link: {
    pageTitle: "Link device",
    title: "Link this device",
    description:
      "This link works once. Afterwards this device can use its terminal's keypad until your shop revokes access.",
    link: "Link device",
    incomplete: "Open the complete link again. For security, this page doesn't keep it.",
    ended: "Ask an owner or manager for a new device link.",
    noScript: "The keypad needs JavaScript. Turn it on and open the link again.",
  },

  unavailable: {
    title: "This keypad isn't available",
    pageTitle: "Keypad unavailable",
    signedIn:
      "Your account doesn't have access. Ask an owner or manager to assign you this terminal, or for a device link.",
    lacksTwoStep: "Your business requires two-step sign-in. Set it up, then open the keypad again.",
    signedOut: "Sign in with an account that can take payments here, or ask an owner or manager for a new device link.",
    foot: "Open payments can still be paid.",
    dashboard: "Go to dashboard",
    setUpTwoStep: "Set up two-step sign-in",
    signIn: "Sign in",
    signOut: "Sign out",
  },
};
