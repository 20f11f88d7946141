import { nextLookMs } from "@/lib/checkout/pace";
import { getInstructions, type Instructions } from "./service";

type Listener = {
  onAnswer(answer: Instructions): void;
  /** null once the trouble is over; `unknown`: the intent doesn't exist, and polling stops */
  onTrouble(kind: "offline" | "away" | "unknown" | null): void;
};

/**
 * Polls an intent until it is stopped or the status leaves `pending`: at once, then every 2 s. Pauses while the page is
 * hidden, and polls at once when the page becomes visible, is restored from history or comes back online.
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
    timer = window.setTimeout(
      look,
      nextLookMs({ failures, retryAfterSeconds: answer.ok ? 0 : answer.retryAfterSeconds }),
    );
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
