import { getProgress } from "./call-service";
import { poll } from "./poll";

/**
 * Calls `then` once the server answers for this payment. Loading the page earlier would replace it with the browser's error
 * page and lose the payment address. Returns a stop function.
 */
export function whenServed(id: string, then: () => void): () => void {
  const polling = poll(
    (signal) => getProgress(id, signal),
    (answer) => {
      if (!answer.ok && answer.trouble.status !== 404) return;
      polling.stop();
      then();
    },
    { now: true, whileHidden: true },
  );
  return polling.stop;
}
