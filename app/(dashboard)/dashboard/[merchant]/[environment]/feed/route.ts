import { EVENT_HEADERS } from "@/lib/payments/realtime/event-feed";
import { dashboardHub } from "@/lib/payments/realtime/hubs";
import { memberRoute } from "@/lib/service/auth/route";
import { paymentsMessages } from "@/lib/service/messages/en/payments";

/** Retried after a minute, when another page may have been closed. */
const TOO_MANY = {
  status: 429,
  headers: { "retry-after": "60", "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
};

/** Sends `change` whenever payments visible to the member have changed; the page then refreshes. */
export const GET = memberRoute("payments.view", async ({ ctx, account }, request) => {
  const text = new TextEncoder();
  let stop: (() => void) | null = null;
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (words: string) => {
        // drop events for a client that has stopped reading
        if (open && (controller.desiredSize ?? 0) > -100) controller.enqueue(text.encode(words));
      };
      const close = () => {
        if (!open) return;
        open = false;
        stop?.();
        controller.close();
      };
      say("retry: 3000\n\n");
      stop = dashboardHub().watch({
        merchantId: ctx.merchantId,
        environment: ctx.environment,
        terminalIds: ctx.terminalIds,
        userId: account.userId,
        sessionId: account.sessionId,
        onChange: () => say("event: change\ndata: {}\n\n"),
        onBeat: () => say(": still here\n\n"),
        onEnd: close,
      });
      request.signal.addEventListener("abort", close);
    },
    cancel() {
      open = false;
      stop?.();
    },
  });
  if (!stop) return new Response(`${paymentsMessages.feedRefused}\n`, TOO_MANY);
  return new Response(body, { headers: EVENT_HEADERS });
});
