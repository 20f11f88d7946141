import { sendInTime } from "@/inngest/client";
import { type TillEvent, tellCreated, tellDelivery, tellDemo, tellDue, tellSettled } from "@/inngest/events";
import { engineContext } from "@/inngest/steps";
import { batch } from "@/lib/base/db/batch";
import { directUrl } from "@/lib/base/db/client";
import { listen, WORK_CHANNEL } from "@/lib/base/db/listen";
import { env } from "@/lib/base/process/env";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { listPendingDeliveries } from "@/lib/delivery/sending/pending";
import { DEMO_DELAY_MS } from "@/lib/payments/intents/present";
import { onWake, type Wake } from "@/lib/service/api/wake";

const MAX_GROUP = 250;
/** While Inngest hangs, further wakes are dropped instead of queued: the sweep finds their work. */
const MAX_WAITING = 5_000;
const WARN_EVERY_MS = 60_000;
const LISTEN_AGAIN_MS = 5_000;

/** Without an intent: all deliveries that are due. */
type Told = { intentId: string; events: TillEvent[] } | { intentId: null };

/**
 * Tells Inngest what happens in this process, and what processes without an engine have notified through the database.
 * Requests don't wait for it and can't fail because of it. Calling it twice starts it once.
 */
export function publishWakes(): void {
  processWide("inngest.publisher", () => {
    const publish = publisher();
    onWake(publish);
    const { embedded, notifies } = env().jobs;
    if (!embedded && !notifies) void hearOthers(() => publish({}));
    return publish;
  });
}

/** Starts listening, however long the database is unavailable; once started, a listener reconnects automatically. */
async function hearOthers(heard: () => void): Promise<void> {
  if (!env().DATABASE_URL) return;
  await listen(directUrl(), WORK_CHANNEL, heard).catch((error) => {
    log().warn({ err: error }, "other processes are not heard; listening is tried again");
    setTimeout(() => void hearOthers(heard), LISTEN_AGAIN_MS).unref();
  });
}

function publisher(): (wake: Wake) => void {
  const warn = warner();
  const publish = batch(
    async (told: Told[]) => {
      const deliveries = await pendingDeliveries(told).catch(warn);
      const events = [...told.flatMap(eventsFor), ...(deliveries ?? []).map(tellDelivery)];
      if (told.some((one) => one.intentId === null)) events.push(tellDue());
      if (events.length > 0) await sendInTime(events).catch(warn);
      return told.map(() => undefined);
    },
    { max: MAX_GROUP, concurrency: 2 },
  );
  let waiting = 0;
  return (wake) => {
    if (waiting >= MAX_WAITING) return;
    waiting++;
    const { intentId } = wake;
    publish(intentId ? { intentId, events: eventsOf(intentId, wake) } : { intentId: null })
      .catch(warn)
      .finally(() => waiting--);
  };
}

function eventsOf(intentId: string, wake: Wake): TillEvent[] {
  const events: TillEvent[] = [];
  if (wake.expiresAt) events.push(tellCreated(intentId, wake.expiresAt));
  if (wake.demo) events.push(tellDemo(intentId, new Date(Date.now() + DEMO_DELAY_MS)));
  if (wake.settled) events.push(tellSettled(intentId));
  return events;
}

const eventsFor = (one: Told) => (one.intentId === null ? [] : one.events);

async function pendingDeliveries(told: Told[]) {
  const intentIds = new Set(told.map((one) => one.intentId).filter((id) => id !== null));
  return intentIds.size === 0 ? [] : listPendingDeliveries(engineContext(), [...intentIds]);
}

function warner(): (error: unknown) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - lastMs < WARN_EVERY_MS) return;
    lastMs = performance.now();
    log().warn({ err: error }, "Inngest could not be told; its next sweep finds the work");
  };
}
