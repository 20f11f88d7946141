import type { Network } from "@/lib/base/context/network";
import { answersApart } from "@/lib/chain/nodes/anchored";
import { finalityLag, finalNumber } from "@/lib/chain/nodes/finality";
import { createRpc, type Rpc, type RpcAnswer } from "@/lib/chain/nodes/rpc";
import { askToken, blockAt, chainId, headNumber, transfersIn } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError, type RpcError } from "@/lib/chain/nodes/rpc-error";
import { getsKey } from "@/lib/chain/nodes/rpc-secrets";

/** What an operator should know about a provider, in full sentences. */
export type ProbeReport = {
  host: string;
  /** why the provider can't be used, and what to change; null when it works */
  problem: string | null;
  /** what works, but more slowly or less safely than with other providers */
  warnings: string[];
};

const TOKEN_DECIMALS = 6n;
const BLOCKS_A_DAY = 28_800;
const SWITCH_ON =
  "On your own java-tron node, JSON-RPC is off by default: set node.jsonrpc.httpFullNodeEnable = true in config.conf, and use the URL http://<host>:<httpFullNodePort>/jsonrpc.";
const LOGS_BEGIN = "A node only has logs of blocks it received while JSON-RPC was enabled.";
const ALLOW_CALLS = "The node refuses contract calls. Set vm.supportConstant = true in its config.conf.";

/**
 * Checks each of the network's providers, one at a time, with the watcher's own calls, and reports what is missing.
 * `hasTraffic`: every block of the network contains a transfer of the token.
 */
export async function probeProviders(
  network: Network,
  { apiKey, timeoutMs, hasTraffic = false }: { apiKey?: string; timeoutMs?: number; hasTraffic?: boolean } = {},
): Promise<ProbeReport[]> {
  const reports: ProbeReport[] = [];
  for (const url of network.rpcUrls) {
    const rpc = createRpc({ url, apiKey: getsKey(url, network.rpcUrls) ? apiKey : undefined, timeoutMs });
    try {
      reports.push({ host: rpc.host, ...(await probe(network, rpc, hasTraffic)) });
    } catch (error) {
      if (!isRpcError(error)) throw error;
      reports.push({ host: rpc.host, problem: adviceOn(error), warnings: [] });
    } finally {
      await rpc.close();
    }
  }
  return reports;
}

async function probe(network: Network, rpc: Rpc, hasTraffic: boolean): Promise<Omit<ProbeReport, "host">> {
  const calls = [chainId, headNumber, blockAt("finalized"), askToken(network.token, "decimals")] as const;
  const [chain, head, finalized, first] = await rpc.batch(calls);
  const decimals = isSlow(first.error) ? await askAgain(network, rpc, first) : first;
  const isTagless = finalized.error?.kind === "no_finalized_tag";
  const error = chain.error ?? head.error ?? (isTagless ? undefined : finalized.error);
  if (error) throw error;
  const warnings: string[] = [];
  if (answersApart(rpc)) {
    warnings.push(
      "It doesn't support batch requests, so payments are read a minute later and each pass takes about ten requests.",
    );
  }
  if (isTagless) {
    warnings.push(
      "It doesn't support the finalized tag, so a block counts as final when it is 27 behind the newest. Use java-tron 4.8.0 or newer.",
    );
  }
  const behind = finalized.value && finalityLag(network, head.value as number, finalized.value, new Date());
  if (behind) {
    warnings.push(
      `Its final block is ${behind} blocks behind the newest; 18 or 19 is normal. On your own node, use the full node port, not the solidity port.`,
    );
  } else if (await isSolidityPort(rpc)) warnings.push(SOLIDITY);
  if (chain.value !== network.chainId) {
    return { problem: `It serves chain ${chain.value}, not ${network.chainId}.`, warnings };
  }
  if (isSlow(decimals.error)) {
    warnings.push(`${SLOW} It said: ${decimals.error.message}`);
  } else if (decimals.error) return { problem: adviceOn(decimals.error), warnings };
  else if (decimals.value !== TOKEN_DECIMALS) {
    return { problem: `The token at the configured address has ${decimals.value} decimals, not 6.`, warnings };
  }
  if (hasTraffic) warnings.push(...(await missingLogs(network, rpc, finalNumber(finalized, head.value as number))));
  return { problem: null, warnings };
}

const SLOW =
  "A contract call took the node longer than it allows itself, as it does right after a start. Till asks again. If this stays, the machine is too slow.";
const SOLIDITY =
  "This is the node's solidity port, which shows payments about a minute later. Use the full node port, node.jsonrpc.httpFullNodePort.";
const AGAIN = 3;

/** A node that has just started takes too long for its first calls: each makes the next one faster. */
async function askAgain({ token }: Network, rpc: Rpc, first: RpcAnswer<bigint>): Promise<RpcAnswer<bigint>> {
  let answer = first;
  for (let n = 0; n < AGAIN && isSlow(answer.error); n++) [answer] = await rpc.batch([askToken(token, "decimals")]);
  return answer;
}

/** By its error's code and words, since balancers' own time-outs say nothing of a cold node. */
function isSlow(error: RpcError | undefined): error is RpcError {
  return error !== undefined && /CPU timeout/i.test(error.message);
}

/** Only the full node port makes transactions; the others say which port they are. */
async function isSolidityPort(rpc: Rpc): Promise<boolean> {
  const made = { method: "buildTransaction", params: [{}], read: () => null };
  const [{ error }] = await rpc.batch([made]).catch((thrown: unknown) => {
    if (isRpcError(thrown)) return [{ error: thrown }];
    throw thrown;
  });
  return /not available in (?:SOLIDITY|PBFT)/.test(error?.message ?? "");
}

/**
 * Every block of a busy network contains a transfer of the token, so a node that reports none for a block lacks its
 * logs.
 */
async function missingLogs({ token }: Network, rpc: Rpc, newest: number): Promise<string[]> {
  const dayAgo = Math.max(1, newest - BLOCKS_A_DAY);
  const [now, then] = await rpc.batch(
    [newest, dayAgo].map((number) => transfersIn({ token, fromBlock: number, toBlock: number })),
  );
  if (now?.value?.length === 0) return [`It reports no USDT transfers in block ${newest}. ${LOGS_BEGIN}`];
  return then?.value?.length === 0 ? [`It reports no USDT transfers a day ago, in block ${dayAgo}. ${LOGS_BEGIN}`] : [];
}

function adviceOn({ kind, message, details }: RpcError): string {
  if (/not support constant/i.test(message)) return `${message}. ${ALLOW_CALLS}`;
  const isNotServed = details.code === 404 || details.code === 405 || /ECONNREFUSED/.test(message);
  if (isNotServed) return `${message}. ${SWITCH_ON}`;
  return kind === "bad_answer" && /eth_call/.test(message)
    ? `${message}. There may be no token at the configured address.`
    : message;
}
