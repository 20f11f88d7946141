"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { openEvents } from "@/app/_live/open-events";

/** However much happens, a page is asked for again every two seconds at most. */
const APART_MS = 2_000;
/** Should the feed miss something, the page is not older than this. */
const AT_LATEST_MS = 60_000;
/** Where no feed can be had. */
const WITHOUT_FEED_MS = 5_000;

type Props = {
  /** the address of the feed */
  feed: string;
  /** what the list shows, in its order: rows that were not there before settle in */
  ids: string[];
  /** also asked for without any word of the feed: for what it does not tell of, as a webhook's answer */
  everyMs?: number;
  children: ReactNode;
};

/** A list that stays as it is on the server: it is asked for again when the feed tells of a change, while the tab is seen. */
export function LiveRefresh({ feed, ids, everyMs = AT_LATEST_MS, children }: Props) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<Set<string>>(null);

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let atLatestMs = everyMs;
    let last = performance.now();
    const refresh = () => {
      clearTimeout(timer);
      last = performance.now();
      // a page that is asked for without a network is replaced by the browser's own
      if (navigator.onLine) router.refresh();
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
      // refused for good: signed out, which the page itself then says, or too many pages are open. The next look tries again
      opened?.addEventListener("error", () => {
        if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
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
  }, [feed, router, everyMs]);

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
