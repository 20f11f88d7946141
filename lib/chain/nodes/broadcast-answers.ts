import { ACTIVATION_TRX, TRANSFER_TRX } from "@/lib/base/tron/fees";
import { parseObject } from "@/lib/chain/nodes/parse-object";

/**
 * What a node's answer to a signed transaction means.
 * - `taken`: it has the transaction
 * - `remembered`: it was given the transaction before, and may have refused it then
 * - `refused`: its checks refuse it, as those of every node would that is up to date
 * - `out_of_step`: its checks refuse it because the node is behind, or because the transaction has expired
 * - `busy`: it didn't look at the transaction. It may later, and another node may now
 * - `absent`: TRON's HTTP API isn't at this address
 * - `unclear`: it may have taken it
 */
export type Meaning = "taken" | "remembered" | "refused" | "out_of_step" | "busy" | "absent" | "unclear";

type Rule = {
  code: string;
  /** only with such a message, where java-tron uses a code for several things */
  message?: RegExp;
  /** `before`: nothing of it has left the node or stays there. `after`: it has the transaction, or may have */
  push: "before" | "after";
  meaning: Meaning;
  /** for people: why nothing was sent, for `busy` as half a sentence; `from`: the address that was to send */
  says: (from: string) => string;
};

const NEW_ONE = "Prepare and sign a new one.";
const FUND = `Send it ${TRANSFER_TRX} TRX, then try again. The first TRX to an address that was never used costs you another ${ACTIVATION_TRX} TRX.`;
const TAKEN = () => "Sent.";
const UNCLEAR = () => "It may still arrive.";

/**
 * Every code of java-tron's `Return.response_code`, in the order in which `Wallet.broadcastTransaction` and
 * `Manager.pushTransaction` come to it. A transaction that fails a check of its push is dropped by the node; the first
 * rule that fits counts.
 */
export const RULES: readonly Rule[] = [
  before("BLOCK_UNSOLIDIFIED", "busy", () => "a node waits for its network to confirm blocks"),
  before("NO_CONNECTION", "busy", () => "a node has no connection to the network"),
  {
    ...before("NOT_ENOUGH_EFFECTIVE_CONNECTION", "busy", () => "a node has too few connections to the network"),
    message: /^effective connection/i,
  },
  before("SERVER_BUSY", "busy", () => "a node is busy"),
  {
    // with node.rpc.trxCacheEnable, which remembers for an hour what the checks below refused
    ...before(
      "DUP_TRANSACTION_ERROR",
      "remembered",
      () => `A TRON node refused this transaction before and doesn't look at it again. Nothing was sent. ${NEW_ONE}`,
    ),
    message: /already exists/i,
  },
  before(
    "SIGERROR",
    "refused",
    (from) =>
      `The network refused the signature: the account's permissions of ${from} were changed, so its own key can't sign for it alone. Nothing was sent. Give the owner permission back to this address's key in your wallet, or send the USDT with the wallet that has the permission now.`,
  ),
  before(
    "TAPOS_ERROR",
    "out_of_step",
    () =>
      "No TRON node has the block that this transaction refers to: either none is up to date, or the blockchain replaced that block. Nothing was sent. Try again in a few minutes, or sign a new one. If this stays, tell your administrator.",
  ),
  before(
    "TOO_BIG_TRANSACTION_ERROR",
    "refused",
    () => `The network refused it: the transaction is too large. Nothing was sent. ${NEW_ONE}`,
  ),
  before(
    "TRANSACTION_EXPIRATION_ERROR",
    "out_of_step",
    () =>
      "No TRON node is up to date: for their newest blocks, this transaction's expiry isn't valid. Nothing was sent. Try again in a few minutes. If this stays, tell your administrator.",
  ),
  { code: "DUP_TRANSACTION_ERROR", push: "after", meaning: "taken", says: TAKEN },
  before(
    "BANDWITH_ERROR",
    "refused",
    (from) => `The network refused it: ${from} has too little TRX for the fee. Nothing was sent. ${FUND}`,
  ),
  before(
    "CONTRACT_VALIDATE_ERROR",
    "refused",
    (from) => `The network refused it: ${from} has no TRX for the fee, or was never used. Nothing was sent. ${FUND}`,
  ),
  before(
    "CONTRACT_EXE_ERROR",
    "refused",
    (from) =>
      `The network refused it: the token's contract couldn't run. Nothing was sent. Check the balance of ${from} in a block explorer, then prepare and sign a new one.`,
  ),
  // its push was done, and its own network took it from it or not
  { code: "NOT_ENOUGH_EFFECTIVE_CONNECTION", push: "after", meaning: "unclear", says: UNCLEAR },
  { code: "SUCCESS", push: "after", meaning: "taken", says: TAKEN },
  { code: "OTHER_ERROR", push: "after", meaning: "unclear", says: UNCLEAR },
  // not java-tron's: answers without a code
  before(
    "MALFORMED",
    "refused",
    () => `The network refused it: the transaction can't be read. Nothing was sent. ${NEW_ONE}`,
  ),
  before("RATE_LIMITED", "busy", () => "a node limits requests"),
  before("KEY_REJECTED", "busy", () => "a node rejects the API key"),
  before("UNREACHABLE", "busy", () => "a node can't be reached"),
  before("ABSENT", "absent", () => "a node has no HTTP API"),
];

