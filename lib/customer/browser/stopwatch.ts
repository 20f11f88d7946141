/** More than a timer is late. */
const SLEPT_MS = 5_000;

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

/**
 * Returns how many milliseconds of the device's sleep `performance.now()` has left out since the last call; 0 in
 * browsers where it goes on. A clock that was set forward looks the same, until the server corrects it.
 */
export function createSleepMeter(): () => number {
  let ahead = Date.now() - performance.now();
  return () => {
    const before = ahead;
    ahead = Date.now() - performance.now();
    return ahead - before < SLEPT_MS ? 0 : ahead - before;
  };
}
