import type { Database } from "@/lib/db/client";
import { INTENTS_CHANNEL, listen } from "@/lib/db/listen";
import { DomainError, notFound } from "@/lib/errors";
import { selectProgress } from "@/lib/intents/get-progress";
import { type Progress, progressOf } from "@/lib/intents/progress";
import { isTerminal } from "@/lib/intents/state";
import type { EventFeed } from "@/lib/live/event-feed";
import { gather } from "@/lib/live/gather";
import { createSeats, type Place, TURNS, type Watched } from "@/lib/live/seats";
import { log } from "@/lib/log";

export type CustomersHub = {
  /**
   * A page's place at an intent, with the state read. Null when this process takes no more pages.
   * Errors: `not_found`, `rate_limited` when too many pages are open from the address.
   */
  enter(intentId: string, address: string): Promise<EventFeed | null>;
  /** pages that are open now */
  count(): number;
  /** Ends every page and takes no more. */
  end(): Promise<void>;
};

type Options = {
  /** of the database, for a connection that listens */
  url: string;
  /** open pages; 0: no limit */
  perAddress: number;
  perProcess: number;
  /** each time one page in fifteen hears a beat, and every fifteenth time all that is watched is read */
  tickMs?: number;
};

const GATHER_MS = 5;
const AGAIN_MS = 1_000;
const LOOK_MAX = 1_000;
const HELLO = "retry: 2000\n\n";
const BEAT = ": still here\n\n";

/**
 * Tells the customers' pages of this process what becomes of their payments. The database says which intents changed: those
 * that somebody watches, and those that are newly watched, are read in one query. Every fifteen seconds all of them are
 * read, so that a notification that got lost is no lost payment. While nobody watches nothing is read.
 */
export function createCustomersHub(db: Database, options: Options): CustomersHub {
  const seats = createSeats();
  const looks = gather(look, { gatherMs: GATHER_MS, againMs: AGAIN_MS, max: LOOK_MAX, onFailure });
  const ear = createEar(options.url, (payload) => {
    if (seats.count() > 0) looks.add(payload === null ? seats.intents() : payload.split(",").filter(seats.intent));
  });
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function look(ids: string[]) {
    const there = ids.filter(seats.intent);
    if (there.length === 0) return;
    const found = new Map((await selectProgress(db.sql, there)).map((facts) => [facts.id, facts]));
    for (const id of there) {
      const intent = seats.intent(id);
      const facts = found.get(id);
      if (intent && facts) tell(intent, progressOf(facts), leave);
      else for (const place of seats.at(id)) refuse(place, notFound("intent"));
    }
  }

  function onFailure(ids: string[], error: unknown) {
    log().warn({ err: error, intents: ids.length }, "the customers' pages could not be told; it is tried again");
    for (const place of ids.flatMap(seats.at)) if (place.message === null) refuse(place, error);
  }

  function refuse(place: Place, error: unknown) {
    leave(place);
    place.settle.reject(error);
    place.page?.end();
  }

  function leave(place: Place) {
    seats.leave(place);
    if (seats.count() > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function tick() {
    ticks += 1;
    for (const place of seats.ofTurn(ticks)) {
      if (place.page) place.page.send(BEAT);
      // whoever asked went away before it could be given to him
      else if (place.beatsAlone++ > 0) leave(place);
    }
    if (ticks % TURNS !== 0) return;
    ear.open();
    looks.add(seats.intents());
  }

  return {
    async enter(intentId, address) {
      if (ended || isFull(seats.count(), options.perProcess)) return null;
      if (isFull(seats.countFrom(address), options.perAddress)) throw tooMany(options.perAddress);
      ear.open();
      timer ??= setInterval(tick, options.tickMs ?? 1_000).unref();
      const { place, read } = waitingPlace((settle) => seats.take(intentId, address, settle));
      looks.add([intentId]);
      return (await read) ? feedOf(place, seats.has, leave) : null;
    },
    count: seats.count,
    async end() {
      ended = true;
      looks.stop();
      for (const place of seats.all()) {
        leave(place);
        place.settle.resolve(false);
        place.page?.end();
      }
      await ear.close();
    },
  };
}

/** Sends a state that is news to those who have their page, and keeps it for those who wait for theirs. */
function tell(intent: Watched, progress: Progress, leave: (place: Place) => void): void {
  const facts = JSON.stringify({ ...progress, expires_in_seconds: 0 });
  const isNews = intent.told !== facts;
  intent.told = facts;
  const told = isNews ? [...intent.places] : [...intent.places].filter((place) => place.message === null);
  if (told.length === 0) return;
  const message = `event: state\ndata: ${JSON.stringify(progress)}\n\n`;
  for (const place of told) {
    place.message = message;
    place.ends = isTerminal(progress.status);
    place.settle.resolve(true);
    if (place.page) say(place, message, leave);
  }
}

function say(place: Place, text: string, leave: (place: Place) => void): void {
  place.page?.send(text);
  if (!place.ends) return;
  leave(place);
  place.page?.end();
}

function feedOf(place: Place, has: (place: Place) => boolean, leave: (place: Place) => void): EventFeed {
  return {
    attach(page) {
      if (!has(place)) return page.end();
      place.page = page;
      say(place, HELLO + place.message, leave);
    },
    leave: () => leave(place),
  };
}

function waitingPlace(take: (settle: Place["settle"]) => Place): { place: Place; read: Promise<boolean> } {
  let settle: Place["settle"] | undefined;
  const read = new Promise<boolean>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { place: take(settle as Place["settle"] & {}), read };
}

/** Listens from the first `open` on. When it could not begin, the next `open` tries again. */
function createEar(url: string, heard: (payload: string | null) => void) {
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
      log().warn({ err: error }, "the customers' pages hear of nothing at once; it is tried again");
    }
    opening = false;
  }

  return {
    open: () => void open(),
    /** does not wait for a database that does not answer */
    close: async () => {
      closed = true;
      await stop?.();
    },
  };
}

const isFull = (count: number, limit: number) => limit > 0 && count >= limit;

function tooMany(perAddress: number) {
  const sentence = `More than ${perAddress} payment pages are open from your address. Ask for the status instead.`;
  return new DomainError("rate_limited", sentence, { retryAfterSeconds: TURNS });
}
