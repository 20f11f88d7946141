import type { Context } from "@/lib/base/context/context";
import { nullIfRefused } from "@/lib/base/values/errors";
import { numberEvents } from "@/lib/delivery/feed/number";
import { CHANNELS } from "@/lib/delivery/notifications/operator";
import { nextNotificationDueMs, sendDueOn } from "@/lib/delivery/notifications/send-due";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { nextDeliveryDueMs } from "@/lib/delivery/sending/pending";
import { completeDueDemos } from "@/lib/payments/intents/complete-demo";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { nextIntentDueMs } from "@/lib/payments/intents/next-due";
import { fetchDueRates, nextFetchDueMs } from "@/lib/payments/prices/fetch-rates";
import { nextReportDueMs, sendDueReports } from "@/lib/payments/reports/send-due-reports";
import { continueResets, nextResetDueMs } from "@/lib/payments/sandbox/continue-resets";
import { removeOld } from "@/lib/service/jobs/remove-old";
import { updateAlarms } from "@/lib/service/jobs/update-alarms";
import { bookDue } from "@/lib/settlement/books/book";
import { nextBookDueMs } from "@/lib/settlement/books/queue";
import { nextFeeDueMs, readDueFees } from "@/lib/settlement/books/read-fees";
import { nextBooksMailDueMs, sendDueBooks } from "@/lib/settlement/books/send-due-books";

/** All timed work. The embedded engine, a sweep and Inngest's functions on a schedule read it here. */

/** Reads the chain at its own pace: a run only checks whether a pass is due. */
export type ChainReader = {
  /** One pass if it is due; how many were made. */
  run(): Promise<number>;
  msUntilDue(): Promise<number>;
};

/** What an engine gives to the work that it runs. */
export type Engine = {
  deliveries: Dispatcher;
  /** null while live is off */
  chain: ChainReader | null;
  /** once aborted, nothing further is begun */
  signal?: AbortSignal;
  /** all that is due is done once, one kind of work after another */
  isSweep?: boolean;
};

export type TimedWork = {
  /** of its lane in the embedded engine, in logs and traces */
  name: string;
  /** Resolves to how much it handled. Several engines may run it at once. */
  run(ctx: Context, engine: Engine): Promise<number>;
  /** Until more is due; 0 or less: now; null: nothing is known to be. */
  msUntilDue(ctx: Context, engine: Engine): Promise<number | null>;
  /** A request or a notification of another process may have made something due: the embedded engine looks at once. */
  isWoken?: true;
  /** the work that may be due after a run that handled something */
  wakes?: TimedWork;
  /** longest sleep of the embedded engine, if not the usual one */
  maxSleepMs?: number;
  /** shortest pause of the embedded engine, if not the usual one */
  minPauseMs?: number;
  /** part of each sweep; the name of what it handled in the result */
  sweptAs?: "expired" | "demos" | "resetBatches" | "deliveries";
  /** how often an engine on a schedule runs it on its own */
  everyMinutes?: number;
};

const AT_ONCE = 100;
/** About ten seconds of work; the next sweep continues. */
const RESET_BATCHES_SWEPT = 60;

const MINUTE_MS = 60_000;
const NUMBERING_MS = 5_000;

const expiry: TimedWork = {
  name: "expiry",
  run: (ctx, { isSweep }) => expireDueIntents(ctx, { whileSending: !isSweep }),
  msUntilDue: async (ctx) => (await nextIntentDueMs(ctx)).expiry,
  isWoken: true,
  sweptAs: "expired",
};

const demos: TimedWork = {
  name: "demos",
  run: (ctx) => completeDueDemos(ctx),
  msUntilDue: async (ctx) => (await nextIntentDueMs(ctx)).demo,
  isWoken: true,
  sweptAs: "demos",
};

const resets: TimedWork = {
  name: "sandbox resets",
  run: (ctx, { isSweep }) => continueResets(ctx, isSweep ? RESET_BATCHES_SWEPT : 1),
  msUntilDue: nextResetDueMs,
  isWoken: true,
  sweptAs: "resetBatches",
};

