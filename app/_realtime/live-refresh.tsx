"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { openEvents } from "@/lib/customer/browser/open-stream";
import { whenReachable } from "@/lib/customer/browser/when-reachable";

/** A page refreshes at most once every two seconds. */
const APART_MS = 2_000;
/** A page refreshes at least this often, in case the feed missed something. */
const AT_LATEST_MS = 60_000;
/** How often a page refreshes when it has no feed. */
const WITHOUT_FEED_MS = 5_000;

type Props = {
  /** the address of the feed */
  feed: string;
  /** ids of the rows shown, in order: new rows are animated */
  ids: string[];
  /** refreshes without an event too: for what the feed doesn't report, such as a webhook's response */
  everyMs?: number;
  /**
   * nothing more is expected to change. Content that stays in one `LiveRefresh` keeps what is typed and opened in it
   */
  idle?: boolean;
  children: ReactNode;
};

/** Keeps server-rendered content current: it refreshes when the feed reports a change, while the tab is visible. */
export function LiveRefresh({ feed, ids, everyMs = AT_LATEST_MS, idle = false, children }: Props) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<Set<string>>(null);

  useEffect(() => {
    if (idle) return;
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let atLatestMs = everyMs;
    let last = performance.now();
    const reach = whenReachable((wasAway) => {
      // the feed was refused for the same reason
      if (wasAway) listen();
      router.refresh();
    });
    const refresh = () => {
      clearTimeout(timer);
      last = performance.now();
      reach.ask();
      timer = setTimeout(again, atLatestMs);
    };
    const again = () => {
      listen();
      refresh();
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(refresh, Math.max(0, last + APART_MS - performance.now()));
    };
    const listen = () => {
      if (source || document.hidden) return;
      const opened = openEvents(feed);
      source = opened;
      opened?.addEventListener("change", soon);
      opened?.addEventListener("error", () => {
        if (source !== opened) return;
        // the browser reconnects; what changed in between wasn't reported
        if (opened.readyState !== EventSource.CLOSED) return opened.addEventListener("open", soon, { once: true });
        // closed for good: signed out, which the refreshed page shows, a proxy's 502, or too many pages are open, in
        // which case the feed is tried again at the latest refresh
        source = null;
        refresh();
      });
      if (!opened) atLatestMs = Math.min(everyMs, WITHOUT_FEED_MS);
      clearTimeout(timer);
      timer = setTimeout(again, atLatestMs);
    };
    const rest = () => {
      source?.close();
      source = null;
      clearTimeout(timer);
      reach.stop();
    };
    const onVisibility = () => {
      if (document.hidden) return rest();
      listen();
      soon();
    };
    listen();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      rest();
    };
  }, [feed, router, everyMs, idle]);

  const order = ids.join(" ");
  useEffect(() => {
    const now = new Set(order.split(" "));
    const before = shown.current;
    shown.current = now;
    if (!before || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const id of now) if (!before.has(id)) settle(box.current?.querySelector(`a[data-row-link][href$="${id}"]`));
  }, [order]);

  return <div ref={box}>{children}</div>;
}

function settle(link: Element | null | undefined) {
  const row = link?.closest("tr");
  row?.animate([{ opacity: 0, backgroundColor: "var(--verdigris-wash)" }, { opacity: 1, offset: 0.2 }, {}], {
    duration: 1_200,
    easing: "ease-out",
  });
}
