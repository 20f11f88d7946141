"use client";

import { useEffect, useState } from "react";

/** Counts down by the page's own stopwatch, so a device with a wrong clock shows the right time left. */
export function useSecondsLeft(deadlineMs: number | null, atFirst: number): number {
  const [seconds, setSeconds] = useState(atFirst);
  useEffect(() => {
    if (deadlineMs === null) return;
    const tick = () => setSeconds(Math.max(0, Math.ceil((deadlineMs - performance.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [deadlineMs]);
  return seconds;
}
