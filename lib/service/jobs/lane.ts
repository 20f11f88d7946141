import { log } from "@/lib/base/process/log";
import { HANDLED, inSpan, LANE } from "@/lib/base/process/tracing";

/** Longest sleep: work whose wake-up was lost waits this long at most. */
const MAX_SLEEP_MS = 5_000;
/** Shortest pause of a lane that keeps being woken, so that a burst of requests causes one run, not hundreds. */
const MIN_PAUSE_MS = 10;
/** Pause when due work can't be claimed, because another process holds it or its endpoint has no free slot. */
const HELD_MS = 100;
const AFTER_ERROR_MS = 1_000;

export type Lane = { wake(): void; stop(): Promise<void> };

/** Runs one kind of work again and again: when it is due, when it is woken, and after its longest sleep. */
export function startLane(
  name: string,
  run: () => Promise<number>,
  msUntilDue: () => Promise<number | null>,
  { maxSleepMs = MAX_SLEEP_MS, minPauseMs = MIN_PAUSE_MS } = {},
): Lane {
  let stopped = false;
  let woken = false;
  let endSleep = () => {};

  const sleep = (ms: number, wakeable: boolean) =>
    new Promise<void>((resolve) => {
      if (stopped || (wakeable && woken)) return resolve();
      const timer = setTimeout(resolve, ms);
      endSleep = () => {
        if (!wakeable && !stopped) return;
        clearTimeout(timer);
        resolve();
      };
    });

  async function loop() {
    while (!stopped) {
      woken = false;
      try {
        const handled = await runInSpan(name, run);
        const due = woken ? 0 : ((await msUntilDue()) ?? maxSleepMs);
        await sleep(Math.max(minPauseMs, handled === 0 && due <= 0 ? HELD_MS : 0), false);
        await sleep(Math.min(due, maxSleepMs), true);
      } catch (error) {
        log().error({ lane: name, err: error }, "timed work failed and is tried again");
        await sleep(AFTER_ERROR_MS, false);
      }
    }
  }

  const done = loop();
  return {
    wake: () => {
      woken = true;
      endSleep();
    },
    stop: () => {
      stopped = true;
      endSleep();
      return done;
    },
  };
}

/** A run that handled nothing isn't exported. */
function runInSpan(lane: string, run: () => Promise<number>): Promise<number> {
  return inSpan(`engine ${lane}`, { attributes: () => ({ [LANE]: lane }) }, async (span) => {
    const handled = await run();
    span.setAttribute(HANDLED, handled);
    return handled;
  });
}
