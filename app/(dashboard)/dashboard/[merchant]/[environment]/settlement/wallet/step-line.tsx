"use client";

import { useEffect, useRef } from "react";
import { walletSteps } from "@/lib/service/messages/en/wallet";

/** Which step this is. With `takesFocus` it has the focus at first, since the step before has gone with its button. */
export function StepLine({ number, takesFocus }: { number: 1 | 2; takesFocus: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) line.current?.focus();
  }, [takesFocus]);
  return (
    <p ref={line} tabIndex={-1} className="text-14 text-ink-2 outline-none">
      {walletSteps.step(number)}
    </p>
  );
}
