import { reopenStreamMs } from "@/app/_live/next-look";
import { openEvents } from "@/app/_live/open-events";
import type { Progress } from "@/lib/intents/progress";

type Listener = {
  onState(state: Progress): void;
  /** whether changes come by themselves just now */
  onOpen(open: boolean): void;
};

/**
 * Hears of every change of a payment from the server until it is stopped; not while the page is hidden. A stream that
 * ends is opened again later, and at once when the page is seen again or the network is back. Where there can be none,
 * nothing is heard.
 */
export function openStream(id: string, listener: Listener) {
  const end = new AbortController();
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open() {
    clearTimeout(timer);
    if (stream || document.hidden || end.signal.aborted) return;
    stream = openEvents(`/pay/${encodeURIComponent(id)}/events`);
    if (!stream) return;
    stream.addEventListener("state", (event) => {
      failures = 0;
      listener.onOpen(true);
      const state = parse(event.data);
      if (state) listener.onState(state);
    });
    stream.onerror = () => {
      // not left to the browser, which asks again every few seconds whatever the server answered
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
  // after the network was away an old stream may be dead without knowing it
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

function parse(text: string): Progress | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
