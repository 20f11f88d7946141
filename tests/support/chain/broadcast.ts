import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { type ReadTransfer, readTransfer, signerOf, transactionIdOf } from "@/lib/base/tron/transfer-transaction";
import { BLOCK_SECONDS } from "@/tests/support/chain/actions";
import type { Faults } from "@/tests/support/chain/faults";
import type { EvmNode, Hex } from "@/tests/support/chain/node";

type Told = Record<string, unknown>;

const idsByChain = new Map<string, Map<string, string>>();
const sendingByChain = new Map<string, Map<string, Promise<string>>>();

/**
 * A transaction has the ID that its bytes give on TRON, and another on the EVM node that carries it out. All providers
 * of a chain know both, whichever of them was given it.
 */
export function knownTransactions(chainUrl: string) {
  const ids = idsByChain.get(chainUrl) ?? new Map<string, string>();
  idsByChain.set(chainUrl, ids);
  const sending = sendingByChain.get(chainUrl) ?? new Map<string, Promise<string>>();
  sendingByChain.set(chainUrl, sending);
  const replaced = (text: string, pairs: Iterable<[string, string]>) =>
    [...pairs].reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
  return {
    nodeHash: (txId: string) => ids.get(`0x${txId}`),
    /** Has a transaction carried out, also one that is given twice at the same time once. False: it is known. */
    async addOnce(txId: string, send: () => Promise<string>): Promise<boolean> {
      const underWay = sending.get(txId);
      const sent = underWay ?? send();
      sending.set(txId, sent);
      sent.catch(() => sending.delete(txId));
      ids.set(`0x${txId}`, await sent);
      return !underWay;
    },
    toNode: (text: string) => replaced(text, ids),
    toTron: (text: string) =>
      replaced(
        text,
        [...ids].map(([txId, nodeHash]) => [nodeHash, txId]),
      ),
  };
}

/** What java-tron says to each of its codes. */
const MESSAGES: Record<string, string> = {
  BLOCK_UNSOLIDIFIED: "Block unsolidified.",
  NO_CONNECTION: "No connection.",
  NOT_ENOUGH_EFFECTIVE_CONNECTION: "Effective connection:0 lt minEffectiveConnection:1",
  SERVER_BUSY: "Server busy.",
  SIGERROR: "Validate signature error: permission isn't the owner's",
  TAPOS_ERROR: "Tapos check error.",
  TRANSACTION_EXPIRATION_ERROR: "Transaction expired",
  BANDWITH_ERROR: "Account resource insufficient error.",
  CONTRACT_VALIDATE_ERROR: "Contract validate error : account does not exist",
  CONTRACT_EXE_ERROR: "Contract execute error : Not enough energy for 'PUSH1' operation executing",
  TOO_BIG_TRANSACTION_ERROR: "Too big transaction",
  OTHER_ERROR: "Error: null",
};
/** The codes that it can be made to refuse with. */
export const REFUSALS: readonly string[] = Object.keys(MESSAGES);
/** Said before the node looks at the transaction. */
const EARLY = new Set(["BLOCK_UNSOLIDIFIED", "NO_CONNECTION", "NOT_ENOUGH_EFFECTIVE_CONNECTION", "SERVER_BUSY"]);
const DAY_MS = 86_400_000;
/** Enough to begin a transfer, and too little to end it. */
const TOO_LITTLE_GAS: Hex = "0x7530";

export type HttpApi = {
  node: EvmNode;
  faults: Faults;
  known: ReturnType<typeof knownTransactions>;
  /** transactions that this provider was given */
  remembered: Set<string>;
};

