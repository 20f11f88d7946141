import { newRangeLimits, type RangeLimits } from "@/lib/chain/block-range";
import { hasTraffic, type Network } from "@/lib/chain/network";
import { getProviders, type Providers } from "@/lib/chain/providers";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";

/** What the watcher's verbs are given beside the connection. */
export type WatchContext = Context & {
  network: Network;
  providers: Providers;
  settings: WatchSettings;
  /** how much one question covers; less when a provider refuses so much */
  rangeLimits: RangeLimits;
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
  /** how long a receipt that no provider returns holds up recording; after that its transfer needs attention */
  receiptPatienceMs: number;
  /** until a check of the token that could not be made is tried again */
  tokenRetryMs: number;
};

const RECEIPT_PATIENCE_MS = 60_000;
const TOKEN_RETRY_MS = 5 * 60_000;

export function watchContext(ctx: Context, network: Network, providers = getProviders(network)): WatchContext {
  const { TRON_POLL_BUSY_MS, TRON_POLL_IDLE_MS, TRON_AGREE_FROM_USDT, TRON_CLOCK_TOLERANCE_S } = env();
  const settings = {
    busyMs: TRON_POLL_BUSY_MS,
    idleMs: TRON_POLL_IDLE_MS,
    agreeFromMicros: BigInt(TRON_AGREE_FROM_USDT) * 1_000_000n,
    clockToleranceMs: TRON_CLOCK_TOLERANCE_S * 1_000,
    hasTraffic: hasTraffic(network),
    receiptPatienceMs: RECEIPT_PATIENCE_MS,
    tokenRetryMs: TOKEN_RETRY_MS,
  };
  return { ...ctx, network, providers, settings, rangeLimits: newRangeLimits() };
}
