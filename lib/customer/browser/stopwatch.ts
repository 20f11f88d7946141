import { createSleepMeter } from "./sleep-meter";

/** Returns how many milliseconds have passed since this call, those included that the device has slept. */
export function startStopwatch(): () => number {
  const startedAtMs = performance.now();
  const slept = createSleepMeter();
  let sleptMs = 0;
  return () => {
    sleptMs += slept();
    return performance.now() - startedAtMs + sleptMs;
  };
}
