import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import type { Network } from "@/lib/settlement/network";
import { type Providers, providersOf } from "@/lib/settlement/providers";
import { MAX_REACH } from "@/lib/settlement/reach";

/** What the watcher's verbs are given beside the connection. */
export type WatchContext = Context & {
  network: Network;
  providers: Providers;
  settings: WatchSettings;
  /** how many blocks one question covers; halved when a provider refuses so many, and grown again slowly */
  reach: { blocks: number };
};

export type WatchSettings = {
  busyMs: number;
  idleMs: number;
  /** from this amount up a second provider must agree */
  agreeFromMicros: bigint;
  /** the network is so busy that no block is without a transfer of the token */
  hasTraffic: boolean;
  /** by so much the clocks of the chain and of the database may differ */
  clockToleranceMs: number;
};

export function watchContext(ctx: Context, network: Network, providers = providersOf(network)): WatchContext {
  const { TRON_POLL_BUSY_MS, TRON_POLL_IDLE_MS, TRON_AGREE_FROM_USDT, TRON_CLOCK_TOLERANCE_S } = env();
  const settings = {
    busyMs: TRON_POLL_BUSY_MS,
    idleMs: TRON_POLL_IDLE_MS,
    agreeFromMicros: BigInt(TRON_AGREE_FROM_USDT) * 1_000_000n,
    hasTraffic: network.id === "tron-mainnet",
    clockToleranceMs: TRON_CLOCK_TOLERANCE_S * 1_000,
  };
  return { ...ctx, network, providers, settings, reach: { blocks: MAX_REACH } };
}
