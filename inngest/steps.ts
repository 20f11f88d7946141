import type { GetStepTools } from "inngest";
import type { inngest } from "@/inngest/client";
import { tellDelivery } from "@/inngest/events";
import { type Context, systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { nullIfRefused } from "@/lib/base/values/errors";
import { listPendingDeliveries } from "@/lib/delivery/sending/pending";
import { getStatus } from "@/lib/payments/intents/get-status";
import type { IntentStatus } from "@/lib/payments/intents/state";

type Step = GetStepTools<typeof inngest>;

const TRIES = 5;
const PAUSE = "2s";

type Outcome = IntentStatus | "deleted";

export function engineContext(): Context {
  return systemContext(database(), "inngest");
}

/**
 * Calls `move` until the intent is no longer pending, five times at most, and returns its status. Inngest's clock may
 * be ahead of the database's, which decides what is due. An intent that a reset of the sandbox has deleted needs
 * nothing any more.
 */
export async function moveWhenDue(
  step: Step,
  name: string,
  intentId: string,
  move: (ctx: Context, id: string) => Promise<boolean>,
): Promise<Outcome> {
  let status: Outcome = "pending";
  for (let n = 1; n <= TRIES && status === "pending"; n++) {
    if (n > 1) await step.sleep(`pause-${n}`, PAUSE);
    status = await step.run(`${name}-${n}`, async () => {
      const ctx = engineContext();
      await move(ctx, intentId);
      return (await getStatus(ctx, intentId).catch(nullIfRefused))?.status ?? "deleted";
    });
  }
  return status;
}

/**
 * Starts the deliveries of the events that a move has just written. Deliveries already started are not started again.
 */
export async function startDeliveries(step: Step, intentId: string): Promise<void> {
  const pending = await step.run("list-deliveries", () => listPendingDeliveries(engineContext(), [intentId]));
  if (pending.length > 0) await step.sendEvent("start-deliveries", pending.map(tellDelivery));
}
