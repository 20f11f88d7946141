import type { Trouble } from "@/app/_live/call-service";
import { nextLookMs } from "@/app/_live/next-look";
import type { PosAnswer } from "@/app/pos/[terminal]/[environment]/call-pos";

type Listener<Body> = {
  onAnswer(body: Body): void;
  /** the server refused; no more requests follow */
  onRefused(trouble: Trouble): void;
  /** the server was not reached; it is asked again */
  onTrouble(trouble: Trouble): void;
};

/** Asks until the server answers: slower after each failure, at once when the network is back. Returns a stop function. */
export function keepAsking<Body>(ask: (signal: AbortSignal) => Promise<PosAnswer<Body>>, listener: Listener<Body>) {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let asking = false;

  async function askOnce() {
    clearTimeout(timer);
    if (asking || end.signal.aborted) return;
    asking = true;
    const answer = await ask(end.signal);
    asking = false;
    if (end.signal.aborted) return;
    if (answer.ok) return finish(() => listener.onAnswer(answer.body));
    if (answer.trouble.kind === "refused") return finish(() => listener.onRefused(answer.trouble));
    failures += 1;
    listener.onTrouble(answer.trouble);
    timer = setTimeout(askOnce, nextLookMs({ failures, retryAfterSeconds: answer.trouble.retryAfterSeconds }));
  }

  function finish(tell: () => void) {
    end.abort();
    tell();
  }

  window.addEventListener("online", askOnce, { signal: end.signal });
  askOnce();
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}
