import type { Context } from "@/lib/context";
import { completeDueDemos } from "@/lib/intents/complete-demo";
import { expireDueIntents } from "@/lib/intents/expire-due";
import { nextIntentDueMs } from "@/lib/intents/next-due";
import { removeOld } from "@/lib/jobs/remove-old";
import { log } from "@/lib/log";
import type { Dispatcher } from "@/lib/webhooks/dispatcher";
import { nextDeliveryDueMs } from "@/lib/webhooks/next-due";

/** Longest sleep: work whose wake-up call got lost waits this long at most. */
const MAX_SLEEP_MS = 5_000;
/** Shortest pause of a lane that keeps being woken, so that a burst of requests is one run and not hundreds. */
const MIN_PAUSE_MS = 10;
/** Pause when something is due that cannot be taken now, because others hold it or its endpoint has no free slot. */
const HELD_MS = 100;
const AFTER_ERROR_MS = 1_000;
const CLEANING_EVERY_MS = 10 * 60_000;

export type Ticker = {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Stops and waits for the work in flight. */
  stop(): Promise<void>;
};

type Lane = { wake(): void; stop(): Promise<void> };

/** The embedded engine: one lane for each kind of work, so that none waits for another. */
export function startTicker(ctx: Context, deliveries: Dispatcher): Ticker {
  const lanes = [
    startLane(
      "deliveries",
      () => deliveries.pump(),
      () => nextDeliveryDueMs(ctx),
    ),
    startLane(
      "demos",
      () => completeDueDemos(ctx),
      async () => (await nextIntentDueMs(ctx)).demo,
    ),
    startLane(
      "expiry",
      () => expireDueIntents(ctx),
      async () => (await nextIntentDueMs(ctx)).expiry,
    ),
    startLane(
      "cleaning",
      () => removeOld(ctx),
      async () => CLEANING_EVERY_MS,
      CLEANING_EVERY_MS,
    ),
  ];
  return {
    wake: () => {
      for (const lane of lanes.slice(0, 3)) lane.wake();
    },
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await deliveries.stop();
    },
  };
}

function startLane(
  name: string,
  run: () => Promise<number>,
  msUntilDue: () => Promise<number | null>,
  maxSleepMs = MAX_SLEEP_MS,
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
        const handled = await run();
        const due = woken ? 0 : ((await msUntilDue()) ?? maxSleepMs);
        await sleep(handled === 0 && due <= 0 ? HELD_MS : MIN_PAUSE_MS, false);
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
