import type { Context } from "@/lib/base/context/context";
import { log } from "@/lib/base/process/log";
import { HANDLED, inSpan, LANE } from "@/lib/base/process/tracing";
import { CHANNELS } from "@/lib/delivery/notifications/operator";
import { nextNotificationDueMs, sendDueOn } from "@/lib/delivery/notifications/send-due";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { nextDeliveryDueMs } from "@/lib/delivery/sending/pending";
import { completeDueDemos } from "@/lib/payments/intents/complete-demo";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { nextIntentDueMs } from "@/lib/payments/intents/next-due";
import { nextReportDueMs, sendDueReports } from "@/lib/payments/reports/send-due-reports";
import { continueResets, nextResetDueMs } from "@/lib/payments/sandbox/continue-resets";
import { noteProblems } from "@/lib/service/jobs/note-problems";
import { removeOld } from "@/lib/service/jobs/remove-old";

/** Longest sleep: work whose wake-up was lost waits this long at most. */
const MAX_SLEEP_MS = 5_000;
/** Shortest pause of a lane that keeps being woken, so that a burst of requests causes one run, not hundreds. */
const MIN_PAUSE_MS = 10;
/** Shortest pause of the chain's lane, where reading the clock costs a query. */
const CHAIN_PAUSE_MS = 500;
/** Pause when due work can't be claimed, because another process holds it or its endpoint has no free slot. */
const HELD_MS = 100;
const AFTER_ERROR_MS = 1_000;
const CLEANING_EVERY_MS = 10 * 60_000;

/** Reports are due at the start of a day: a minute later is early enough for a new subscription. */
const REPORTS_SLEEP_MS = 60_000;
const REPORTS_AT_ONCE = 100;

const MESSAGES_AT_ONCE = 100;
const PROBLEMS_EVERY_MS = 60_000;

export type Ticker = {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Stops and waits for the work in flight. */
  stop(): Promise<void>;
};

type Lane = { wake(): void; stop(): Promise<void> };

/** Reads the chain at its own pace: a wake only checks whether a pass is due. */
export type ChainReader = {
  /** One pass if it is due; how many were made. */
  run(): Promise<number>;
  msUntilDue(): Promise<number>;
};

/** The embedded engine: one lane for each kind of work, so that none waits for another. Without `chain`, live is off. */
export function startTicker(ctx: Context, deliveries: Dispatcher, chain: ChainReader | null = null): Ticker {
  const sending = startLane(
    "deliveries",
    () => deliveries.pump(),
    () => nextDeliveryDueMs(ctx),
  );
  const lanes = [
    sending,
    startLane(
      "demos",
      () => completeDueDemos(ctx),
      async () => (await nextIntentDueMs(ctx)).demo,
    ),
    startLane(
      "expiry",
      () => expireDueIntents(ctx, { whileSending: true }),
      async () => (await nextIntentDueMs(ctx)).expiry,
    ),
    startLane(
      "sandbox resets",
      () => continueResets(ctx, 1),
      () => nextResetDueMs(ctx),
    ),
  ];
  const stopping = new AbortController();
  const reports = startLane(
    "report emails",
    () => sendDueReports(ctx, REPORTS_AT_ONCE, stopping.signal),
    () => nextReportDueMs(ctx),
    { maxSleepMs: REPORTS_SLEEP_MS },
  );
  const notifications = CHANNELS.map((channel) =>
    startLane(
      `notifications by ${channel}`,
      () => sendDueOn(ctx, channel, MESSAGES_AT_ONCE, stopping.signal),
      () => nextNotificationDueMs(ctx, channel),
    ),
  );
  const problems = startLane(
    "problems",
    () => noteProblems(ctx),
    async () => PROBLEMS_EVERY_MS,
    { maxSleepMs: PROBLEMS_EVERY_MS },
  );
  if (chain) lanes.push(startChainLane(chain, sending));
  const cleaning = startLane(
    "cleaning",
    () => removeOld(ctx, stopping.signal),
    async () => CLEANING_EVERY_MS,
    { maxSleepMs: CLEANING_EVERY_MS },
  );
  return {
    wake: () => {
      for (const lane of lanes) lane.wake();
    },
    stop: async () => {
      stopping.abort();
      const all = [...lanes, reports, ...notifications, problems, cleaning];
      // at once: while it claims, its lane doesn't end
      await Promise.all([deliveries.stop(), ...all.map((lane) => lane.stop())]);
    },
  };
}

/** Webhooks of payments that a pass has settled are sent at once. */
function startChainLane(chain: ChainReader, sending: Lane): Lane {
  return startLane(
    "chain",
    async () => {
      const passes = await chain.run();
      if (passes > 0) sending.wake();
      return passes;
    },
    () => chain.msUntilDue(),
    { minPauseMs: CHAIN_PAUSE_MS },
  );
}

/** A run that handled nothing isn't exported. */
function runInSpan(lane: string, run: () => Promise<number>): Promise<number> {
  return inSpan(`engine ${lane}`, { attributes: () => ({ [LANE]: lane }) }, async (span) => {
    const handled = await run();
    span.setAttribute(HANDLED, handled);
    return handled;
  });
}

function startLane(
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
