"use client";

import { useEffect, useState } from "react";

/** Whole seconds, the one that has begun included. A rounding error of the stopwatch's fractions begins no second. */
export function secondsUntil(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs - 1) / 1_000));
}

/** Counts down by the page's own stopwatch, so a device with a wrong clock shows the right time left. */
export function useSecondsLeft(deadlineMs: number | null, atFirst: number): number {
  const [seconds, setSeconds] = useState(atFirst);
  useEffect(() => {
    if (deadlineMs === null) return;
    const tick = () => setSeconds(secondsUntil(deadlineMs, performance.now()));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [deadlineMs]);
  return seconds;
}
