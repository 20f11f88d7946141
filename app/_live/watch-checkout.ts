import { getProgress, type IntentAnswer, type Trouble } from "@/app/_live/call-service";
import { LOOK_BESIDE_STREAM_MS } from "@/app/_live/next-look";
import { openStream } from "@/app/_live/open-stream";
import { watchIntent } from "@/app/_live/watch-intent";
import type { Progress } from "@/lib/intents/progress";

/** The status endpoint does not tell of part payments: every so many answers the progress is asked for as well. */
const PROGRESS_EVERY_ANSWERS = 3;

type Listener = {
  onState(state: Progress): void;
  onEnd(status: IntentAnswer["status"]): void;
  /** the seconds that are left by the server's clock */
  onSecondsLeft(seconds: number): void;
  /** null when the trouble is over */
  onTrouble(trouble: Trouble | null): void;
};

/**
 * Watches a waiting payment until it is stopped: by the server's stream, and by looks every 2 s where there is none.
 * Trouble is told only of the looks, since a page without a stream sees all the same.
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
        // a stream that is there may be a dead one: it is opened again, or found to be away
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
