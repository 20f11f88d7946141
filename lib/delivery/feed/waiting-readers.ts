import type { Database } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { outsideTrace } from "@/lib/base/process/tracing";
import { DomainError } from "@/lib/base/values/errors";
import type { EventType } from "@/lib/delivery/events/catalog";
import type { FeedTenant } from "@/lib/delivery/feed/cursor";
import { numberEvents } from "@/lib/delivery/feed/number";
import { type News, selectNews, type Whose } from "@/lib/delivery/feed/select-news";

/** In each process, so that one key's readers leave room for those of others. */
export const MAX_WAITING_PER_KEY = 10;
const RETRY_SECONDS = 1;

export type Reader = FeedTenant & {
  keyId: string;
  types: readonly EventType[] | null;
  /** it has read up to here */
  position: bigint;
  /** the longest wait */
  ms: number;
  /** aborts once the client is gone */
  leaving: AbortSignal | undefined;
  /** throws once the key no longer works */
  recheck(): Promise<unknown>;
};

/** `news`: an event that it reads; `others`: the time is over, and there were events that it doesn't read. */
type Outcome = "news" | "others" | "none";

export type WaitingReaders = {
  /**
   * Resolves once there is an event for the reader, its time is over, its client is gone or the process stops. Errors:
   * `rate_limited` if too many readers with its key are waiting, and those of `recheck` and of the database.
   */
  wait(reader: Reader): Promise<Outcome>;
  count(): number;
  /** Ends every wait and begins none any more. */
  end(): void;
};

/** This process's readers that wait; the server ends them on shutdown. */
export function waitingReaders(db: Database): WaitingReaders {
  const known = processWide("feed.readers", () => new WeakMap<Database, WaitingReaders>());
  const made = known.get(db) ?? createWaitingReaders(db);
  known.set(db, made);
  return made;
}

type Waiting = Reader & {
  /** it has been told of everything up to here */
  seen: bigint;
  /** no look has been for it yet */
  isNew: boolean;
  settle(outcome: Outcome | { error: unknown }): void;
};

const EVERY_MS = 100;
/** So that a key that has ended is noticed within a second. */
const CHECK_MS = 750;

/**
 * While any reader waits, one statement every tenth of a second looks whether there are new events for anyone, and only
 * then another one for whom. Every second, the keys are checked.
 */
export function createWaitingReaders(db: Database): WaitingReaders {
  const waiting = new Set<Waiting>();
  const perKey = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isTicking = false;
  let ended = false;
  /** all but new readers have been told of the events up to here; null: someone hasn't */
  let told: bigint | null = null;
  let checkedAt = 0;

  function arm() {
    if (timer || isTicking || waiting.size === 0) return;
    timer = outsideTrace(() => setTimeout(tick, EVERY_MS).unref());
  }

  async function tick() {
    timer = undefined;
    isTicking = true;
    try {
      await look();
      if (performance.now() - checkedAt > CHECK_MS) await check();
    } catch (error) {
      log().warn(
        { err: error, readers: waiting.size },
        "could not look for new events; the waiting readers are refused",
      );
      for (const one of [...waiting]) one.settle({ error });
    }
    isTicking = false;
    arm();
  }

  async function look() {
    const { position } = await numberEvents(db);
    const asking = [...waiting].filter(({ isNew }) => isNew || position !== told);
    if (asking.length === 0) return;
    told = position;
    for (const one of asking) one.isNew = false;
    const news = await selectNews(db, placesOf(asking));
    if (news.some(({ isWhole }) => !isWhole)) told = null;
    const byWhose = new Map(news.map((one) => [whoseName(one), one]));
    for (const one of asking) tell(one, byWhose.get(whoseName(one)));
  }

  async function check() {
    checkedAt = performance.now();
    await Promise.all(
      [...waiting].map(async (one) => {
        try {
          await one.recheck();
        } catch (error) {
          one.settle({ error });
        }
      }),
    );
  }

  return {
    async wait(reader) {
      if (ended || reader.leaving?.aborted) return "none";
      const holding = perKey.get(reader.keyId) ?? 0;
      if (holding >= MAX_WAITING_PER_KEY) throw tooMany();
      perKey.set(reader.keyId, holding + 1);
      if (waiting.size === 0) checkedAt = performance.now();
      return new Promise<Outcome>((resolve, reject) => {
        const leave = () => one.settle("none");
        const timeout = setTimeout(() => one.settle(one.seen > one.position ? "others" : "none"), reader.ms).unref();
        const one: Waiting = {
          ...reader,
          seen: reader.position,
          isNew: true,
          settle(outcome) {
            if (!waiting.delete(one)) return;
            clearTimeout(timeout);
            reader.leaving?.removeEventListener("abort", leave);
            release(perKey, reader.keyId);
            if (typeof outcome === "string") resolve(outcome);
            else reject(outcome.error);
          },
        };
        waiting.add(one);
        reader.leaving?.addEventListener("abort", leave);
        arm();
      });
    },
    count: () => waiting.size,
    end() {
      ended = true;
      clearTimeout(timer);
      for (const one of [...waiting]) one.settle("none");
    },
  };
}

function release(perKey: Map<string, number>, keyId: string): void {
  const left = (perKey.get(keyId) ?? 1) - 1;
  if (left > 0) perKey.set(keyId, left);
  else perKey.delete(keyId);
}

const whoseName = ({ merchantId, environment }: Whose) => `${merchantId} ${environment}`;

/** Of each merchant and environment, the place up to which all these readers have been told. */
function placesOf(asking: readonly Waiting[]) {
  const places = new Map<string, Whose & { after: bigint }>();
  for (const one of asking) {
    const { merchantId, environment, seen } = one;
    const known = places.get(whoseName(one));
    if (!known || seen < known.after) places.set(whoseName(one), { merchantId, environment, after: seen });
  }
  return [...places.values()];
}

function tell(one: Waiting, news: News | undefined): void {
  const latest = (news?.events ?? []).filter(({ position }) => position > one.seen);
  one.seen = latest.at(-1)?.position ?? one.seen;
  if (latest.some((event) => reads(one, event))) one.settle("news");
}

function reads({ types, terminalId }: Reader, event: News["events"][number]): boolean {
  const isOfType = types === null || types.some((type) => type === event.type);
  return isOfType && (terminalId === null || terminalId === event.terminalId);
}

function tooMany() {
  const sentence = `More than ${MAX_WAITING_PER_KEY} requests with this key are waiting. Send it without wait, or once another has ended.`;
  return new DomainError("rate_limited", sentence, { retryAfterSeconds: RETRY_SECONDS });
}
