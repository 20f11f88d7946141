import { setTimeout as pause } from "node:timers/promises";
import { sendInTime } from "@/inngest/client";
import { tellDelivery } from "@/inngest/events";
import { engineContext } from "@/inngest/steps";
import { log } from "@/lib/base/process/log";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { listUpcomingDeliveries } from "@/lib/delivery/sending/pending";

/** A little more than the sweep's minute: later deliveries are found by the next sweep. */
const AHEAD_SECONDS = 70;
const POLL_EVERY_MS = 1_000;

/**
 * Waits for the attempts in flight, up to a limit, and starts a run for each delivery that is to be attempted again
 * before the next sweep. A delivery that has a run of its own is not started again.
 */
export async function followDeliveries(deliveries: Dispatcher, maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  const started = new Set<string>();
  const end = new AbortController();
  const idle = deliveries.idle(end.signal).then(() => true);
  let rests = false;
  while (!rests && performance.now() < until) {
    rests = await Promise.race([idle, pause(POLL_EVERY_MS, false, { ref: false })]);
    await startUpcoming(started).catch((error) =>
      log().warn({ err: error }, "webhook retries wait for the next sweep"),
    );
  }
  end.abort();
}

async function startUpcoming(started: Set<string>): Promise<void> {
  const upcoming = await listUpcomingDeliveries(engineContext(), AHEAD_SECONDS);
  const fresh = upcoming.filter(({ id }) => !started.has(id));
  if (fresh.length === 0) return;
  await sendInTime(fresh.map(tellDelivery));
  for (const { id } of fresh) started.add(id);
}
