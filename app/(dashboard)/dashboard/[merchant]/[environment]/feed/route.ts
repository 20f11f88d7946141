import { memberRoute } from "@/lib/auth/route";
import { processHub } from "@/lib/live/process-hub";

const HEADERS = {
  "content-type": "text/event-stream",
  // compressed or buffered on the way it would come too late
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Says `change` whenever payments that the member sees have changed; the page then asks for itself again. */
export const GET = memberRoute("payments.view", async ({ ctx, account }, request) => {
  const text = new TextEncoder();
  let stop = () => {};
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (words: string) => {
        // a reader who does not read is not written to
        if (open && (controller.desiredSize ?? 0) > -100) controller.enqueue(text.encode(words));
      };
      const close = () => {
        if (!open) return;
        open = false;
        stop();
        controller.close();
      };
      say("retry: 3000\n\n");
      stop = processHub().watch({
        ...{ merchantId: ctx.merchantId, environment: ctx.environment, terminalIds: ctx.terminalIds },
        ...{ userId: account.userId, sessionId: account.sessionId },
        onChange: () => say("event: change\ndata: {}\n\n"),
        onBeat: () => say(": still here\n\n"),
        onEnd: close,
      });
      request.signal.addEventListener("abort", close);
    },
    cancel() {
      open = false;
      stop();
    },
  });
  return new Response(body, { headers: HEADERS });
});
