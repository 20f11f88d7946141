import type { Database } from "@/lib/base/db/client";
import { INTENTS_CHANNEL, listen } from "@/lib/base/db/listen";
import { log } from "@/lib/base/process/log";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { isTerminal } from "@/lib/payments/intents/state";
import { selectProgress } from "@/lib/payments/page/get-progress";
import { type Progress, progressOf } from "@/lib/payments/page/progress";
import { coalesce } from "@/lib/payments/realtime/coalesce";
import type { EventFeed } from "@/lib/payments/realtime/event-feed";
import { createSubscriptions, type Subscription, TURNS, type Watched } from "@/lib/payments/realtime/subscriptions";

export type CustomersHub = {
  /**
   * Subscribes a page to an intent, with its state read. Null when this process takes no more pages.
   * Errors: `not_found`, `rate_limited` when too many pages are open from the address.
   */
  enter(intentId: string, address: string): Promise<EventFeed | null>;
  /** pages that are open now */
  count(): number;
  /** Ends every page and takes no more. */
  end(): Promise<void>;
};

type Options = {
  /** database URL for the connection that listens */
  url: string;
  /** open pages; 0: no limit */
  perAddress: number;
  perProcess: number;
  /** each tick, one page in fifteen gets a heartbeat; every fifteenth tick reads all watched intents */
  tickMs?: number;
};

const PAUSE_MS = 5;
const RETRY_MS = 1_000;
const READ_MAX = 1_000;
const HELLO = "retry: 2000\n\n";
const BEAT = ": still here\n\n";

/**
 * Sends payment progress to the payment pages that this process serves. The database notifies which intents changed; of
 * these the watched ones, and newly watched intents, are read in one query. Every fifteen seconds all watched intents
 * are read in case a notification was lost. While no page is open, nothing is read.
 */
export function createCustomersHub(db: Database, options: Options): CustomersHub {
  const subscriptions = createSubscriptions();
  const reads = coalesce(read, { pauseMs: PAUSE_MS, retryMs: RETRY_MS, max: READ_MAX, onFailure });
  const listener = createListener(options.url, (payload) => {
    if (subscriptions.count() > 0)
      reads.add(payload === null ? subscriptions.intents() : payload.split(",").filter(subscriptions.intent));
  });
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function read(ids: string[]) {
    const there = ids.filter(subscriptions.intent);
    if (there.length === 0) return;
    const found = new Map((await selectProgress(db.sql, there)).map((facts) => [facts.id, facts]));
    for (const id of there) {
      const intent = subscriptions.intent(id);
      const facts = found.get(id);
      if (intent && facts) tell(intent, progressOf(facts), leave);
      else for (const subscription of subscriptions.ofIntent(id)) refuse(subscription, notFound("intent"));
    }
  }

  function onFailure(ids: string[], error: unknown) {
    log().warn({ err: error, intents: ids.length }, "could not update the payment pages; retrying");
    for (const subscription of ids.flatMap(subscriptions.ofIntent))
      if (subscription.message === null) refuse(subscription, error);
  }

  function refuse(subscription: Subscription, error: unknown) {
    leave(subscription);
    subscription.settle.reject(error);
    subscription.page?.end();
  }

  function leave(subscription: Subscription) {
    subscriptions.remove(subscription);
    if (subscriptions.count() > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function tick() {
    ticks += 1;
    for (const subscription of subscriptions.ofTurn(ticks)) {
      if (subscription.page) subscription.page.send(BEAT);
      // its state has been read, but the client disconnected before its page was attached
      else if (subscription.message !== null && subscription.beatsAlone++ > 0) leave(subscription);
    }
    if (ticks % TURNS !== 0) return;
    listener.open();
    reads.add(subscriptions.intents());
  }

  return {
    async enter(intentId, address) {
      if (ended || isFull(subscriptions.count(), options.perProcess)) return null;
      if (isFull(subscriptions.countFrom(address), options.perAddress)) throw tooMany(options.perAddress);
      listener.open();
      timer ??= setInterval(tick, options.tickMs ?? 1_000).unref();
      const { subscription, ready } = waitingSubscription((settle) => subscriptions.add(intentId, address, settle));
      reads.add([intentId]);
      return (await ready) ? feedOf(subscription, subscriptions.has, leave) : null;
    },
    count: subscriptions.count,
    async end() {
      ended = true;
      reads.stop();
      for (const subscription of subscriptions.all()) {
        leave(subscription);
        subscription.settle.resolve(false);
        subscription.page?.end();
      }
      await listener.close();
    },
  };
}

/** Sends a changed state to attached pages, and keeps it for subscriptions that wait for theirs. */
function tell(intent: Watched, progress: Progress, leave: (subscription: Subscription) => void): void {
  const facts = JSON.stringify({ ...progress, expires_in_seconds: 0 });
  const isNews = intent.told !== facts;
  intent.told = facts;
  const told = isNews
    ? [...intent.subscriptions]
    : [...intent.subscriptions].filter((subscription) => subscription.message === null);
  if (told.length === 0) return;
  const message = `event: state\ndata: ${JSON.stringify(progress)}\n\n`;
  for (const subscription of told) {
    subscription.message = message;
    subscription.ends = isTerminal(progress.status) && !progress.refunding;
    subscription.settle.resolve(true);
    if (subscription.page) say(subscription, message, leave);
  }
}

function say(subscription: Subscription, text: string, leave: (subscription: Subscription) => void): void {
  subscription.page?.send(text);
  if (!subscription.ends) return;
  leave(subscription);
  subscription.page?.end();
}

function feedOf(
  subscription: Subscription,
  has: (subscription: Subscription) => boolean,
  leave: (subscription: Subscription) => void,
): EventFeed {
  return {
    attach(page) {
      if (!has(subscription)) return page.end();
      subscription.page = page;
      say(subscription, HELLO + subscription.message, leave);
    },
    leave: () => leave(subscription),
  };
}

function waitingSubscription(add: (settle: Subscription["settle"]) => Subscription): {
  subscription: Subscription;
  ready: Promise<boolean>;
} {
  let settle: Subscription["settle"] | undefined;
  const ready = new Promise<boolean>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { subscription: add(settle as Subscription["settle"] & {}), ready };
}

/** Listens from the first `open` on. After a failure, the next `open` tries again. */
function createListener(url: string, heard: (payload: string | null) => void) {
  let opening = false;
  let closed = false;
  let stop: (() => Promise<void>) | undefined;

  async function open() {
    if (opening || stop || closed) return;
    opening = true;
    try {
      stop = await listen(url, INTENTS_CHANNEL, heard);
      if (closed) await stop();
    } catch (error) {
      log().warn({ err: error }, "could not listen for payment changes; retrying");
    }
    opening = false;
  }

  return {
    open: () => void open(),
    /** does not wait for a database that is unreachable */
    close: async () => {
      closed = true;
      await stop?.();
    },
  };
}

const isFull = (count: number, limit: number) => limit > 0 && count >= limit;

function tooMany(perAddress: number) {
  const sentence = `More than ${perAddress} payment pages are open from your IP address. Poll the status of the intent instead.`;
  return new DomainError("rate_limited", sentence, { retryAfterSeconds: TURNS });
}
