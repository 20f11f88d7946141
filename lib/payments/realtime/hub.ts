import type { Tenant } from "@/lib/base/context/context";
import type { Database } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import { type Change, recentChanges } from "@/lib/payments/realtime/recent-changes";
import { stillAllowed } from "@/lib/payments/realtime/still-allowed";

export type Watcher = Tenant & {
  userId: string;
  sessionId: string;
  /** something visible to the watcher has changed; called at most once per poll */
  onChange(): void;
  /** about every 15 s, so that no proxy closes the idle connection */
  onBeat(): void;
  /** the watcher lost access, or this process stops */
  onEnd(): void;
};

export type Hub = {
  /** Returns a function that stops watching; null when the session or user has too many pages open in this process. */
  watch(watcher: Watcher): (() => void) | null;
  /** Ends every watcher and takes no more. */
  end(): void;
};

/** Rows are committed later than their timestamps say, so each poll overlaps the previous one. */
const OVERLAP_MS = 5_000;
const BEAT_EVERY = 15;
const CHECK_EVERY = 10;
/** More windows than a person uses at once; each costs a connection. */
const MAX_PER_SESSION = 12;
const MAX_PER_USER = 36;

/**
 * Tells every open page of this process when something changed: one poll a second for all pages, none while no page is
 * open. A revoked session or changed membership ends its watchers within about ten polls.
 */
export function createHub(db: Database, { everyMs = 1_000 } = {}): Hub {
  const watchers = new Map<Watcher, { isNew: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  let known = new Set<string>();
  let polledAt = 0;
  let polls = 0;
  let ended = false;

  const drop = (watcher: Watcher) => {
    if (watchers.delete(watcher)) watcher.onEnd();
  };

  async function poll() {
    const startedAt = performance.now();
    polls += 1;
    try {
      await tell(startedAt);
      if (polls % CHECK_EVERY === 0) await check();
      if (polls % BEAT_EVERY === 0) for (const watcher of [...watchers.keys()]) watcher.onBeat();
    } catch (error) {
      log().warn({ err: error }, "the dashboard feed could not check for changes; retrying");
    }
    timer = watchers.size > 0 ? setTimeout(poll, everyMs) : undefined;
    timer?.unref();
  }

  async function tell(startedAt: number) {
    const sinceMs = OVERLAP_MS + (polledAt === 0 ? 0 : startedAt - polledAt);
    const merchants = new Set([...watchers.keys()].map((watcher) => watcher.merchantId));
    const changes = await recentChanges(db, [...merchants], sinceMs);
    polledAt = startedAt;
    for (const [watcher, state] of [...watchers]) {
      const news = changes.filter((change) => (state.isNew || !known.has(change.id)) && concerns(change, watcher));
      state.isNew = false;
      if (news.length > 0) watcher.onChange();
    }
    known = new Set(changes.map((change) => change.id));
  }

  async function check() {
    const all = [...watchers.keys()];
    const allowed = await stillAllowed(db, all);
    all.forEach((watcher, index) => {
      if (!allowed.has(index)) drop(watcher);
    });
  }

  return {
    watch(watcher) {
      if (ended) {
        watcher.onEnd();
        return () => {};
      }
      const open = [...watchers.keys()].filter(({ userId }) => userId === watcher.userId);
      const ofSession = open.filter(({ sessionId }) => sessionId === watcher.sessionId);
      if (ofSession.length >= MAX_PER_SESSION || open.length >= MAX_PER_USER) return null;
      watchers.set(watcher, { isNew: true });
      if (!timer) {
        polledAt = 0;
        timer = setTimeout(poll, everyMs);
        timer.unref();
      }
      return () => watchers.delete(watcher);
    },
    end() {
      ended = true;
      for (const watcher of [...watchers.keys()]) drop(watcher);
    },
  };
}

function concerns(change: Change, { merchantId, environment, terminalIds }: Watcher): boolean {
  if (change.merchantId !== merchantId || change.environment !== environment) return false;
  return terminalIds === null || change.terminalId === null || terminalIds.includes(change.terminalId);
}
