import { getIntentStatus, type IntentAnswer, type Trouble } from "@/app/_live/call-service";
import { nextLookMs } from "@/app/_live/next-look";

type Listener = {
  /** a successful response, with the seconds left by the server's clock if it sent a `Date` */
  onAnswer(answer: IntentAnswer, secondsLeft: number | null): void;
  /** null once the server is reached again */
  onTrouble(trouble: Trouble | null): void;
};

type Pace = {
  /** interval after a successful poll; 2 s by default */
  everyMs?(): number | undefined;
};

/**
 * Polls an intent's status until stopped: every 2 s, slower after failures, not while the page is hidden, and at once when
 * the page is visible or the network is back.
 */
export function watchIntent(id: string, listener: Listener, { everyMs }: Pace = {}) {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let looking = false;

  async function look() {
    clearTimeout(timer);
    if (looking || document.hidden || end.signal.aborted) return;
    looking = true;
    const result = await getIntentStatus(id, end.signal);
    looking = false;
    if (end.signal.aborted) return;
    failures = result.ok ? 0 : failures + 1;
    listener.onTrouble(result.ok ? null : result.trouble);
    if (result.ok) listener.onAnswer(result.body, secondsLeft(result.body, result.serverTimeMs));
    const retryAfterSeconds = result.ok ? 0 : result.trouble.retryAfterSeconds;
    timer = setTimeout(look, nextLookMs({ failures, retryAfterSeconds, everyMs: everyMs?.() }));
  }

  document.addEventListener("visibilitychange", look, { signal: end.signal });
  window.addEventListener("online", look, { signal: end.signal });
  timer = setTimeout(look, nextLookMs({ failures }));

  return {
    look,
    stop() {
      clearTimeout(timer);
      end.abort();
    },
  };
}

function secondsLeft(answer: IntentAnswer, serverTimeMs: number | null) {
  return serverTimeMs === null ? null : (Date.parse(answer.expires_at) - serverTimeMs) / 1_000;
}
