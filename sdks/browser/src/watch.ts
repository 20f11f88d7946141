import { nextLookMs } from "./next-look";
import { getInstructions, type Instructions } from "./service";

type Listener = {
  onAnswer(answer: Instructions): void;
  /** null when the trouble is over; `unknown`: there is no such intent, and nothing more is asked */
  onTrouble(kind: "offline" | "away" | "unknown" | null): void;
};

/**
 * Looks at an intent until it is stopped or has left `pending`: at once, then every 2 s, not while the page is hidden, at
 * once when it is seen again, comes back from the browser's history or is online again.
 */
export function watchIntent(base: string, id: string, listener: Listener): { stop(): void } {
  const end = new AbortController();
  const { signal } = end;
  let timer = 0;
  let failures = 0;
  let looking = false;

  async function look() {
    clearTimeout(timer);
    if (looking || document.hidden || signal.aborted) return;
    looking = true;
    const answer = await getInstructions(base, id, signal);
    looking = false;
    if (signal.aborted) return;
    listener.onTrouble(answer.ok ? null : answer.kind);
    if (answer.ok) listener.onAnswer(answer.body);
    if (answer.ok ? answer.body.status !== "pending" : answer.kind === "unknown") return stop();
    failures = answer.ok ? 0 : failures + 1;
    timer = window.setTimeout(look, nextLookMs(failures, answer.ok ? 0 : answer.retryAfterSeconds));
  }

  function stop() {
    clearTimeout(timer);
    end.abort();
  }

  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("pageshow", look, { signal });
  window.addEventListener("online", look, { signal });
  void look();
  return { stop };
}