const deliveries: TimedWork = {
  name: "deliveries",
  run: async (_, { deliveries: dispatcher, isSweep }) => {
    const begun = await dispatcher.pump();
    if (isSweep) await dispatcher.idle();
    return begun;
  },
  msUntilDue: nextDeliveryDueMs,
  isWoken: true,
  sweptAs: "deliveries",
};

/** Webhooks of payments that a pass has settled are sent at once. */
export const chain = {
  name: "chain",
  run: async (_, reader) => (await reader.chain?.run()) ?? 0,
  msUntilDue: async (_, reader) => (await reader.chain?.msUntilDue()) ?? null,
  isWoken: true,
  wakes: deliveries,
  // reading the clock costs a query
  minPauseMs: 500,
  everyMinutes: 1,
} satisfies TimedWork;

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/** Due at the start of a day: a minute later is early enough for a new subscription. */
export const reports = {
  name: "report emails",
  run: async (ctx: Context, { signal }: Pick<Engine, "signal">) =>
    (await sendDueReports(ctx, AT_ONCE, signal)) + (await sendDueBooks(ctx, AT_ONCE, signal)),
  msUntilDue: async (ctx) => earlier(await nextReportDueMs(ctx), await nextBooksMailDueMs(ctx)),
  maxSleepMs: MINUTE_MS,
  everyMinutes: 5,
} satisfies TimedWork;

/** A lane for each channel, so that none waits for another. */
export const notifications = CHANNELS.map(
  (channel) =>
    ({
      name: `notifications by ${channel}`,
      run: (ctx: Context, { signal }: Pick<Engine, "signal">) => sendDueOn(ctx, channel, AT_ONCE, signal),
      msUntilDue: (ctx: Context) => nextNotificationDueMs(ctx, channel),
      everyMinutes: 1,
    }) satisfies TimedWork,
);

export const rates = {
  name: "exchange rates",
  run: (ctx: Context) => fetchDueRates(ctx, AT_ONCE),
  msUntilDue: nextFetchDueMs,
  maxSleepMs: MINUTE_MS,
  everyMinutes: 1,
} satisfies TimedWork;

/** Readers of the feed number for themselves: this keeps what gathers without any small. */
export const numbering = {
  name: "event feed",
  run: async ({ db }: Pick<Context, "db">) => (await numberEvents(db).catch(nullIfRefused))?.handled ?? 0,
  msUntilDue: async () => NUMBERING_MS,
  everyMinutes: 1,
} satisfies TimedWork;

/** Triggers queue what has to be booked; nothing waits for it. */
export const books = {
  name: "books",
  run: (ctx: Context, { signal }: Pick<Engine, "signal">) => bookDue(ctx, { signal }),
  msUntilDue: nextBookDueMs,
  everyMinutes: 1,
} satisfies TimedWork;

/** A lane of its own, since nodes may be slow to answer. */
export const fees = {
  name: "transaction fees",
  run: (ctx: Context, { signal }: Pick<Engine, "signal">) => readDueFees(ctx, signal),
  msUntilDue: nextFeeDueMs,
  maxSleepMs: MINUTE_MS,
  minPauseMs: 1_000,
  everyMinutes: 1,
} satisfies TimedWork;

export const problems = {
  name: "problems",
  run: updateAlarms,
  msUntilDue: async () => MINUTE_MS,
  maxSleepMs: MINUTE_MS,
  everyMinutes: 1,
} satisfies TimedWork;

export const cleaning = {
  name: "cleaning",
  run: (ctx: Context, { signal }: Pick<Engine, "signal">) => removeOld(ctx, signal),
  msUntilDue: async () => 10 * MINUTE_MS,
  maxSleepMs: 10 * MINUTE_MS,
  everyMinutes: 10,
} satisfies TimedWork;

/** A sweep takes them in this order: the deliveries last, since the others add some. */
export const TIMED_WORK: readonly TimedWork[] = [
  expiry,
  demos,
  resets,
  deliveries,
  chain,
  reports,
  ...notifications,
  rates,
  numbering,
  books,
  fees,
  problems,
  cleaning,
];
