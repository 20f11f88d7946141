import { log } from "@/lib/base/process/log";

/** A slot that came free waits no longer than this for a claim that fills many at once. */
const REFILL_MS = 25;

/** Claims one statement at a time until nothing more is due or may be claimed; none once `signal` is aborted. */
export function createClaimLoop(options: {
  /** how many may be claimed now */
  limit: () => number;
  /** Claims and starts up to `limit` deliveries; how many. */
  claim: (limit: number) => Promise<number>;
  onEnd: () => void;
  signal: AbortSignal;
}) {
  const { limit, claim, onEnd, signal } = options;
  let running: Promise<number> | null = null;
  let again = false;
  let refilling: NodeJS.Timeout | null = null;

  /** Resolves to the number claimed. What becomes due during a claim is claimed by a further one. */
  function pump(): Promise<number> {
    again = true;
    running ??= claimAll().finally(() => {
      running = null;
      onEnd();
    });
    return running;
  }

  async function claimAll(): Promise<number> {
    let begun = 0;
    while (again && !signal.aborted) {
      const most = limit();
      if (most === 0) break;
      again = false;
      const claimed = await claim(most);
      begun += claimed;
      if (claimed === most) again = true;
    }
    return begun;
  }

  function now(): void {
    if (!signal.aborted) pump().catch((error) => log().error({ err: error }, "deliveries could not be claimed"));
  }

  function refill(): void {
    if (refilling) clearTimeout(refilling);
    refilling = null;
    now();
  }

  signal.addEventListener("abort", () => refilling && clearTimeout(refilling));

  return {
    pump,
    now,
    isClaiming: () => running !== null,
    /** Claims at once, or after a moment in which more slots may come free. */
    afterRelease(atOnce: boolean): void {
      if (atOnce) refill();
      else refilling ??= setTimeout(refill, REFILL_MS);
    },
    after: (delayMs: number) => void setTimeout(now, delayMs).unref(),
  };
}
