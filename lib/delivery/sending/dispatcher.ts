import type { Context } from "@/lib/base/context/context";
import { batch } from "@/lib/base/db/batch";
import { log } from "@/lib/base/process/log";
import { outsideTrace } from "@/lib/base/process/tracing";
import { type AttemptResult, attemptOnce } from "@/lib/delivery/sending/attempt";
import { type ClaimedDelivery, claimDue, giveBack } from "@/lib/delivery/sending/claim";
import { createClaimLoop } from "@/lib/delivery/sending/claim-loop";
import { createClaims } from "@/lib/delivery/sending/claims";
import { followHealth, type HealthChanges } from "@/lib/delivery/sending/follow-health";
import { untilUnlocked } from "@/lib/delivery/sending/locked-rows";
import { recordAttempts } from "@/lib/delivery/sending/record-attempts";
import type { Sender } from "@/lib/delivery/sending/send";
import { whenIdle } from "@/lib/delivery/sending/when-idle";

/** Unwritten results at which claiming pauses: beyond it the database is the bottleneck. */
const MAX_UNWRITTEN = 1_000;
/** Shorter delays get an exact timer; longer ones are found by polling the due times. */
const SHORT_PAUSE_MS = 10_000;

export type Dispatcher = {
  /** Starts every due attempt whose endpoint has a free slot; resolves to the number claimed. */
  pump(): Promise<number>;
  /**
   * Resolves when nothing is in flight, or `signal` is aborted; deliveries that become due meanwhile are attempted too.
   */
  idle(signal?: AbortSignal): Promise<void>;
  /** Stops claiming and gives back what waits; resolves when the attempts in flight have been recorded. */
  stop(): Promise<void>;
};

/** Sends due deliveries concurrently. A slow or dead endpoint occupies only its own slots, however many there are. */
export function createDispatcher(
  { db: { sql }, settings }: Context,
  sender: Sender,
  onAttempt: (result: AttemptResult) => void = () => {},
): Dispatcher {
  const claims = createClaims<ClaimedDelivery>();
  const stopping = new AbortController();
  const { signal } = stopping;
  /** deliveries claimed and not yet recorded or given back, and what follows those that were recorded */
  let open = 0;
  /** true while claiming waits for results to be written */
  let held = false;

  const loop = createClaimLoop({ limit, claim, onEnd: () => rest.check(), signal });
  const rest = whenIdle(() => open === 0 && !loop.isClaiming());
  // one statement at a time: what arrives meanwhile makes the next one large
  const record = batch(recordAll, { max: 500, concurrency: 1 });

  function limit(): number {
    held = open - claims.count() >= MAX_UNWRITTEN;
    return held ? 0 : claims.limit();
  }

  async function claim(most: number): Promise<number> {
    const due = await claimDue(sql, most, claims.shares());
    open += due.length;
    if (signal.aborted) await giveUp(due);
    else for (const delivery of claims.add(due)) void outsideTrace(() => attempt(delivery));
    return due.length;
  }

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const result = await attemptOnce(settings, delivery, sender);
    if (result) await finish(delivery, result);
    else {
      await endLeases([delivery]);
      release(delivery);
    }
    close(1);
  }

  /** A result that changes the endpoint's health keeps its slot until recorded: the next claim sees the change. */
  async function finish(delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
    const { endpointId } = delivery;
    const isRoutine = result.isTest || (result.outcome === "delivered" && !result.wasFailing);
    claims.recordPace(endpointId, result.outcome === "delivered" ? result.durationMs : null);
    if (isRoutine) {
      void giveUp(claims.takeLate(endpointId));
      release(delivery);
    }
    await recordOne(delivery, result);
    if (!isRoutine) {
      // what was claimed ahead is claimed again by what is known of the endpoint now
      await giveUp(claims.takeWaiting(endpointId));
      release(delivery);
    }
  }

  async function recordOne(delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
    try {
      while ((await record(result)) === "locked") await untilUnlocked();
      onAttempt(result);
      if (result.delayMs !== null && result.delayMs <= SHORT_PAUSE_MS) loop.after(result.delayMs);
    } catch (error) {
      // the lease expires and the attempt is repeated under the same number
      log().error({ deliveryId: delivery.id, err: error }, "a webhook attempt could not be recorded");
    }
  }

  async function recordAll(results: AttemptResult[]): Promise<("recorded" | "locked")[]> {
    const { changes, locked } = await recordAttempts(sql, results);
    void follow(changes);
    return results.map(({ deliveryId }) => (locked.has(deliveryId) ? "locked" : "recorded"));
  }

  /** Not in the statement that records: a large backlog takes its time. */
  async function follow(changes: HealthChanges): Promise<void> {
    if (changes.disabled.length + changes.outages.size === 0) return;
    open++;
    try {
      await followHealth(sql, changes, signal);
    } catch (error) {
      log().error({ err: error }, "deliveries of endpoints that changed keep their schedule");
    }
    open--;
    loop.now();
    rest.check();
  }

  function release({ endpointId }: ClaimedDelivery): void {
    const { next, claimsNow } = claims.release(endpointId);
    if (next) void attempt(next);
    loop.afterRelease(claimsNow);
  }

  async function giveUp(deliveries: ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await endLeases(deliveries);
    close(deliveries.length);
  }

  /** Leases that can't be given back expire after their time. */
  async function endLeases(deliveries: ClaimedDelivery[]): Promise<void> {
    try {
      await giveBack(sql, deliveries);
    } catch (error) {
      log().error({ deliveries: deliveries.length, err: error }, "claimed webhooks could not be given back");
    }
  }

  function close(count: number): void {
    open -= count;
    if (held) loop.now();
    rest.check();
  }

  return {
    pump: loop.pump,
    idle: rest.wait,
    stop: async () => {
      stopping.abort();
      await giveUp(claims.takeAllWaiting());
      await rest.wait();
    },
  };
}
