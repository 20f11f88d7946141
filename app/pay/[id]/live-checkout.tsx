"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { Trouble } from "@/app/_live/call-service";
import { newsOf } from "@/app/_live/news-of";
import { watchCheckout } from "@/app/_live/watch-checkout";
import { whenServed } from "@/app/_live/when-served";
import { rememberWaiting } from "@/app/pay/[id]/way-back";
import type { Progress } from "@/lib/intents/progress";

/** The server tells whole seconds: smaller differences than this are no news. */
const CLOCK_SLACK_MS = 1_500;
/** After the time is up the page is asked for once more, with the server's own clock past it. */
const PAST_THE_END_MS = 300;

type Live = {
  /** on the scale of `performance.now()`, which no change of the device's clock moves; null before the page is live */
  deadlineMs: number | null;
  confirmations: number;
  trouble: Trouble | null;
  /** asks the server for the page again; it has just answered something else */
  refresh(): void;
};

const LiveContext = createContext<Live>({ deadlineMs: null, confirmations: 0, trouble: null, refresh: () => {} });

export const useLiveCheckout = () => useContext(LiveContext);

type Props = { id: string; progress: Progress; children: ReactNode };

/** Watches a waiting payment and asks the server for the page again once there is news. */
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
        // asked once for each piece of news, even if the page should tell it otherwise
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
