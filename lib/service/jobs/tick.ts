import type { Context } from "@/lib/base/context/context";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { completeDueDemos } from "@/lib/payments/intents/complete-demo";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { continueResets } from "@/lib/payments/sandbox/continue-resets";

export type TickResult = { expired: number; demos: number; resetBatches: number };

/** About ten seconds of work; the next tick continues. */
const RESET_BATCHES = 60;

/**
 * Does all that is due now, once: expiries, demo payments, resets of sandboxes, then every webhook attempt, and waits for those. For engines
 * that run on a schedule. Safe beside a running ticker and other ticks.
 */
export async function tick(ctx: Context, deliveries: Dispatcher): Promise<TickResult> {
  const expired = await expireDueIntents(ctx);
  const demos = await completeDueDemos(ctx);
  const resetBatches = await continueResets(ctx, RESET_BATCHES);
  await deliveries.pump();
  await deliveries.idle();
  return { expired, demos, resetBatches };
}
