import { type HexAddress, tronFromHex } from "@/lib/tron/address";
import { readTransfer, signerOf, transactionIdOf } from "@/lib/tron/transfer-transaction";
import type { Faults } from "@/tests/support/chain/faults";
import type { EvmNode, Hex } from "@/tests/support/chain/node";

type Told = Record<string, unknown>;

const idsByChain = new Map<string, Map<string, string>>();

/**
 * A transaction has the ID that its bytes give on TRON, and another on the EVM node that carries it out. All providers of a
 * chain know both, whichever of them was given it.
 */
export function knownTransactions(chainUrl: string) {
  const ids = idsByChain.get(chainUrl) ?? new Map<string, string>();
  idsByChain.set(chainUrl, ids);
  const replaced = (text: string, pairs: Iterable<[string, string]>) =>
    [...pairs].reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
  return {
    has: (txId: string) => ids.has(`0x${txId}`),
    add: (txId: string, nodeHash: string) => ids.set(`0x${txId}`, nodeHash),
    toNode: (text: string) => replaced(text, ids),
    toTron: (text: string) =>
      replaced(
        text,
        [...ids].map(([txId, nodeHash]) => [nodeHash, txId]),
      ),
  };
}

/** java-tron's `/wallet/broadcasthex`: its checks in its order, with its codes, then the transfer itself. */
export async function broadcast(
  node: EvmNode,
  faults: Faults,
  known: ReturnType<typeof knownTransactions>,
  body: string,
): Promise<Told> {
  const hex: unknown = (JSON.parse(body) as { transaction?: unknown }).transaction;
  const parts = /^0a(?:([0-9a-f]{2})|([0-9a-f]{2})01)(0a02[0-9a-f]*)1241([0-9a-f]{130})$/.exec(String(hex));
  const [, , , raw = "", signature = ""] = parts ?? [];
  const transfer = readTransfer(raw);
  if (!transfer) return { Error: "class com.google.protobuf.InvalidProtocolBufferException : no transaction" };
  const txid = transactionIdOf(raw);
  const refuse = (code: string, message: string): Told => ({ result: false, code, message, txid });
  if (faults.refusesTransactions) return refuse(faults.refusesTransactions, "as planned");
  if (signerOf(raw, signature) !== transfer.from) {
    return refuse("SIGERROR", `Validate signature error: not of ${tronFromHex(transfer.from)}`);
  }
  if (known.has(txid)) return refuse("DUP_TRANSACTION_ERROR", "Dup transaction.");
  const block = await node.block(referred(await node.head(), Number.parseInt(transfer.refBlockBytes, 16)));
  if (block.hash.slice(18, 34) !== transfer.refBlockHash) return refuse("TAPOS_ERROR", "Tapos check error.");
  const data = `0xa9059cbb${transfer.to.slice(2).padStart(64, "0")}${transfer.amountMicros.toString(16).padStart(64, "0")}`;
  known.add(txid, await node.send(transfer.from, transfer.token as HexAddress, data as Hex));
  return { result: true, code: "SUCCESS", message: "", txid };
}

/** The newest block whose number ends in these two bytes. */
function referred(head: number, lowBytes: number): number {
  return Math.max(0, head - ((head - lowBytes) & 0xffff));
}
