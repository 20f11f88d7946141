import type { Context } from "@/lib/base/context/context";
import { hasTraffic, type Network } from "@/lib/base/context/network";
import type { Settings } from "@/lib/base/context/settings";
import { newRangeLimits, type RangeLimits } from "@/lib/chain/nodes/block-range";
import { getProviders, type Providers } from "@/lib/chain/nodes/providers";

/** What the watcher's verbs are given beside the connection. */
export type WatchContext = Context & {
  network: Network;
  providers: Providers;
  watchSettings: WatchSettings;
  /** how much one question covers; less when a provider refuses so much */
  rangeLimits: RangeLimits;
};

export type WatchSettings = Settings["watcher"] & {
  /** the network is so busy that no block is without a transfer of the token */
  hasTraffic: boolean;
  /** how long a receipt that no provider returns holds up recording; after that its transfer needs attention */
  receiptPatienceMs: number;
  /** until what is done only now and then is tried again after it failed */
  retryMs: number;
};

const RECEIPT_PATIENCE_MS = 60_000;
const RETRY_MS = 5 * 60_000;

export function watchContext(
  ctx: Context,
  network: Network,
  providers = getProviders(network, ctx.settings.tronApiKey),
): WatchContext {
  const watchSettings = {
    ...ctx.settings.watcher,
    hasTraffic: hasTraffic(network),
    receiptPatienceMs: RECEIPT_PATIENCE_MS,
    retryMs: RETRY_MS,
  };
  return { ...ctx, network, providers, watchSettings, rangeLimits: newRangeLimits() };
}
