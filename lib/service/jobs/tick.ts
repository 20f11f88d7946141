import type { Context } from "@/lib/base/context/context";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { TIMED_WORK } from "@/lib/service/jobs/timed-work";

export type TickResult = { expired: number; demos: number; resetBatches: number };

/**
 * Does all that is due now, once: expiries, demo payments, resets of sandboxes, then every webhook attempt, and waits
 * for those. For engines that run on a schedule. Safe beside a running ticker and other ticks.
 */
export async function tick(ctx: Context, deliveries: Dispatcher): Promise<TickResult> {
  const result = { expired: 0, demos: 0, resetBatches: 0 };
  for (const { run, sweptAs } of TIMED_WORK) {
    if (!sweptAs) continue;
    const handled = await run(ctx, { deliveries, chain: null, isSweep: true });
    if (sweptAs !== "deliveries") result[sweptAs] = handled;
  }
  return result;
}