/** java-tron's `/wallet/broadcasthex`: its checks in its order, with its codes, then the transfer itself. */
export async function broadcast({ node, faults, known, remembered }: HttpApi, body: string): Promise<Told> {
  const hex: unknown = (JSON.parse(body) as { transaction?: unknown }).transaction;
  const parts = /^0a(?:([0-9a-f]{2})|([0-9a-f]{2})01)(0a02[0-9a-f]*)1241([0-9a-f]{130})$/.exec(String(hex));
  const [, , , raw = "", signature = ""] = parts ?? [];
  const transfer = readTransfer(raw);
  if (!transfer) return { Error: "class com.google.protobuf.InvalidProtocolBufferException : no transaction" };
  const txid = transactionIdOf(raw);
  const refuse = (code: string, message = MESSAGES[code] ?? "as planned"): Told => ({
    result: false,
    code,
    message,
    txid,
  });
  const planned = faults.refusesTransactions;
  if (planned && EARLY.has(planned)) return refuse(planned);
  if (faults.remembersTransactions && remembered.has(txid)) {
    return refuse("DUP_TRANSACTION_ERROR", "Transaction already exists.");
  }
  remembered.add(txid);
  if (planned) return refuse(planned);
  if (signerOf(raw, signature) !== transfer.from) {
    return refuse("SIGERROR", `Validate signature error: not of ${tronFromHex(transfer.from)}`);
  }
  const head = Math.max(0, (await node.head()) - faults.lag);
  const block = await node.block(referred(head, Number.parseInt(transfer.refBlockBytes, 16)));
  if (block.hash.slice(18, 34) !== transfer.refBlockHash) return refuse("TAPOS_ERROR");
  if (!isInTime(transfer, faults)) return refuse("TRANSACTION_EXPIRATION_ERROR");
  const data = `0xa9059cbb${transfer.to.slice(2).padStart(64, "0")}${transfer.amountMicros.toString(16).padStart(64, "0")}`;
  const gas = faults.lacksEnergy ? TOO_LITTLE_GAS : undefined;
  const isNew = await known.addOnce(txid, () =>
    node.send(transfer.from, transfer.token as HexAddress, data as Hex, gas),
  );
  if (!isNew) return refuse("DUP_TRANSACTION_ERROR", "Dup transaction.");
  return { result: true, code: "SUCCESS", message: "", txid };
}

/**
 * The chain's clock isn't the world's, so the head counts as made just now, and a node is late by the blocks that it
 * lacks.
 */
function isInTime({ expiresAt }: ReadTransfer, { lag }: Faults): boolean {
  const headMs = Date.now() - lag * BLOCK_SECONDS * 1_000;
  return expiresAt.getTime() > headMs && expiresAt.getTime() <= headMs + DAY_MS;
}

/** The newest block whose number ends in these two bytes. */
function referred(head: number, lowBytes: number): number {
  return Math.max(0, head - ((head - lowBytes) & 0xffff));
}

type Receipt = { blockNumber: Hex; gasUsed: Hex; status: Hex; transactionHash: string };

/**
 * `/wallet/gettransactionbyid`: also a transaction that waits for a block. An empty object: the node doesn't have it.
 */
export async function transactionById(api: HttpApi, txId: string): Promise<Told> {
  const nodeHash = api.known.nodeHash(txId);
  if (!nodeHash) return {};
  const receipt = await receiptOf(api, nodeHash);
  return receipt || api.faults.lag === 0 ? { txID: txId, visible: false } : {};
}

/** `/wallet/gettransactioninfobyid`: with the result that JSON-RPC's receipt doesn't have. */
export async function transactionInfoById(api: HttpApi, txId: string): Promise<Told> {
  const nodeHash = api.known.nodeHash(txId);
  const receipt = nodeHash ? await receiptOf(api, nodeHash) : null;
  if (!nodeHash || !receipt) return {};
  const { gas } = (await api.node.call("eth_getTransactionByHash", [nodeHash])) as { gas: Hex };
  const failure = Number(receipt.gasUsed) >= Number(gas) ? "OUT_OF_ENERGY" : "REVERT";
  const result = receipt.status === "0x1" ? "SUCCESS" : failure;
  return { id: txId, blockNumber: Number(receipt.blockNumber), receipt: { result } };
}

async function receiptOf({ node, faults }: HttpApi, nodeHash: string): Promise<Receipt | null> {
  const receipt = (await node.call("eth_getTransactionReceipt", [nodeHash])) as Receipt | null;
  return receipt && Number(receipt.blockNumber) <= (await node.head()) - faults.lag ? receipt : null;
}
