import type { Told } from "@/lib/customer/checkout/face";
import { reopenStreamMs } from "@/lib/customer/checkout/pace";

type Listener = {
  onState(state: Told): void;
  /** whether the stream is open */
  onOpen(open: boolean): void;
};

/**
 * Streams a payment's changes from the server until stopped; not while the page is hidden. Reopens a stream that ends:
 * after a delay, or at once when the page is visible or the network is back. Does nothing where streams are not
 * available.
 */
export function openStream(url: string, listener: Listener) {
  const end = new AbortController();
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open() {
    clearTimeout(timer);
    if (stream || document.hidden || end.signal.aborted) return;
    stream = openEvents(url);
    if (!stream) return;
    stream.addEventListener("state", (event) => {
      failures = 0;
      listener.onOpen(true);
      const state = parse(event.data);
      if (state) listener.onState(state);
    });
    stream.onerror = () => {
      // the browser would reconnect every few seconds whatever the server responded
      close();
      failures += 1;
      timer = setTimeout(open, reopenStreamMs(failures, Math.random()));
    };
  }

  function close() {
    clearTimeout(timer);
    if (!stream) return;
    stream.close();
    stream = null;
    listener.onOpen(false);
  }

  const followSight = () => (document.hidden ? close() : open());
  // after a lost network an old stream may be dead without an error
  const renew = () => {
    close();
    open();
  };
  document.addEventListener("visibilitychange", followSight, { signal: end.signal });
  window.addEventListener("online", renew, { signal: end.signal });
  window.addEventListener("offline", close, { signal: end.signal });
  open();

  return {
    renew,
    stop() {
      end.abort();
      close();
    },
  };
}

/** An event stream; null where the browser has none or a policy blocks it, so that the page must poll. */
export function openEvents(address: string): EventSource | null {
  try {
    return new EventSource(address);
  } catch {
    return null;
  }
}

function parse(text: string): Told | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
