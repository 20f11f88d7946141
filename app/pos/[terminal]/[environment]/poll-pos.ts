import type { Trouble } from "@/lib/customer/browser/call";
import { poll } from "@/lib/customer/browser/poll";
import type { PosAnswer } from "./call-pos";

type Listener<Body> = {
  onAnswer(body: Body): void;
  /** the server refused; no more requests follow */
  onRefused(trouble: Trouble): void;
  /** the server was not reached; it is asked again */
  onTrouble(trouble: Trouble): void;
};

/**
 * Asks until the server answers: slower after each failure, at once when the network is back. Returns a stop function.
 */
export function pollPos<Body>(ask: (signal: AbortSignal) => Promise<PosAnswer<Body>>, listener: Listener<Body>) {
  const polling = poll(
    ask,
    (answer) => {
      if (!answer.ok && answer.trouble.kind !== "refused") return listener.onTrouble(answer.trouble);
      polling.stop();
      if (answer.ok) listener.onAnswer(answer.body);
      else listener.onRefused(answer.trouble);
    },
    { now: true, whileHidden: true },
  );
  return polling.stop;
}
