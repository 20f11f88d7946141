import { nextPollMs } from "@/lib/customer/checkout/pace";

type Answer = { ok: true } | { ok: false; trouble: { retryAfterSeconds?: number } };

type Options = {
  /** interval after a successful answer; 2 s by default */
  everyMs?(): number | undefined;
  /** asks at once instead of after the first interval */
  now?: boolean;
  /** asks while the page is hidden too */
  whileHidden?: boolean;
};

/**
 * Asks the server until stopped: at intervals, less often after failures, not while the page is hidden, and at once
 * when the page is visible or the network is back. `request` never rejects, and `take` may stop it.
 */
export function poll<A extends Answer>(
  request: (signal: AbortSignal) => Promise<A>,
  take: (answer: A) => void,
  { everyMs, now = false, whileHidden = false }: Options = {},
) {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let asking = false;

  async function ask() {
    clearTimeout(timer);
    if (asking || (document.hidden && !whileHidden) || end.signal.aborted) return;
    asking = true;
    const answer = await request(end.signal);
    asking = false;
    if (end.signal.aborted) return;
    failures = answer.ok ? 0 : failures + 1;
    take(answer);
    if (end.signal.aborted) return;
    const retryAfterSeconds = answer.ok ? 0 : answer.trouble.retryAfterSeconds;
    timer = setTimeout(ask, nextPollMs({ failures, retryAfterSeconds, everyMs: everyMs?.() }));
  }

  if (!whileHidden) document.addEventListener("visibilitychange", ask, { signal: end.signal });
  window.addEventListener("online", ask, { signal: end.signal });
  if (now) void ask();
  else timer = setTimeout(ask, nextPollMs({ failures, everyMs: everyMs?.() }));

  return {
    ask,
    stop() {
      clearTimeout(timer);
      end.abort();
    },
  };
}
