import { serve } from "inngest/next";
import { inngest } from "@/inngest/client";
import { cleanUp } from "@/inngest/functions/clean-up";
import { completeDemo } from "@/inngest/functions/complete-demo";
import { deliverDue } from "@/inngest/functions/deliver-due";
import { deliverWebhook } from "@/inngest/functions/deliver-webhook";
import { expireIntent } from "@/inngest/functions/expire-intent";
import { keepBooks } from "@/inngest/functions/keep-books";
import { numberFeed } from "@/inngest/functions/number-feed";
import { readFees } from "@/inngest/functions/read-fees";
import { readRates } from "@/inngest/functions/read-rates";
import { sendNotifications } from "@/inngest/functions/send-notifications";
import { sendReports } from "@/inngest/functions/send-reports";
import { sweep } from "@/inngest/functions/sweep";
import { watchChain } from "@/inngest/functions/watch-chain";
import { readSettings } from "@/lib/base/context/settings";
import { env } from "@/lib/base/process/env";

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
    numberFeed,
    readRates,
    keepBooks,
    sendNotifications,
    ...(readSettings().mail ? [sendReports] : []),
    ...(readSettings().network ? [watchChain, readFees] : []),
  ],
  serveOrigin: serveOrigin(),
});

/**
 * Anyone can request a sync, and the SDK would register whatever `Host` the request names. Outside development the
 * address is therefore configured; INNGEST_SERVE_ORIGIN is for an Inngest server that reaches us under another name.
 */
function serveOrigin(): string | undefined {
  const { INNGEST_SERVE_ORIGIN, APP_URL } = env();
  return INNGEST_SERVE_ORIGIN ?? (inngest.mode === "dev" ? undefined : APP_URL);
}
