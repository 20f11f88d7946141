import { isRpcError } from "@/lib/chain/rpc-error";
import { createPost, type Posted } from "@/lib/chain/rpc-post";
import { getSecrets, getsKey, toHeaders, without, withoutCredentials } from "@/lib/chain/rpc-secrets";
import type { Network } from "@/lib/network";

/**
 * What became of a signed transaction.
 * - `accepted`: a node passes it on, or had it already
 * - `refused`: no node will ever take it; `code` as java-tron names it, such as `CONTRACT_VALIDATE_ERROR`
 * - `unavailable`: no node has TRON's HTTP API at its address, so nothing was sent
 * - `unclear`: no node could be asked, or one may have taken it without saying so; `cause` holds no key
 */
export type SendResult =
  | { state: "accepted" }
  | { state: "refused"; code: string; message: string }
  | { state: "unavailable"; cause: string }
  | { state: "unclear"; cause: string };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
/** What a JSON-RPC port and a solidity node say to a path that they don't have. */
const NOT_THERE = new Set([404, 405]);
const ACCEPTED = new Set(["SUCCESS", "DUP_TRANSACTION_ERROR"]);
/** Whatever else a node says concerns itself, such as `SERVER_BUSY`: another one may take the transaction. */
const FINAL = new Set([
  "SIGERROR",
  "CONTRACT_VALIDATE_ERROR",
  "CONTRACT_EXE_ERROR",
  "BANDWITH_ERROR",
  "TAPOS_ERROR",
  "TOO_BIG_TRANSACTION_ERROR",
  "TRANSACTION_EXPIRATION_ERROR",
]);

/** Sends a signed transaction (a protobuf message in hexadecimal) to the first node that takes it. Asks all if none does. */
export async function sendTransaction(
  { httpUrls }: Network,
  { hex, apiKey, timeoutMs = TIMEOUT_MS }: { hex: string; apiKey?: string; timeoutMs?: number },
): Promise<SendResult> {
  const unclear: string[] = [];
  const unavailable: string[] = [];
  let refusal: SendResult | null = null;
  for (const httpUrl of httpUrls) {
    const result = await sendTo(new URL(httpUrl), {
      ...{ hex, timeoutMs },
      apiKey: getsKey(httpUrl, httpUrls) ? apiKey : undefined,
    });
    if (result.state === "accepted") return result;
    if (result.state === "refused") refusal ??= result;
    if (result.state === "unclear") unclear.push(result.cause);
    if (result.state === "unavailable") unavailable.push(result.cause);
  }
  // a node that gave no answer may have passed it on
  if (unclear.length > 0) return { state: "unclear", cause: [...unclear, ...unavailable].join("; ") };
  return refusal ?? { state: "unavailable", cause: unavailable.join("; ") };
}

/** Whether a node takes transactions, in a sentence if it doesn't; asked with one that no chain accepts. */
export async function findSendFault(
  httpUrl: string,
  options: { apiKey?: string; timeoutMs?: number },
): Promise<string | null> {
  const result = await sendTo(new URL(httpUrl), { ...{ hex: "00", timeoutMs: TIMEOUT_MS }, ...options });
  return result.state === "unclear" || result.state === "unavailable" ? result.cause : null;
}

type SendOptions = { hex: string; apiKey?: string; timeoutMs: number };

async function sendTo(base: URL, { hex, apiKey, timeoutMs }: SendOptions): Promise<SendResult> {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/wallet/broadcasthex`;
  const { post, close } = createPost({
    ...{ url: withoutCredentials(url), headers: toHeaders(url, apiKey) },
    ...{ timeoutMs, maxBytes: MAX_BYTES },
  });
  try {
    return read(await post(JSON.stringify({ transaction: hex })), url.host);
  } catch (error) {
    if (!isRpcError(error)) throw error;
    return { state: "unclear", cause: `${url.host}: ${without(getSecrets(url, apiKey), error.message)}` };
  } finally {
    await close();
  }
}

function read({ status, text }: Posted, host: string): SendResult {
  if (NOT_THERE.has(status)) return { state: "unavailable", cause: `${host}: HTTP ${status}, not TRON's HTTP API` };
  const answer = status === 200 ? parsed(text) : null;
  if (!answer) return { state: "unclear", cause: `${host}: HTTP ${status}, not TRON's HTTP API` };
  if (typeof answer.Error === "string") return { state: "refused", code: "MALFORMED", message: "" };
  const code = typeof answer.code === "string" ? answer.code : answer.result === true ? "SUCCESS" : "";
  if (ACCEPTED.has(code)) return { state: "accepted" };
  if (FINAL.has(code))
    return { state: "refused", code, message: typeof answer.message === "string" ? answer.message : "" };
  return { state: "unclear", cause: `${host}: ${/^[A-Z_]{1,60}$/.test(code) ? code : "an unreadable response"}` };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
