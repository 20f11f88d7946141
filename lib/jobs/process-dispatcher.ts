import { systemContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { webhookAttempts } from "@/lib/metrics";
import { madeInProcess, processWide } from "@/lib/process-wide";
import { createDispatcher, type Dispatcher } from "@/lib/webhooks/dispatcher";
import { webhookSender } from "@/lib/webhooks/process-sender";

const NAME = "jobs.dispatcher";

/** The process's dispatcher of webhook deliveries, shared by the ticker and by `tick()`. */
export function dispatcher(): Dispatcher {
  return processWide(NAME, () => {
    const ctx = systemContext(database(), "dispatcher");
    return createDispatcher(ctx, webhookSender(ctx.settings), ({ outcome }) => webhookAttempts().inc({ outcome }));
  });
}

/** Without an embedded engine, which stops its own: attempts in flight are finished and recorded, and no more are begun. */
export async function stopDispatcher(): Promise<void> {
  await madeInProcess<Dispatcher>(NAME)?.stop();
}
