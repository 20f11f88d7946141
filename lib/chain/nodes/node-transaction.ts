import type { Network } from "@/lib/base/context/network";
import type { HexAddress } from "@/lib/base/tron/address";
import { parseFee } from "@/lib/chain/nodes/cost-answers";
import { askHttpApi, type HttpNode } from "@/lib/chain/nodes/http-api";
import { parseObject } from "@/lib/chain/nodes/parse-object";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";

const FAILURE = /^[A-Z_]{1,60}$/;

/**
 * Whether a node has a transaction, in a block or waiting for one. `txId`: 64 hexadecimal digits. Null: it doesn't say.
 */
export async function hasTransaction(node: HttpNode, txId: string): Promise<boolean | null> {
  const answer = await ask(node, "/wallet/gettransactionbyid", txId);
  if (!answer) return null;
  if (Object.keys(answer).length === 0) return false;
  return answer.txID === txId ? true : null;
}

/**
 * Why a transaction failed that the chain contains, as java-tron names it: `OUT_OF_ENERGY`, `REVERT` and others.
 * JSON-RPC says only that it did. Null: no node says why. `txHash`: with `0x`.
 */
export async function findFailure(
  { httpUrls }: Network,
  { txHash, apiKey }: { txHash: string; apiKey?: string },
): Promise<string | null> {
  const txId = txHash.slice(2);
  for (const httpUrl of httpUrls) {
    const answer = await ask({ httpUrl, httpUrls, apiKey }, "/wallet/gettransactioninfobyid", txId);
    const result = answer?.id === txId ? (answer.receipt as { result?: unknown } | undefined)?.result : null;
    if (typeof result === "string" && FAILURE.test(result) && result !== "SUCCESS") return result;
  }
  return null;
}

/**
 * What a transaction that a block contains cost its owner in TRX. Null: no node says so. `txHash`: with `0x`.
 */
export async function findFee(
  { httpUrls }: Network,
  { txHash, apiKey }: { txHash: string; apiKey?: string | undefined },
): Promise<{ payer: HexAddress; sun: bigint; at: Date } | null> {
  const txId = txHash.slice(2);
  for (const httpUrl of httpUrls) {
    const node = { httpUrl, httpUrls, ...(apiKey && { apiKey }) };
    const info = await askText(node, "/wallet/gettransactioninfobyid", txId);
    const transaction = info && (await askText(node, "/wallet/gettransactionbyid", txId));
    const fee = transaction && parseFee(txId, info, transaction);
    if (fee) return fee;
  }
  return null;
}

async function ask(node: HttpNode, path: string, txId: string): Promise<Record<string, unknown> | null> {
  const text = await askText(node, path, txId);
  return text === null ? null : parseObject(text);
}

async function askText(node: HttpNode, path: string, txId: string): Promise<string | null> {
  try {
    const { status, text } = await askHttpApi(node, path, { value: txId });
    return status === 200 ? text : null;
  } catch (error) {
    if (isRpcError(error)) return null;
    throw error;
  }
}
