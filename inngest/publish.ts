import { sendInTime } from "@/inngest/client";
import { type TillEvent, tellCreated, tellDelivery, tellDemo, tellSettled } from "@/inngest/events";
import { engineContext } from "@/inngest/steps";
import { onWake, type Wake } from "@/lib/api/wake";
import { batch } from "@/lib/db/batch";
import { DEMO_DELAY_MS } from "@/lib/intents/present";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { listPendingDeliveries } from "@/lib/webhooks/list-pending";

const MAX_GROUP = 250;
/** While Inngest hangs, wakes beyond these are let go rather than heaped up: the sweep finds what they told of. */
const MAX_WAITING = 5_000;
const WARN_EVERY_MS = 60_000;

type Told = { intentId: string; events: TillEvent[] };

/** Tells Inngest of what happens in this process. Requests do not wait for it and cannot fail by it. Twice is once. */
export function publishWakes(): void {
  processWide("inngest.publisher", () => onWake(publisher()));
}

function publisher(): (wake: Wake) => void {
  const warn = warner();
  const publish = batch(
    async (told: Told[]) => {
      const deliveries = await pendingDeliveries(told).catch(warn);
      const events = [...told.flatMap((one) => one.events), ...(deliveries ?? []).map(tellDelivery)];
      if (events.length > 0) await sendInTime(events).catch(warn);
      return told.map(() => undefined);
    },
    { max: MAX_GROUP, lanes: 2 },
  );
  let waiting = 0;
  return (wake) => {
    if (!wake.intentId || waiting >= MAX_WAITING) return;
    waiting++;
    publish({ intentId: wake.intentId, events: eventsOf(wake.intentId, wake) })
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

async function pendingDeliveries(told: Told[]) {
  return listPendingDeliveries(engineContext(), [...new Set(told.map((one) => one.intentId))]);
}

function warner(): (error: unknown) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - lastMs < WARN_EVERY_MS) return;
    lastMs = performance.now();
    log().warn({ err: error }, "Inngest could not be told; its next sweep finds the work");
  };
}
