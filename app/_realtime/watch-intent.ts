import type { Trouble } from "@/lib/customer/browser/call";
import { poll } from "@/lib/customer/browser/poll";
import { getIntentStatus, type IntentAnswer } from "./call-service";

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
 * Polls an intent's status until stopped: every 2 s, slower after failures, not while the page is hidden, and at once
 * when the page is visible or the network is back.
 */
export function watchIntent(id: string, listener: Listener, pace: Pace = {}) {
  return poll(
    (signal) => getIntentStatus(id, signal),
    (result) => {
      listener.onTrouble(result.ok ? null : result.trouble);
      if (result.ok) listener.onAnswer(result.body, secondsLeft(result.body, result.serverTimeMs));
    },
    pace,
  );
}

function secondsLeft(answer: IntentAnswer, serverTimeMs: number | null) {
  return serverTimeMs === null ? null : (Date.parse(answer.expires_at) - serverTimeMs) / 1_000;
}
