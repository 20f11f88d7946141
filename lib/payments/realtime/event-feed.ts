import type { ServerResponse } from "node:http";

/** The client's end of a stream of server-sent events. */
export type EventPage = {
  send(text: string): void;
  /** closes the stream */
  end(): void;
};

/** Events for one page: nothing is sent before `attach` or after `leave`. */
export type EventFeed = {
  attach(page: EventPage): void;
  /** may be called at any time and more than once */
  leave(): void;
};

/** Compressed, cached or buffered by a proxy, events would arrive late. */
export const EVENT_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** The backlog at which a client that has stopped reading is disconnected. */
const BACKLOG_BYTES = 16 * 1024;
const BACKLOG_CHUNKS = 64;

/** Writes a feed to Node's response, whose head is already written. A closed connection ends the feed. */
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

/** A feed as a Web stream. It is attached on the first read, so a client that never reads holds nothing. */
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
