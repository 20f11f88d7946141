"use client";

import { useEffect, useState } from "react";
import { watchTroubleWords } from "@/app/_live/trouble-words";
import { useLiveCheckout } from "@/app/pay/[id]/live-checkout";
import { Countdown } from "@/components/checkout/countdown";
import { Note } from "@/components/ui/note";

/** Counts down by the page's own stopwatch, so a device with a wrong clock shows the right time left. */
export function LiveCountdown({ expiresInSeconds }: { expiresInSeconds: number }) {
  const { deadlineMs } = useLiveCheckout();
  const [seconds, setSeconds] = useState(expiresInSeconds);

  useEffect(() => {
    if (deadlineMs === null) return;
    const tick = () => setSeconds(Math.max(0, Math.ceil((deadlineMs - performance.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [deadlineMs]);

  return <Countdown seconds={seconds} />;
}

/** Says that the page cannot see the payment just now; the place to say it is always there, so that it is read out. */
export function LiveTrouble() {
  const { trouble } = useLiveCheckout();
  return (
    <div role="status" className="empty:hidden">
      {trouble && <Note tone="amber">{watchTroubleWords(trouble)}</Note>}
    </div>
  );
}
