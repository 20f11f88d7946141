import type { Context } from "@/lib/context";
import { batch } from "@/lib/db/batch";
import { log } from "@/lib/log";
import { type AttemptResult, attemptOnce } from "@/lib/webhooks/attempt";
import { type ClaimedDelivery, claimDue, SLOTS_HEALTHY } from "@/lib/webhooks/claim";
import { recordAttempts } from "@/lib/webhooks/record-attempts";
import type { Sender } from "@/lib/webhooks/send";

const MAX_IN_FLIGHT = 512;
const MAX_CLAIM = 256;
/** Unwritten results at which claiming pauses: beyond it the database is the bottleneck. */
const MAX_OPEN = 2_000;
const SHORT_PAUSE_MS = 10_000;
/** Slots come free one by one; a claim for many of them costs little more than one for a few. */
const REFILL_AT = SLOTS_HEALTHY / 2;
const REFILL_MS = 25;

export type Dispatcher = {
  /** Starts every due attempt whose endpoint has a free slot; resolves to the number started. */
  pump(): Promise<number>;
  /** Resolves when nothing is in flight; deliveries that become due meanwhile are attempted too. */
  idle(): Promise<void>;
  /** Stops claiming; resolves when the attempts in flight have been recorded. */
  stop(): Promise<void>;
};

/** Sends due deliveries concurrently. A slow or dead endpoint occupies only its own slots. */
export function createDispatcher(
  { db: { sql }, settings }: Context,
  sender: Sender,
  onAttempt: (result: AttemptResult) => void = () => {},
): Dispatcher {
  const busy = new Map<string, number>();
  const waiters: (() => void)[] = [];
  /** attempts in progress */
  let inFlight = 0;
  /** attempts in progress or not yet recorded */
  let open = 0;
  let pumping: Promise<number> | null = null;
  let again = false;
  /** true while claiming waits for results to be written */
  let held = false;
  let refilling: NodeJS.Timeout | null = null;
  let stopped = false;

  const record = batch<AttemptResult, void>(
    async (results) => {
      await recordAttempts(sql, results);
      return results.map(() => undefined);
    },
    { max: 200, lanes: 2 },
  );

  function pump(): Promise<number> {
    again = true;
    pumping ??= claimLoop().finally(() => {
      pumping = null;
      settle();
    });
    return pumping;
  }

  async function claimLoop() {
    let begun = 0;
    held = false;
    while (again && !stopped && inFlight < MAX_IN_FLIGHT) {
      held = open >= MAX_OPEN;
      if (held) return begun;
      again = false;
      const claimed = await claimDue(sql, Math.min(MAX_CLAIM, MAX_IN_FLIGHT - inFlight), busy);
      for (const delivery of claimed) void run(delivery);
      begun += claimed.length;
      if (claimed.length === MAX_CLAIM) again = true;
    }
    return begun;
  }

  async function run(delivery: ClaimedDelivery) {
    open++;
    inFlight++;
    busy.set(delivery.endpointId, (busy.get(delivery.endpointId) ?? 0) + 1);
    const result = await attemptOnce(settings, delivery, sender);
    // a result that changes the endpoint's health keeps its slot until recorded, so that the next claim sees the change
    const routine = result.isTest || (result.outcome === "delivered" && !result.wasFailing);
    if (routine) release(delivery.endpointId);
    try {
      await record(result);
      onAttempt(result);
      pumpWhenDue(result.delayMs);
    } catch (error) {
      // the lease expires and the attempt is repeated under the same number
      log().error({ deliveryId: delivery.id, err: error }, "a webhook attempt could not be recorded");
    }
    if (!routine) release(delivery.endpointId);
    open--;
    if (held) tryPump();
    settle();
  }

  /** Short delays get an exact timer; longer ones are found by polling the due times. */
  function pumpWhenDue(delayMs: number | null) {
    if (delayMs === null || delayMs > SHORT_PAUSE_MS) return;
    setTimeout(tryPump, delayMs).unref();
  }

  function tryPump() {
    if (!stopped) pump().catch((error) => log().error({ err: error }, "deliveries could not be claimed"));
  }

  /** Frees a slot. Claims again when half of the endpoint's slots are free, or after a moment. */
  function release(endpointId: string) {
    inFlight--;
    const left = (busy.get(endpointId) ?? 1) - 1;
    if (left === 0) busy.delete(endpointId);
    else busy.set(endpointId, left);
    if (inFlight === 0 || left === REFILL_AT) refill();
    else refilling ??= setTimeout(refill, REFILL_MS);
  }

  function refill() {
    if (refilling) clearTimeout(refilling);
    refilling = null;
    tryPump();
  }

  function settle() {
    if (open > 0 || pumping) return;
    for (const resolve of waiters.splice(0)) resolve();
  }

  function idle() {
    return new Promise<void>((resolve) => {
      waiters.push(resolve);
      settle();
    });
  }

  return {
    pump,
    idle,
    stop: () => {
      stopped = true;
      if (refilling) clearTimeout(refilling);
      return idle();
    },
  };
}
