import type { Network } from "@/lib/base/context/network";
import { processWide } from "@/lib/base/process/process-wide";
import { backOffMs, FAILURES_TO_SWITCH } from "@/lib/chain/nodes/back-off";
import { createRpc, type Rpc } from "@/lib/chain/nodes/rpc";
import { askToken, chainId } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import { getsKey } from "@/lib/chain/nodes/rpc-secrets";

type ProviderStatus = {
  /** host name, as it may be shown */
  host: string;
  current: boolean;
  /** failures in a row */
  failures: number;
  /** what the last one was; null when the last question was answered */
  failure: string | null;
  /** refused until it answers for our chain and token */
  wrongChain: boolean;
};

export type Providers = {
  readonly network: Network;
  /** host name of the one in use */
  current(): string;
  /**
   * Works with the current provider. An `RpcError` thrown by `work` counts against it, except `limit` and
   * `no_finalized_tag`, which the caller handles; after three in a row, or one that shows the provider to be wrong, the
   * next provider takes over. All errors are rethrown.
   */
  use<T>(work: (rpc: Rpc) => Promise<T>): Promise<T>;
  /**
   * Works with another provider than the one in use; null when none is configured. Of several, the next one is asked if
   * one fails or what it knows is not `isEnough`; the first answer counts if none is. Errors as for `use`.
   */
  second<T>(
    work: (rpc: Rpc) => Promise<T>,
    isEnough?: (value: T) => boolean,
  ): Promise<{ host: string; value: T } | null>;
  /** Milliseconds until the current provider should be asked again; 0 when it is fine. */
  pauseMs(): number;
  statuses(): ProviderStatus[];
  close(): Promise<void>;
};

type Provider = {
  rpc: Rpc;
  verified: boolean;
  failures: number;
  failure: RpcError | null;
  pausedUntil: number;
};

const TOKEN_DECIMALS = 6n;
const NOT_COUNTED = new Set(["limit", "no_finalized_tag"]);
/**
 * The provider answers, so its other answers would keep it from three failures in a row: the next one takes over at
 * once.
 */
const WRONG = new Set(["wrong_chain", "bad_time", "behind"]);

/**
 * The process's providers of a network. Which one is in use and which are paused is kept in memory, not in the
 * database.
 */
export function getProviders(network: Network, apiKey: string | undefined): Providers {
  const name = `providers ${network.id} ${network.rpcUrls.join(" ")}`;
  return processWide(name, () => createProviders({ network, apiKey }));
}

/** `now`, milliseconds of a monotonic clock, and `random` in [0, 1) stand in for the clock and for chance. */
export function createProviders(options: {
  network: Network;
  apiKey?: string;
  timeoutMs?: number;
  maxBytes?: number;
  now?: () => number;
  random?: () => number;
}): Providers {
  const { network, apiKey, timeoutMs, maxBytes, now = () => performance.now(), random = Math.random } = options;
  const { rpcUrls } = network;
  const all: Provider[] = rpcUrls.map((url) => ({
    rpc: createRpc({ url, apiKey: getsKey(url, rpcUrls) ? apiKey : undefined, timeoutMs, maxBytes }),
    verified: false,
    failures: 0,
    failure: null,
    pausedUntil: 0,
  }));
  let index = 0;

  const inUse = () => {
    const provider = all[index];
    if (!provider) throw new Error("a network without a provider");
    return provider;
  };

  async function workWith<T>(provider: Provider, work: (rpc: Rpc) => Promise<T>): Promise<T> {
    try {
      if (!provider.verified) {
        await verify(provider.rpc, network);
        provider.verified = true;
      }
      const value = await work(provider.rpc);
      Object.assign(provider, { failures: 0, failure: null, pausedUntil: 0 });
      return value;
    } catch (error) {
      if (isRpcError(error) && !NOT_COUNTED.has(error.kind)) note(provider, error);
      throw error;
    }
  }

  function note(provider: Provider, error: RpcError) {
    provider.failures = WRONG.has(error.kind)
      ? Math.max(provider.failures + 1, FAILURES_TO_SWITCH)
      : provider.failures + 1;
    provider.failure = error;
    provider.pausedUntil = now() + backOffMs(provider.failures, random(), error.details.retryAfterMs);
    if (provider === inUse() && provider.failures >= FAILURES_TO_SWITCH) index = next();
  }

  /** The next provider that is not paused, otherwise the one whose pause ends first. */
  function next(): number {
    const order = all.map((_, step) => (index + 1 + step) % all.length);
    return order.find((at) => (all[at]?.pausedUntil ?? 0) <= now()) ?? soonest(order);
  }

  function soonest(order: number[]): number {
    return order.reduce((best, at) => ((all[at]?.pausedUntil ?? 0) < (all[best]?.pausedUntil ?? 0) ? at : best), index);
  }

  async function second<T>(work: (rpc: Rpc) => Promise<T>, isEnough: (value: T) => boolean = () => true) {
    const others = all.filter((provider) => provider !== inUse());
    const [first] = others;
    if (!first) return null;
    // a provider that has just failed stays paused for every caller
    let failure = first.failure ?? new RpcError("unavailable", `${first.rpc.host}: paused after a failure`);
    let answer: { host: string; value: T } | null = null;
    const ready = others.filter((one) => one.pausedUntil <= now());
    // one that failed before comes first: only its own answer shows that it works again
    for (const provider of ready.toSorted((a, b) => Number(b.failure !== null) - Number(a.failure !== null))) {
      try {
        const given = { host: provider.rpc.host, value: await workWith(provider, work) };
        if (isEnough(given.value)) return given;
        answer ??= given;
      } catch (error) {
        if (!isRpcError(error)) throw error;
        failure = error;
      }
    }
    if (!answer) throw failure;
    return answer;
  }

  return {
    network,
    current: () => inUse().rpc.host,
    use: (work) => workWith(inUse(), work),
    second,
    pauseMs: () => Math.max(0, inUse().pausedUntil - now()),
    statuses: () =>
      all.map((provider) => ({
        host: provider.rpc.host,
        current: provider === inUse(),
        failures: provider.failures,
        failure: provider.failure?.message ?? null,
        wrongChain: provider.failure?.kind === "wrong_chain",
      })),
    close: async () => {
      await Promise.all(all.map((provider) => provider.rpc.close()));
    },
  };
}

/** Before a provider's first answer counts: our chain, and a token there that has USDT's decimals. */
async function verify(rpc: Rpc, { chainId: wanted, token }: Network): Promise<void> {
  const [chain, decimals] = await rpc.batch([chainId, askToken(token, "decimals")]);
  if (chain.error) throw chain.error;
  if (chain.value !== wanted) {
    throw new RpcError("wrong_chain", `${rpc.host}: serves chain ${chain.value}, not ${wanted}`);
  }
  // where there is no contract, nodes answer with nothing or say so
  const isMissing = decimals.error?.kind === "bad_answer" || /not exist/i.test(decimals.error?.message ?? "");
  if (decimals.error && !isMissing) throw decimals.error;
  if (decimals.value !== TOKEN_DECIMALS) {
    const found = decimals.error ? "no token" : `a token with ${decimals.value} decimals`;
    throw new RpcError("wrong_chain", `${rpc.host}: ${found} at the configured address`);
  }
}
