"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { Trouble } from "@/app/_live/call-service";
import { watchCheckout } from "@/app/_live/watch-checkout";
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
};

const LiveContext = createContext<Live>({ deadlineMs: null, confirmations: 0, trouble: null });

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
        if (now?.status === 404) router.refresh();
      },
      onEnd: () => router.refresh(),
      onState: (state) => {
        setConfirmations(state.confirming?.confirmations ?? 0);
        // asked once for each piece of news, even if the page should tell it otherwise
        if (shown.current === newsOf(state)) return;
        shown.current = newsOf(state);
        router.refresh();
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
  }, [id, pending, router]);

  useEffect(() => {
    const left = deadlineMs === null ? 0 : deadlineMs - performance.now();
    if (!pending || left <= 0) return;
    const timer = setTimeout(() => router.refresh(), left + PAST_THE_END_MS);
    return () => clearTimeout(timer);
  }, [deadlineMs, pending, router]);

  return (
    <LiveContext value={{ deadlineMs, confirmations, trouble }}>
      <div data-was-waiting={wasWaiting || undefined}>{children}</div>
    </LiveContext>
  );
}

/** What a page must be made anew for; the blocks and the seconds are counted in place. */
function newsOf({ status, received_usdt, confirming, uncounted }: Progress) {
  return [status, received_usdt, confirming?.amount_usdt ?? 0, uncounted].join();
}
