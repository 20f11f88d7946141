import { ACTIVATION_TRX, TRANSFER_TRX } from "@/lib/base/tron/fees";
import { formatCount } from "@/lib/base/values/intl";

/** By java-tron's name of the result in a transaction's receipt. */
const FAILURES: Record<string, string> = {
  OUT_OF_ENERGY: `The address ran out of energy, and the TRX it had for the fee was burnt. Send it ${TRANSFER_TRX} TRX, then sign a new one.`,
  REVERT:
    "The token's contract refused it: the address holds less USDT, is frozen, or the token is paused. Check that, then sign a new one.",
  EXPIRED: "It expired before the network confirmed it. Sign a new one.",
  OUT_OF_TIME: "The network ran out of time for it. Sign a new one.",
};

/** Why a transaction failed, and what to do. Null: no node says why. */
export function describeFailure(cause: string | null): string {
  const known = cause === null ? "You can sign a new one." : FAILURES[cause];
  return `No USDT moved. ${known ?? `The network's reason: ${cause}. You can sign a new one.`}`;
}

/** What people read where they sign refunds and sweeps in their own wallet. */
export const signingMessages = {
  fee: `The sending address pays the fee: up to ${TRANSFER_TRX} TRX for a transfer, without staked or rented energy. With too little, the transfer fails and the TRX is burnt. If the address was never used, the first TRX you send to it costs you another ${ACTIVATION_TRX} TRX.`,
  cost: {
    estimating: "Estimating the fee…",
    unknown: "The fee couldn't be estimated.",
    costs: (transfers: number, trx: string) =>
      transfers === 1 ? `This transfer costs about ${trx} TRX.` : `These ${transfers} transfers cost about ${trx} TRX.`,
    free: (transfers: number) =>
      `${transfers === 1 ? "This transfer costs" : `These ${transfers} transfers cost`} no TRX: energy and bandwidth of your own cover everything.`,
    enough: (senders: number) =>
      senders === 1 ? "The sending address has enough TRX." : "The sending addresses have enough TRX.",
    short: (count: number, senders: number) =>
      senders === 1
        ? "The sending address has too little TRX."
        : `${count} of the ${senders} sending addresses ${count === 1 ? "has" : "have"} too little TRX.`,
    before: "A transfer with too little TRX fails and burns it. Before you sign:",
    topUp: (trx: string, has: string) => `Send it ${trx} TRX. It has ${has} TRX.`,
    activate: (trx: string, activation: string) =>
      `Send it ${trx} TRX. It has no account yet, so the first TRX you send there costs you another ${activation} TRX.`,
    unread: (count: number) =>
      count === 1 ? "The TRX of 1 address wasn't checked." : `The TRX of ${count} addresses wasn't checked.`,
    shortList: "Addresses with too little TRX",
    copyShort: "the address that needs TRX",
    frozen: "Don't sign this. The issuer of USDT has frozen:",
    copyFrozen: "the frozen address",
    freezeUnknown:
      "Till couldn't ask whether the issuer of USDT has frozen one of the addresses. It asks again before it sends.",
  },
  tronLink: {
    heading: "TronLink",
    text: "The browser extension, or the TronLink app's own browser.",
    action: "Sign with TronLink",
    absent: {
      text: "TronLink isn't in this browser. Install its extension and reload this page, or open this page in the TronLink app.",
      open: "Open in TronLink app",
    },
    declined: "You declined the request in TronLink. Nothing was sent.",
    busy: "TronLink is waiting for you. Open it and answer its request, then try again.",
    wrongAccount: (shown: string, needed: string) =>
      `TronLink has ${shown} selected. Switch to ${needed}, then try again.`,
    noAccount: "TronLink has no account selected. Unlock it, then try again.",
    failed: (message: string) => `TronLink couldn't sign it: ${message}`,
    sent: { title: "Sent", detail: "The network confirms it in about a minute." },
  },
  again: {
    action: "Send again",
    label: (from: string) => `Send again: the signed transfer from ${from}`,
    discard: "Discard",
    discardLabel: (from: string) => `Discard the signed transfer from ${from}`,
    keep: "Keep it",
    title: "Discard this signed transaction?",
    confirm: "Discard transaction",
    consequence:
      "Nothing was sent. You can sign a new transaction afterwards. If you have the signed file, don't send it elsewhere.",
    discarded: "Signed transaction discarded",
    unsent: {
      before:
        "You signed this refund, but no TRON node took it, so nothing was sent. Send the same transaction again by",
      after: ", or discard it and sign a new one.",
    },
    unclear: {
      before:
        "No TRON node has confirmed that it has this transaction, but it may still go through. Send the same transaction again: it can't be paid twice. If the network doesn't confirm it by",
      after: ", you can sign a new transaction.",
    },
    sweeps: {
      title: "Unconfirmed sweeps",
      description:
        "You signed these transfers, but no TRON node has confirmed that it has them. Sending one again can't pay it twice.",
      unsent: "Not sent",
      unclear: "Unconfirmed",
      until: "Valid until",
    },
    failures: {
      title: "Failed sweeps",
      description: "The last transfer from each of these addresses failed.",
    },
  },
  file: {
    heading: "Offline wallet",
    text: "Download the file, sign it on your disconnected computer with the offline wallet, then come back to this page and choose Send signed file. It's valid for 23 hours.",
    download: "Download to sign",
    upload: "Send signed file",
    title: "Send signed transactions",
    description:
      "Choose the file that the offline wallet saved. You can send it more than once; nothing is paid twice.",
    choose: "Choose file",
    another: "Choose another file",
    label: "Signed file",
    tooLarge: "This file is too large to be a file of signed transactions.",
    sending: (done: number, all: number) => `Sending ${done} of ${all}…`,
    stop: "Stop",
    done: (sent: number, all: number) => (sent === all ? `${sent} sent` : `${sent} of ${all} sent`),
    stopped: "Stopped. The remaining transactions weren't sent. Choose the file again to send them.",
    detail: "The network confirms them in about a minute.",
    sent: "Sent",
    failed: "Not sent",
    unclear: "Unconfirmed",
    retry: "Send failed ones again",
    repeated: "Sent before",
    repeats: (count: number) =>
      count === 1
        ? "The file contains one transaction more than once. It's sent once."
        : `The file contains ${count} transactions more than once. Each is sent once.`,
    before: (count: number) =>
      count === 1 ? "One was sent before. Nothing is paid twice." : `${count} were sent before. Nothing is paid twice.`,
  },
  refunds: {
    open: (count: number) =>
      count === 0 ? "Sign refunds" : count === 1 ? "Sign 1 refund" : `Sign ${formatCount(count)} refunds`,
    title: "Sign refunds",
    description:
      "Only confirmed refunds can be signed. Compare the amounts and addresses in your wallet before you sign.",
    checking: "Checking the refunds…",
    again: "Check again",
    total: {
      label: "To send",
      hint: (refunds: number, senders: number) =>
        `${refunds === 1 ? "1 refund" : `${formatCount(refunds)} refunds`} from ${
          senders === 1 ? "1 address" : `${formatCount(senders)} addresses`
        }`,
    },
    none: "None of the refunds you chose can be signed now.",
    leftOut: (count: number) =>
      count === 1 ? "1 refund can't be signed now" : `${formatCount(count)} refunds can't be signed now`,
    leftOutList: "Refunds that can't be signed",
    to: (amount: string, address: string) => `${amount} USDT to ${address}`,
    noAddress: (amount: string) => `${amount} USDT, no address yet`,
    unknown: "A refund that doesn't exist any more",
    downloadLines: "Download commands",
    downloaded: { title: "File saved", detail: "Sign it, then choose Send signed file on this page." },
  },
  sequence: {
    start: (count: number) => (count === 1 ? "Sign with TronLink" : `Sign ${formatCount(count)} with TronLink`),
    text: "TronLink asks you to confirm each refund. Refunds from the same address come one after another.",
    progress: (nth: number, all: number, amount: string, to: string) =>
      `Refund ${nth} of ${all}: confirm ${amount} USDT to ${to} in TronLink.`,
    resending: (nth: number, all: number) => `Refund ${nth} of ${all}: sending the signed transaction again…`,
    stop: "Stop",
    stopping: "Stopping after this refund. Answer TronLink's request.",
    stopped: (left: number) => (left === 1 ? "1 refund is left." : `${formatCount(left)} refunds are left.`),
    resume: "Continue",
    skip: "Skip this address",
    skipped: "Skipped: TronLink has another account selected. Nothing was sent.",
    retry: (count: number) => (count === 1 ? "Retry the unsent refund" : `Retry ${formatCount(count)} unsent refunds`),
  },
  command: { heading: "Command line", caption: "Command for wallet-cli", many: "Commands for wallet-cli" },
  confirming: {
    check: "Check transaction",
    stillOut: { title: "Not confirmed yet", detail: "The network may still confirm it." },
    refused: "Couldn't check the transaction",
    failedOut: (cause: string | null) => ({ title: "The transaction failed", detail: describeFailure(cause) }),
  },
  table: {
    caption: "Transfers",
    from: "From",
    copyFrom: "the address to send from",
    /** before the recipient's address */
    to: "to",
    copyTo: "the recipient's address",
    amount: "Amount, USDT",
    sign: (from: string) => `Sign with TronLink: transfer from ${from}`,
    sent: "Sent",
  },
};
