"use client";

import { watchTroubleWords } from "@/app/_live/trouble-words";
import { useSecondsLeft } from "@/app/_live/use-seconds-left";
import { useLiveCheckout } from "@/app/pay/[id]/live-checkout";
import { Countdown } from "@/components/checkout/countdown";
import { Note } from "@/components/ui/note";

/** The time left, second by second. */
export function LiveCountdown({ expiresInSeconds }: { expiresInSeconds: number }) {
  const { deadlineMs } = useLiveCheckout();
  return <Countdown seconds={useSecondsLeft(deadlineMs, expiresInSeconds)} />;
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
