"use client";

import { useEffect, useState } from "react";
import { secondsUntil } from "@/lib/checkout/clock";

/** Counts down by `performance.now()`, so that a device with a wrong clock shows the right time left. */
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
