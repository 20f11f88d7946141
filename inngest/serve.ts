import { serve } from "inngest/next";
import { inngest } from "@/inngest/client";
import { cleanUp } from "@/inngest/functions/clean-up";
import { completeDemo } from "@/inngest/functions/complete-demo";
import { deliverDue } from "@/inngest/functions/deliver-due";
import { deliverWebhook } from "@/inngest/functions/deliver-webhook";
import { expireIntent } from "@/inngest/functions/expire-intent";
import { sweep } from "@/inngest/functions/sweep";
import { watchChain } from "@/inngest/functions/watch-chain";
import { liveNetwork } from "@/lib/chain/network";
import { env } from "@/lib/env";

/** What Inngest calls to sync the functions and to run their steps. */
export const { GET, POST, PUT } = serve({
  client: inngest,
  functions: [
    expireIntent,
    completeDemo,
    deliverWebhook,
    deliverDue,
    sweep,
    cleanUp,
    ...(liveNetwork() ? [watchChain] : []),
  ],
  serveOrigin: serveOrigin(),
});

/**
 * Anybody may ask for a sync, and the SDK would register whatever `Host` was asked: outside development the address is
 * ours to say, and INNGEST_SERVE_ORIGIN is for an Inngest server that reaches us by another name.
 */
function serveOrigin(): string | undefined {
  const { INNGEST_SERVE_ORIGIN, APP_URL } = env();
  return INNGEST_SERVE_ORIGIN ?? (inngest.mode === "dev" ? undefined : APP_URL);
}
