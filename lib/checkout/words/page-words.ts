/**
 * What the hosted page says beyond the words that it shares with the window of `checkout.js`. What is in braces is a blank
 * for `fillIn`; `{amount}` comes with its unit.
 */
export type PageWords = {
  /** the page's name, and what a link preview says */
  title: string;
  description: string;

  /** status lines */
  seen: string;
  closing: string;

  amountToSend: string;
  addressHint: string;
  linkHint: string;
  /** {wallet} is a wallet's own name */
  openIn: string;

  onItsWay: string;
  stillToSend: string;
  restToSameAddress: string;

  confirmingTitle: string;
  confirmingText: string;

  arrivedLate: string;
  arrivedLateText: string;

  backToShop: string;
  /** {host} is the host name of the shop's page */
  goingBack: string;
  /** {seconds} until then */
  inSeconds: string;
  stay: string;

  receipt: string;
  referenceName: string;
  terminal: string;
  createdAt: string;
  transaction: string;
  /** heads the slip of a payment that was not paid */
  notPaid: string;
  openReceipt: string;
  print: string;
  backToPayment: string;

  notFoundText: string;

  language: string;
  pageBy: string;
};
