import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { webhookAttempts } from "@/lib/base/process/metrics";
import { madeInProcess, processWide } from "@/lib/base/process/process-wide";
import { createDispatcher, type Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { webhookSender } from "@/lib/delivery/sending/send";

const NAME = "jobs.dispatcher";

/** The process's dispatcher of webhook deliveries, shared by the ticker and by `tick()`. */
export function dispatcher(): Dispatcher {
  return processWide(NAME, () => {
    const ctx = systemContext(database(), "dispatcher");
    return createDispatcher(ctx, webhookSender(ctx.settings), ({ outcome }) => webhookAttempts().inc({ outcome }));
  });
}

/**
 * Without an embedded engine, which stops its own: attempts in flight are finished and recorded, and no more are begun.
 */
export async function stopDispatcher(): Promise<void> {
  await madeInProcess<Dispatcher>(NAME)?.stop();
}
