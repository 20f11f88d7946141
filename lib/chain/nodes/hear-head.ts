import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { requireBlockTimes } from "@/lib/chain/nodes/block-times";
import { databaseTime } from "@/lib/chain/nodes/compare-clocks";
import { readCursor, storeHead } from "@/lib/chain/nodes/cursor";
import { getProviders, type Providers } from "@/lib/chain/nodes/providers";
import { blockAt } from "@/lib/chain/nodes/rpc-calls";

/** The longest that creating a payment waits for a node. */
const WAIT_MS = 1_000;

type Asking = { current: Promise<void> | null; endedAt: number };

/**
 * Refreshes the newest known block before a lease begins behind it: idle passes are a minute apart, and a stranger's
 * transfer within that minute would count towards the new payment. One request serves all concurrent callers, and only
 * when the last one is older than a busy interval. Never throws: an older block is less exact but still correct.
 */
export async function hearHead(
  ctx: Context,
  network: Network,
  providers = getProviders(network, ctx.settings.tronApiKey),
): Promise<void> {
  const asking = processWide<Asking>(`hear-head ${network.id}`, () => ({ current: null, endedAt: -Infinity }));
  if (performance.now() - asking.endedAt < ctx.settings.watcher.busyMs) return;
  asking.current ??= hear(ctx, network, providers)
    .catch((err) => log().debug({ err }, "the newest block could not be fetched"))
    .finally(() => Object.assign(asking, { current: null, endedAt: performance.now() }));
  await Promise.race([asking.current, pause(WAIT_MS, undefined, { ref: false })]);
}

async function hear({ db, settings }: Context, network: Network, providers: Providers): Promise<void> {
  const { busyMs, clockToleranceMs } = settings.watcher;
  const cursor = await readCursor(db.sql, network.id);
  const at = await databaseTime(db.sql);
  if (!cursor?.head || at.getTime() - cursor.passedAt.getTime() < busyMs || providers.pauseMs() > 0) return;
  const [head] = await providers.use((rpc) => rpc.ask([blockAt("latest")]));
  if (!head || head.time.getTime() - at.getTime() > WAIT_MS + clockToleranceMs) return;
  requireBlockTimes(providers.current(), [cursor.finalized, head]);
  await storeHead(db.sql, network.id, { ...head, at });
}
