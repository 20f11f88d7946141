import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/lib/base/context/context";
import { log } from "@/lib/base/process/log";
import { nextDeliveryDueMs } from "@/lib/delivery/sending/pending";
import { chainReader } from "@/lib/service/jobs/chain-reader";

/** A pass may wait for a node several times, ten seconds each. */
const LONGEST_RESERVE_MS = 10_000;
/** The next pass may take so many times as long as the last one. */
const RESERVE_FACTOR = 3;
const MIN_PAUSE_MS = 500;

/**
 * Reads the chain at its pace for a limited time, for engines that run on a schedule. Returns the number of passes;
 * none while live is off. `due` is called when webhooks wait after a pass.
 */
export async function watchFor(
  ctx: Context,
  durationMs: number,
  due: () => void = () => {},
): Promise<{ passes: number }> {
  const chain = chainReader(ctx);
  if (!chain) return { passes: 0 };
  const until = performance.now() + durationMs;
  let passes = 0;
  for (;;) {
    const started = performance.now();
    const made = await chain.run();
    const reserveMs = reserveAfter(performance.now() - started);
    passes += made;
    if (made > 0 && ((await nextDeliveryDueMs(ctx)) ?? 1) <= 0) due();
    const nextMs = Math.max(MIN_PAUSE_MS, await chain.msUntilDue());
    if (performance.now() + nextMs + reserveMs > until) return { passes };
    log().debug({ nextMs }, "the chain is read again");
    await pause(nextMs);
  }
}

/** How long before the end no pass begins any more, after one that took `passMs`. */
export function reserveAfter(passMs: number): number {
  return Math.min(LONGEST_RESERVE_MS, RESERVE_FACTOR * passMs);
}
