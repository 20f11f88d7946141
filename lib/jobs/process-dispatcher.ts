import { systemContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { webhookAttempts } from "@/lib/metrics";
import { processWide } from "@/lib/process-wide";
import { createDispatcher, type Dispatcher } from "@/lib/webhooks/dispatcher";
import { webhookSender } from "@/lib/webhooks/process-sender";

/** The process's dispatcher of webhook deliveries, shared by the ticker and by `tick()`. */
export function dispatcher(): Dispatcher {
  return processWide("jobs.dispatcher", () => {
    const ctx = systemContext(database(), "dispatcher");
    return createDispatcher(ctx, webhookSender(ctx.settings), ({ outcome }) => webhookAttempts().inc({ outcome }));
  });
}
