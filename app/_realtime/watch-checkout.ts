import type { Progress } from "@/lib/intents/progress";
import { getProgress, type IntentAnswer, type Trouble } from "./call-service";
import { LOOK_BESIDE_STREAM_MS } from "./next-look";
import { openStream } from "./open-stream";
import { watchIntent } from "./watch-intent";

/** The status endpoint omits partial payments, so every third answer the progress is loaded too. */
const PROGRESS_EVERY_ANSWERS = 3;

type Listener = {
  onState(state: Progress): void;
  onEnd(status: IntentAnswer["status"]): void;
  /** seconds left by the server's clock */
  onSecondsLeft(seconds: number): void;
  /** null once the server is reached again */
  onTrouble(trouble: Trouble | null): void;
};

/**
 * Watches a pending payment until stopped: by the server's stream, or by polling every 2 s without one. Only failed polls are
 * reported as trouble, since polling works without a stream.
 */
export function watchCheckout(id: string, listener: Listener) {
  const end = new AbortController();
  let streaming = false;
  let answers = 0;

  const looks = watchIntent(
    id,
    {
      onTrouble: (trouble) => {
        if (!streaming || trouble === null) listener.onTrouble(trouble);
        // the open stream may be dead, so it is reopened
        else if (trouble.kind !== "limited") stream.renew();
      },
      onAnswer: (answer, secondsLeft) => {
        if (answer.status !== "pending") return listener.onEnd(answer.status);
        if (secondsLeft !== null) listener.onSecondsLeft(secondsLeft);
        answers += 1;
        if (!streaming && answers % PROGRESS_EVERY_ANSWERS === 0) askProgress();
      },
    },
    { everyMs: () => (streaming ? LOOK_BESIDE_STREAM_MS : undefined) },
  );

  const stream = openStream(id, {
    onOpen: (open) => {
      const lost = streaming && !open;
      streaming = open;
      if (open) listener.onTrouble(null);
      if (lost) looks.look();
    },
    onState: (state) => {
      listener.onSecondsLeft(state.expires_in_seconds);
      if (state.status !== "pending") listener.onEnd(state.status);
      else listener.onState(state);
    },
  });

  async function askProgress() {
    const progress = await getProgress(id, end.signal);
    if (progress.ok && !streaming && !end.signal.aborted) listener.onState(progress.body);
  }

  const tellOffline = () => listener.onTrouble({ kind: "offline", status: 0, message: "" });
  window.addEventListener("offline", tellOffline, { signal: end.signal });

  return () => {
    end.abort();
    looks.stop();
    stream.stop();
  };
}
