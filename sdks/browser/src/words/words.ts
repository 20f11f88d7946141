/**
 * Every sentence of the customer's side: the hosted page and the window of `checkout.js` say the same. The English stands
 * in `en.ts`. What is in braces is a blank for `fillIn`: `{amount}` and `{received}` are display text, the former with its
 * unit; a name comes as it is.
 */
export type CheckoutWords = {
  // the status line
  /** Waiting for your payment */
  waiting: string;
  /** Seen on the network. Confirming, {n} of {of}. */
  confirming: string;
  /** Waiting for finality: all confirmations are there, and the block is not final yet */
  finalizing: string;
  /** Received {received} of {amount} */
  partly: string;
  /** Paid */
  paid: string;
  /** Expired */
  expired: string;
  /** Cancelled */
  cancelled: string;
  /** Received: of all that arrived */
  received: string;

  // partly received
  /** Partly received: the name of that part of the page */
  partlyName: string;
  /** Asked for */
  askedFor: string;
  /** Still missing */
  missing: string;
  /** Pay what is missing before the time runs out. Nothing received is lost. */
  missingHint: string;
  /** More arrived than was asked for. Show this receipt to the shop. */
  overpaidHint: string;

  // paid and ended
  /** Your payment has arrived. */
  paidHint: string;
  /** This request has expired. */
  expiredTitle: string;
  /** If you have already paid, do not pay again: the shop sees every payment for this request. */
  expiredHint: string;
  /** If you have not paid, ask the shop for a new request. */
  expiredNext: string;
  /** The shop has cancelled this request. */
  cancelledTitle: string;
  /** Do not pay it. If you have already paid, show the shop the number below. */
  cancelledHint: string;
  /** If you still want to pay, ask the shop for a new request. */
  cancelledNext: string;
  // the time is up, and the network has not been heard to the end
  /** If you have already paid, do not pay again: it shows here within a few minutes. */
  closingText: string;
  /** If you have not paid, do not start now. Ask the shop for a new request. */
  closingNext: string;

  /** If you have not paid, close this window and start again. */
  startOver: string;
  /** Payment: the name of the payment's id */
  payment: string;

  // how to pay
  /** Scan the code, or open your wallet on this device. */
  scan: string;
  /** This page turns green by itself. */
  byItself: string;
  /** QR code of this payment of {amount} */
  qrName: string;
  /** QR code of the address */
  addressQrName: string;
  /** Open in your wallet */
  openWallet: string;
  /** Wallet app: the first way, by the payment link */
  walletApp: string;
  /** Any TRC20 wallet: the second way, by the bare address */
  anyWallet: string;
  /** How to pay: names the choice between the two ways */
  ways: string;
  /** Network */
  network: string;
  /** TRON (TRC20) */
  networkName: string;
  /** USDT only */
  usdtOnly: string;
  /** Exactly this amount must arrive: add your exchange's fee on top. */
  exactAmount: string;
  /** Amount */
  amount: string;
  /** Address */
  address: string;
  /** Copy the amount */
  copyAmount: string;
  /** Copy the address */
  copyAddress: string;
  /** Copy the payment link */
  copyLink: string;
  /** Copied */
  copied: string;
  /** Select it and copy by hand */
  copyFailed: string;

  // around it
  /** Pay to {merchant} */
  payTo: string;
  /** Reference {reference} */
  reference: string;
  /** {time} left */
  timeLeft: string;
  /** Time is up. */
  timeUp: string;
  /** Close */
  close: string;
  /** Done */
  done: string;
  /** Try again */
  tryAgain: string;
  /** Getting your payment ready */
  starting: string;
  /** You may close this window: a payment that you have sent still reaches the shop. */
  mayClose: string;
  /** Sandbox — no real money moves */
  sandbox: string;
  /** Sandbox: no real money moved. */
  sandboxPaid: string;

  // trouble
  /** You are offline. The page looks again as soon as you are back. If you have paid, you need not pay again. */
  offline: string;
  /** The server does not answer just now. The page keeps looking. If you have paid, you need not pay again. */
  away: string;
  /** The payment could not be started. You have not been charged. */
  startFailed: string;
  /** There is no such payment. */
  notFound: string;
};
