"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Trouble } from "@/app/_live/call-service";
import { watchIntent } from "@/app/_live/watch-intent";

/** The status endpoint does not tell of part payments: now and then the page itself is asked again. */
const REFRESH_EVERY_ANSWERS = 10;
/** The server's `Date` header has whole seconds: smaller differences than this are no news. */
const CLOCK_SLACK_MS = 1_500;

type Live = {
  /** on the scale of `performance.now()`, which no change of the device's clock moves; null before the page is live */
  deadlineMs: number | null;
  trouble: Trouble | null;
};

const LiveContext = createContext<Live>({ deadlineMs: null, trouble: null });

export const useLiveCheckout = () => useContext(LiveContext);

type Props = { id: string; pending: boolean; expiresInSeconds: number; children: ReactNode };

/** Watches a waiting payment and asks the server for the page again once there is news. */
export function LiveCheckout({ id, pending, expiresInSeconds, children }: Props) {
  const router = useRouter();
  const [wasWaiting] = useState(pending);
  const [deadlineMs, setDeadlineMs] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  useEffect(() => setDeadlineMs(performance.now() + expiresInSeconds * 1_000), [expiresInSeconds]);

  useEffect(() => {
    if (!pending) return;
    let answers = 0;
    const watch = watchIntent(id, {
      onTrouble: (now) => {
        setTrouble(now);
        if (now?.status === 404) router.refresh();
      },
      onAnswer: (answer, secondsLeft) => {
        answers += 1;
        if (answer.status !== "pending" || answers % REFRESH_EVERY_ANSWERS === 0) router.refresh();
        if (secondsLeft === null) return;
        const told = performance.now() + secondsLeft * 1_000;
        setDeadlineMs((was) => (was !== null && Math.abs(was - told) < CLOCK_SLACK_MS ? was : told));
      },
    });
    return () => {
      watch.stop();
      setTrouble(null);
    };
  }, [id, pending, router]);

  return (
    <LiveContext value={{ deadlineMs, trouble }}>
      <div data-was-waiting={wasWaiting || undefined}>{children}</div>
    </LiveContext>
  );
}
