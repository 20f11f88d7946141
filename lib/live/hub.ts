import type { Environment } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { type Change, recentChanges } from "@/lib/live/recent-changes";
import { stillAllowed } from "@/lib/live/still-allowed";
import { log } from "@/lib/log";

export type Watcher = {
  merchantId: string;
  environment: Environment;
  /** null: every terminal */
  terminalIds: string[] | null;
  userId: string;
  sessionId: string;
  /** something that the watcher may see has changed; at most once a look */
  onChange(): void;
  /** about every 15 s, so that nothing in between takes the connection for dead */
  onBeat(): void;
  /** the watcher may no longer look, or this process stops */
  onEnd(): void;
};

export type Hub = {
  /** Returns how to stop watching; null when too many pages of the session or of the person are open in this process. */
  watch(watcher: Watcher): (() => void) | null;
  /** Ends every watcher and takes no more. */
  end(): void;
};

/** Commits arrive later than the moments that their rows carry: each look goes back a little over the last one. */
const OVERLAP_MS = 5_000;
const BEAT_EVERY = 15;
const CHECK_EVERY = 10;
/** More windows than anybody looks at; each costs a connection. */
const MAX_PER_SESSION = 12;
const MAX_PER_USER = 36;

/**
 * Tells every open page of this process what changed: one look a second for all of them together, none while nobody
 * watches. A session that was revoked, or a membership that changed, ends its watchers within about ten looks.
 */
export function createHub(db: Database, { everyMs = 1_000 } = {}): Hub {
  const watchers = new Map<Watcher, { isNew: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  let known = new Set<string>();
  let lookedAt = 0;
  let looks = 0;
  let ended = false;

  const drop = (watcher: Watcher) => {
    if (watchers.delete(watcher)) watcher.onEnd();
  };

  async function look() {
    const startedAt = performance.now();
    looks += 1;
    try {
      await tell(startedAt);
      if (looks % CHECK_EVERY === 0) await check();
      if (looks % BEAT_EVERY === 0) for (const watcher of [...watchers.keys()]) watcher.onBeat();
    } catch (error) {
      log().warn({ err: error }, "the live feed could not look; it looks again");
    }
    timer = watchers.size > 0 ? setTimeout(look, everyMs) : undefined;
    timer?.unref();
  }

  async function tell(startedAt: number) {
    const sinceMs = OVERLAP_MS + (lookedAt === 0 ? 0 : startedAt - lookedAt);
    const merchants = new Set([...watchers.keys()].map((watcher) => watcher.merchantId));
    const changes = await recentChanges(db, [...merchants], sinceMs);
    lookedAt = startedAt;
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
        lookedAt = 0;
        timer = setTimeout(look, everyMs);
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