/** Any answer that no rule names. */
const UNLISTED: Rule = { code: "", push: "after", meaning: "unclear", says: UNCLEAR };

export type BroadcastAnswer = { rule: Rule; code: string; message: string };

/** The rule for a code and its message. */
export function ruleOf(code: string, message = ""): Rule {
  return RULES.find((rule) => rule.code === code && (!rule.message || rule.message.test(message))) ?? UNLISTED;
}

/** What a node or a balancer before it answered to `/wallet/broadcasthex`. `code` is empty where it can't be read. */
export function readBroadcastAnswer({ status, text }: { status: number; text: string }): BroadcastAnswer {
  const { code, message } = readCode(status, text);
  return { rule: ruleOf(code, message), code, message };
}

/**
 * Answers before the node has seen the request. A 503 may come from a balancer whose node ended in the middle of it.
 */
const STATUSES: Record<number, string> = {
  401: "KEY_REJECTED",
  403: "RATE_LIMITED",
  404: "ABSENT",
  405: "ABSENT",
  429: "RATE_LIMITED",
};
/** java-tron's own limiter: HTTP 200 without a code. */
const LIMITER = /lack of computing resources/i;
const UNREADABLE = /InvalidProtocolBufferException/;
const CODE = /^[A-Z_]{1,60}$/;

function readCode(status: number, text: string): { code: string; message: string } {
  const ofStatus = STATUSES[status];
  if (ofStatus) return { code: ofStatus, message: "" };
  const answer = status === 200 ? parseObject(text) : null;
  if (!answer) return { code: "", message: "" };
  const { Error: complaint, code, result, message } = answer;
  if (typeof complaint === "string") return { code: codeOfComplaint(complaint), message: complaint };
  const said = typeof message === "string" ? fromHex(message) : "";
  if (typeof code === "string") return { code: CODE.test(code) ? code : "", message: said };
  return { code: result === true ? "SUCCESS" : "", message: said };
}

function codeOfComplaint(complaint: string): string {
  if (LIMITER.test(complaint)) return "RATE_LIMITED";
  return UNREADABLE.test(complaint) ? "MALFORMED" : "";
}

/** Some gateways give the message as java-tron's other endpoint does: in hexadecimal. */
function fromHex(message: string): string {
  return /^(?:[0-9a-f]{2})+$/i.test(message) ? Buffer.from(message, "hex").toString() : message;
}

function before(code: string, meaning: Meaning, says: Rule["says"]): Rule {
  return { code, push: "before", meaning, says };
}
