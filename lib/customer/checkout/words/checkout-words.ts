/**
 * The sentences of the payment page and of the window of `checkout.js`. English, in `en.ts`, is the source. Blanks in
 * braces are for `fillIn`: `{amount}` is display text with its unit, `{received}` without; names are filled in
 * unchanged.
 */
export type CheckoutWords = {
  // status line
  waiting: string;
  /** {n} of {of} confirmations */
  confirming: string;
  /** all confirmations are there, but the block is not final yet */
  finalizing: string;
  /** {received} of {amount} */
  partly: string;
  paid: string;
  expired: string;
  cancelled: string;
  /** label of the sum of all that arrived */
  received: string;

  // partially paid
  partiallyPaid: string;
  amountDue: string;
  remaining: string;
  remainingHint: string;
  overpaidHint: string;

  // paid and closed
  expiredTitle: string;
  expiredHint: string;
  expiredNext: string;
  /** instead of `expiredNext`, above a link to the shop */
  expiredAgain: string;
  /** instead of `expiredNext`, when a part was paid */
  expiredPartly: string;
  /** instead of both, above the link `payRemaining` */
  remainingRequested: string;
  payRemaining: string;
  cancelledTitle: string;
  cancelledHint: string;
  cancelledNext: string;
  // time is up, but payments sent in time may still be confirmed
  closingText: string;
  closingNext: string;

  startOver: string;
  /** label of the payment's id, and the window's name while it loads */
  payment: string;

  // how to pay
  scan: string;
  selfUpdating: string;
  /** instead, where the page's script doesn't come */
  reload: string;
  /** {amount} */
  qrName: string;
  addressQrName: string;
  openWallet: string;
  /** short, for a tab: pay by the payment link */
  walletApp: string;
  /** short, for a tab: pay to the bare address */
  anyWallet: string;
  /** names the choice between the two */
  ways: string;
  network: string;
  networkName: string;
  /** {amount} that must arrive at least, after an exchange's fee */
  mustArrive: string;
  amount: string;
  address: string;
  copyAmount: string;
  copyAddress: string;
  copyLink: string;
  copied: string;
  copyFailed: string;

  // around it
  /** {merchant} */
  /** {reference} */
  reference: string;
  /** {time} as a clock, `29:41` */
  timeLeft: string;
  timeUp: string;
  close: string;
  done: string;
  tryAgain: string;
  starting: string;
  mayClose: string;
  sandbox: string;
  sandboxPaid: string;

  // trouble
  offline: string;
  away: string;
  /** no node of the blockchain answers */
  chainAway: string;
  startFailed: string;
  notFound: string;

  // the page only
  /** title and description of the page and of link previews */
  title: string;
  description: string;

  // status line
  detected: string;
  closing: string;

  amountToSend: string;
  addressHint: string;
  linkHint: string;
  /** {wallet} is a wallet's own name */
  openIn: string;
  /** inside {app}, whose browser may not open wallets */
  inApp: string;
  copyPageLink: string;

  /** label of the amount that has been sent but is not confirmed */
  confirmingName: string;
  sendRemaining: string;

  confirmingTitle: string;
  confirmingText: string;

  latePayment: string;
  latePaymentText: string;
  /** label of an amount that was paid in time, and found after the expiry */
  foundLate: string;
  foundLateText: string;
  /** label of an amount that arrived after the payment was paid or cancelled */
  notApplied: string;
  afterCancellationText: string;
  afterPaidText: string;

  // where a refund should go
  refundAddress: string;
  refundText: string;
  /** label of the field */
  refundWallet: string;
  refundHint: string;
  refundSave: string;
  /** label of the time when the address was saved */
  refundSaved: string;
  refundNext: string;
  refundInvalid: string;
  refundLost: string;
  refundOwn: string;
  refundTaken: string;
  refundLimited: string;
  /** another site sent the form */
  refundCrossSite: string;

  // refunds of a payment
  /** heads them */
  refund: string;
  /** {amount}: above the form, while a refund waits for an address */
  refundAsked: string;
  /** {amount}: below the address that was left for it */
  refundProposed: string;
  refundChange: string;
  // how one stands
  refundNeedsAddress: string;
  refundUnconfirmed: string;
  refundPrepared: string;
  refundSending: string;
  refunded: string;

  backToShop: string;
  startAgain: string;
  /** {host} is the host name of the store's page */
  returning: string;
  /** follows `returning`: {seconds} left */
  inSeconds: string;
  stay: string;
  /** heads the ways to contact {shop} */
  contact: string;

  receipt: string;
  referenceName: string;
  terminal: string;
  createdAt: string;
  transaction: string;
  /** heads the receipt of a payment that was not paid */
  notPaid: string;
  openReceipt: string;
  print: string;
  backToPayment: string;

  notFoundText: string;

  language: string;
  pageBy: string;

  /** {network} is the network's own name */
  onlyNetwork: string;
  /** below the address, whose first and last characters are marked */
  compareEnds: string;
  /** to pay with the wallet on a phone */
  phoneWay: string;
  phoneQrName: string;
  phoneHint: string;
  /** the page, with someone who pays or with another device */
  sharePage: string;
  mayLeave: string;
  /** spoken to screen readers at five minutes and at one */
  minutesLeft: string;

  // the receipt
  /** heads the list of transfers */
  transfers: string;
  /** {count} is a number */
  earlierTransfers: string;
  /** label of the address that was paid to */
  paidTo: string;
  /** {shop} and {amount}: what is shared, and the subject of the email */
  receiptFrom: string;
  shareReceipt: string;
  /** label of the field for an email address */
  emailReceiptTo: string;
  emailUse: string;
  sendReceipt: string;
  receiptSent: string;
  receiptNotSent: string;
  invalidEmail: string;
  tooManyEmails: string;
  /** at the end of the email: why it was sent */
  receiptEmailReason: string;

  // a price in the shop's currency
  /** its label on the receipt */
  price: string;
  /** instead of `expiredTitle` */
  priceExpired: string;
  /** instead of `expiredNext` */
  priceNext: string;
  /** instead of `expiredAgain` */
  priceAgain: string;
};
