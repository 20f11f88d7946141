"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { Trouble } from "@/app/_realtime/call-service";
import { newsOf } from "@/app/_realtime/news-of";
import { watchCheckout } from "@/app/_realtime/watch-checkout";
import { whenServed } from "@/app/_realtime/when-served";
import type { Progress } from "@/lib/intents/progress";
import { rememberWaiting } from "./way-back";

/** The server sends whole seconds, so smaller differences are ignored. */
const CLOCK_SLACK_MS = 1_500;
/** Delay after the deadline before the page is refreshed, so that the server's clock is past it too. */
const PAST_THE_END_MS = 300;

type Live = {
  /** in `performance.now()` time, which ignores changes of the device's clock; null until hydration */
  deadlineMs: number | null;
  confirmations: number;
  trouble: Trouble | null;
  /** refreshes the page from the server, which has just responded */
  refresh(): void;
};

const LiveContext = createContext<Live>({ deadlineMs: null, confirmations: 0, trouble: null, refresh: () => {} });

export const useLiveCheckout = () => useContext(LiveContext);

type Props = { id: string; progress: Progress; children: ReactNode };

/** Watches a pending payment and refreshes the page when it changes. */
export function LiveCheckout({ id, progress, children }: Props) {
  const router = useRouter();
  const pending = progress.status === "pending";
  const [wasWaiting] = useState(pending);
  const [deadlineMs, setDeadlineMs] = useState<number | null>(null);
  const [confirmations, setConfirmations] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const shown = useRef("");
  const stopWaiting = useRef(() => {});

  const refresh = useCallback(() => {
    stopWaiting.current();
    router.refresh();
  }, [router]);
  const refreshWhenServed = useCallback(() => {
    stopWaiting.current();
    stopWaiting.current = whenServed(id, () => router.refresh());
  }, [id, router]);
  useEffect(() => () => stopWaiting.current(), []);

  useEffect(() => {
    shown.current = newsOf(progress);
    setConfirmations(progress.confirming?.confirmations ?? 0);
    setDeadlineMs(performance.now() + progress.expires_in_seconds * 1_000);
  }, [progress]);

  useEffect(() => {
    if (!pending) return;
    rememberWaiting(id);
    const stop = watchCheckout(id, {
      onTrouble: (now) => {
        setTrouble(now);
        if (now?.status === 404) refresh();
      },
      onEnd: refresh,
      onState: (state) => {
        setConfirmations(state.confirming?.confirmations ?? 0);
        // refresh once per change, even if the refreshed page differs from the event
        if (shown.current === newsOf(state)) return;
        shown.current = newsOf(state);
        refresh();
      },
      onSecondsLeft: (seconds) => {
        const told = performance.now() + seconds * 1_000;
        setDeadlineMs((was) => (was !== null && Math.abs(was - told) < CLOCK_SLACK_MS ? was : told));
      },
    });
    return () => {
      stop();
      setTrouble(null);
    };
  }, [id, pending, refresh]);

  useEffect(() => {
    const left = deadlineMs === null ? 0 : deadlineMs - performance.now();
    if (!pending || left <= 0) return;
    const timer = setTimeout(refreshWhenServed, left + PAST_THE_END_MS);
    return () => clearTimeout(timer);
  }, [deadlineMs, pending, refreshWhenServed]);

  return (
    <LiveContext value={{ deadlineMs, confirmations, trouble, refresh }}>
      <div data-was-waiting={wasWaiting || undefined}>{children}</div>
    </LiveContext>
  );
}
