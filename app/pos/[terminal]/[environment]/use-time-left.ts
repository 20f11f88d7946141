"use client";

import { useEffect, useState } from "react";
import { createSleepMeter } from "@/lib/customer/browser/sleep-meter";
import { secondsUntil } from "@/lib/customer/checkout/clock";

/** When a payment's time is up, by `performance.now()`. */
export type Deadline = { id: string; atMs: number };

/**
 * Seconds left of a payment, 0 when its time is up; `atFirst` until its deadline is known. Counts by `performance.now()`, so that
 * a device with a wrong clock, or without a network, is right too. `onSlept` moves the deadline by the time that the device slept.
 */
export function useTimeLeft(deadline: Deadline | null, atFirst: number, onSlept: (ms: number) => void): number {
  const [left, setLeft] = useState<{ id: string; seconds: number } | null>(null);
  useEffect(() => {
    if (deadline === null) return;
    const slept = createSleepMeter();
    const tick = () => {
      const ms = slept();
      if (ms > 0) return onSlept(ms);
      const seconds = secondsUntil(deadline.atMs, performance.now());
      setLeft((was) => (was?.id === deadline.id && was.seconds === seconds ? was : { id: deadline.id, seconds }));
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [deadline, onSlept]);
  return deadline !== null && left?.id === deadline.id ? left.seconds : atFirst;
}
