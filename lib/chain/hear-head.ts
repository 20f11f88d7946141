import { setTimeout as pause } from "node:timers/promises";
import { requireBlockTimes } from "@/lib/chain/block-times";
import { databaseTime } from "@/lib/chain/compare-clocks";
import { keepHead, readCursor } from "@/lib/chain/cursor";
import type { Network } from "@/lib/chain/network";
import { getProviders, type Providers } from "@/lib/chain/providers";
import { blockAt } from "@/lib/chain/rpc-calls";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** Nobody who creates a payment waits longer than this for a node. */
const WAIT_MS = 1_000;

type Asking = { current: Promise<void> | null; endedAt: number };

/**
 * Makes the newest block that is known a recent one before a lease begins behind it: while nothing waits, passes are a minute
 * apart, and what a stranger sent within that minute would count as the new payment's. Asks once for all who create at the
 * time, and only where the last look is older than a busy one. Never throws: an older block is less exact, and true all the
 * same.
 */
export async function hearHead(db: Database, network: Network, providers = getProviders(network)): Promise<void> {
  const asking = processWide<Asking>(`hear-head ${network.id}`, () => ({ current: null, endedAt: -Infinity }));
  const { TRON_POLL_BUSY_MS } = env();
  if (performance.now() - asking.endedAt < TRON_POLL_BUSY_MS) return;
  asking.current ??= hear(db, network, providers)
    .catch((err) => log().debug({ err }, "the newest block could not be fetched"))
    .finally(() => Object.assign(asking, { current: null, endedAt: performance.now() }));
  await Promise.race([asking.current, pause(WAIT_MS, undefined, { ref: false })]);
}

async function hear(db: Database, network: Network, providers: Providers): Promise<void> {
  const { TRON_POLL_BUSY_MS, TRON_CLOCK_TOLERANCE_S } = env();
  const cursor = await readCursor(db.sql, network.id);
  const at = await databaseTime(db.sql);
  if (!cursor?.head || at.getTime() - cursor.passedAt.getTime() < TRON_POLL_BUSY_MS || providers.pauseMs() > 0) return;
  const [head] = await providers.use((rpc) => rpc.ask([blockAt("latest")]));
  if (!head || head.time.getTime() - at.getTime() > WAIT_MS + TRON_CLOCK_TOLERANCE_S * 1_000) return;
  requireBlockTimes(providers.current(), [cursor.finalized, head]);
  await keepHead(db.sql, network.id, { ...head, at });
}
