import { getProgress } from "@/app/_live/call-service";
import { nextLookMs } from "@/app/_live/next-look";

/**
 * Calls `then` once the server answers for this payment. Loading the page earlier would replace it with the browser's error
 * page and lose the payment address. Returns a stop function.
 */
export function whenServed(id: string, then: () => void): () => void {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function look() {
    const answer = await getProgress(id, end.signal);
    if (end.signal.aborted) return;
    if (answer.ok || answer.trouble.status === 404) return then();
    failures += 1;
    timer = setTimeout(look, nextLookMs({ failures, retryAfterSeconds: answer.trouble.retryAfterSeconds }));
  }

  void look();
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}
