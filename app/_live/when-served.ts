import { getProgress } from "@/app/_live/call-service";
import { nextLookMs } from "@/app/_live/next-look";

/**
 * Calls `then` once the service answers for this payment. A page that is asked for while it does not is replaced by the
 * browser's error page, and the address on it is gone. Returns how to stop waiting.
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
