import type { ServerResponse } from "node:http";

/** Somebody's side of a stream of server-sent events. */
export type EventPage = {
  send(text: string): void;
  /** says that nothing follows */
  end(): void;
};

/** Events for one page: nothing is sent before it is attached, and nothing after it has left. */
export type EventFeed = {
  attach(page: EventPage): void;
  /** may be called at any time and more than once */
  leave(): void;
};

/** compressed, kept or gathered on the way, events would come too late */
export const EVENT_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** What a client that does not read may leave lying here before it is let go. */
const BACKLOG_BYTES = 16 * 1024;
const BACKLOG_CHUNKS = 64;

/** Writes a feed straight to Node's response, whose head is written already. A page that is gone has left. */
export function pipeFeed(feed: EventFeed, response: ServerResponse): void {
  if (response.destroyed) {
    feed.leave();
    return;
  }
  response.once("close", () => feed.leave());
  feed.attach({
    send(text) {
      if (response.destroyed) return;
      if (response.writableLength > BACKLOG_BYTES) response.destroy();
      else response.write(text);
    },
    end: () => response.end(),
  });
}

/** The same as a stream of the Web. It is attached once somebody reads: who never does holds nothing. */
export function streamOf(feed: EventFeed, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let attached = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (attached) return;
        attached = true;
        const drop = () => {
          feed.leave();
          controller.error(new Error("the page is gone"));
        };
        signal?.addEventListener("abort", drop, { once: true });
        if (signal?.aborted) {
          drop();
          return;
        }
        feed.attach({
          send(words) {
            if ((controller.desiredSize ?? 0) < -BACKLOG_CHUNKS) drop();
            else controller.enqueue(text.encode(words));
          },
          end() {
            signal?.removeEventListener("abort", drop);
            controller.close();
          },
        });
      },
      cancel: () => feed.leave(),
    },
    { highWaterMark: 0 },
  );
}
