import { nextLookMs, wantsInstructions } from "./next-look";
import { type Answer, getInstructions, getStatus, type Instructions, type Status } from "./service";

type Listener = {
  /** a good answer, with the seconds that are left by the service's clock */
  onStatus(status: Status, secondsLeft: number): void;
  /** null: they could not be had this time */
  onInstructions(instructions: Instructions | null): void;
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
  let looks = 0;
  let looking = false;
  let confirming = false;
  let offered = true;

  async function look() {
    clearTimeout(timer);
    if (looking || document.hidden || signal.aborted) return;
    looking = true;
    if (offered && wantsInstructions(looks, confirming)) void lookAtInstructions();
    const answer = await getStatus(base, id, signal);
    looking = false;
    if (signal.aborted) return;
    looks++;
    tell(answer);
    if (!answer.ok && answer.kind === "unknown") return stop();
    if (answer.ok && answer.body.status !== "pending") return stop();
    failures = answer.ok ? 0 : failures + 1;
    timer = window.setTimeout(look, nextLookMs(failures, answer.ok ? 0 : answer.retryAfterSeconds));
  }

  async function lookAtInstructions() {
    const answer = await getInstructions(base, id, signal);
    if (signal.aborted) return;
    if (answer.ok) confirming = answer.body.confirming !== null;
    else if (answer.kind === "unknown") offered = false;
    listener.onInstructions(answer.ok ? answer.body : null);
  }

  function tell(answer: Answer<Status>) {
    listener.onTrouble(answer.ok ? null : answer.kind);
    if (answer.ok) listener.onStatus(answer.body, (Date.parse(answer.body.expires_at) - answer.serverTimeMs) / 1_000);
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
