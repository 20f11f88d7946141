/**
 * What the hosted page says beyond the words it shares with the window of `checkout.js`. Blanks in braces are for `fillIn`;
 * `{amount}` comes with its unit.
 */
export type PageWords = {
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

  /** label of the amount that has been sent but is not confirmed */
  confirmingName: string;
  sendRemaining: string;

  confirmingTitle: string;
  confirmingText: string;

  latePayment: string;
  latePaymentText: string;

  backToShop: string;
  /** {host} is the host name of the store's page */
  returning: string;
  /** follows `returning`: {seconds} left */
  inSeconds: string;
  stay: string;

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
};
