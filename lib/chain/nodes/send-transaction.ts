import type { Network } from "@/lib/base/context/network";
import { transactionIdIn } from "@/lib/base/tron/transfer-transaction";
import { type Meaning, readBroadcastAnswer, ruleOf } from "@/lib/chain/nodes/broadcast-answers";
import { askHttpApi, type HttpNode } from "@/lib/chain/nodes/http-api";
import { hasTransaction } from "@/lib/chain/nodes/node-transaction";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";

/**
 * What became of a signed transaction.
 * - `accepted`: a node has it
 * - `refused`: every node refuses it; `code` as `RULES` names it, such as `CONTRACT_VALIDATE_ERROR`
 * - `unsent`: no node looked at it, so nothing was sent; the same one can be sent again. `reasons`: why, for people
 * - `unavailable`: no node has TRON's HTTP API at its address, so nothing was sent
 * - `unclear`: a node may have taken it without saying so; `cause` holds no key
 */
export type SendResult =
  | { state: "accepted" }
  | { state: "refused"; code: string; message: string }
  | { state: "unsent"; reasons: string[]; cause: string }
  | { state: "unavailable"; cause: string }
  | { state: "unclear"; cause: string };

/**
 * Sends a signed transaction (a protobuf message in hexadecimal) to the first node that takes it. Asks all if none
 * does: what one refuses because it is behind or busy, another takes.
 */
export async function sendTransaction(
  { httpUrls }: Network,
  { hex, apiKey, timeoutMs }: { hex: string; apiKey?: string; timeoutMs?: number },
): Promise<SendResult> {
  const answers: Answer[] = [];
  for (const httpUrl of httpUrls) {
    const answer = await sendTo({ httpUrl, httpUrls, apiKey, timeoutMs }, hex);
    if (answer.meaning === "taken") return { state: "accepted" };
    answers.push(answer);
  }
  return sumUp(answers);
}

/** Whether a node takes transactions, in a sentence if it doesn't; asked with one that no chain accepts. */
export async function findSendFault(
  httpUrl: string,
  options: { apiKey?: string; timeoutMs?: number },
): Promise<string | null> {
  const { meaning, message, cause } = await sendTo({ httpUrl, httpUrls: [httpUrl], ...options }, "00");
  // whatever its servlet complains of, it has read the request; an access that it denies it has not
  const hasRead = meaning === "refused" || (/^class \S/.test(message) && !message.includes("IllegalAccessException"));
  return hasRead ? null : cause;
}

/** `cause`: for the log and the operator, with the node's name. */
type Answer = { meaning: Meaning; code: string; message: string; cause: string; reason: string };

async function sendTo(node: HttpNode, hex: string): Promise<Answer> {
  const { host } = new URL(node.httpUrl);
  try {
    const posted = await askHttpApi(node, "/wallet/broadcasthex", { transaction: hex });
    const { rule, code, message } = readBroadcastAnswer(posted);
    const meaning = rule.meaning === "remembered" ? await recall(node, hex) : rule.meaning;
    const said = CAUSES[code] ?? (code || NO_ANSWER);
    const cause = `${host}: ${said.replace("HTTP", `HTTP ${posted.status}`)}`;
    return { meaning, code, message, cause, reason: rule.says("") };
  } catch (error) {
    if (!isRpcError(error)) throw error;
    const code = error.details.unsent ? "UNREACHABLE" : "";
    const { meaning, says } = ruleOf(code);
    return { meaning, code, message: "", cause: error.message, reason: says("") };
  }
}

const CAUSES: Record<string, string> = {
  ABSENT: "HTTP, not TRON's HTTP API",
  RATE_LIMITED: "HTTP, it limits requests",
  KEY_REJECTED: "HTTP, it rejects the API key",
};
const NO_ANSWER = "HTTP, not an answer of TRON's HTTP API";

/** What it means that a node remembers a transaction: whether it has it. */
async function recall(node: HttpNode, hex: string): Promise<Meaning> {
  const txId = transactionIdIn(hex);
  const has = txId && (await hasTransaction(node, txId));
  if (has === null) return "unclear";
  return has ? "taken" : "remembered";
}

/** Of nodes none of which said that it has the transaction. */
function sumUp(answers: readonly Answer[]): SendResult {
  const those = (...meanings: Meaning[]) => answers.filter(({ meaning }) => meanings.includes(meaning));
  const causeOf = (some: readonly Answer[]) => some.map(({ cause }) => cause).join("; ");
  // a node that gave no answer may have passed it on
  const unclear = those("unclear");
  if (unclear.length > 0) return { state: "unclear", cause: causeOf([...unclear, ...those("busy", "absent")]) };
  const busy = those("busy");
  // a node that was busy or behind may take it later
  const [refusal] = [
    ...those("refused"),
    ...(busy.length > 0 ? [] : [...those("out_of_step"), ...those("remembered")]),
  ];
  if (refusal) return { state: "refused", code: refusal.code, message: refusal.message };
  if (busy.length > 0)
    return { state: "unsent", reasons: [...new Set(busy.map(({ reason }) => reason))], cause: causeOf(busy) };
  return { state: "unavailable", cause: causeOf(answers) };
}
