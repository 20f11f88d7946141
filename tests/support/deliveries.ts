import { onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { type Database, database } from "@/lib/base/db/client";
import { createDispatcher } from "@/lib/delivery/sending/dispatcher";
import { createSender } from "@/lib/delivery/sending/send";

/** What is answered is delivered, however slow this machine is. Tests of what is never answered have shorter ones. */
const ATTEMPT_MS = 300_000;

/** A dispatcher for one test. */
export function startDispatcher({
  db = database(),
  totalTimeoutMs = ATTEMPT_MS,
  sender = newSender(totalTimeoutMs),
} = {}) {
  const dispatcher = createDispatcher(systemContext(db, "test"), sender);
  onTestFinished(async () => {
    await dispatcher.stop();
    await sender.close();
  });
  return dispatcher;
}

export function newSender(totalTimeoutMs: number, options: { connectTimeoutMs?: number } = {}) {
  return createSender({ allowPrivateSandbox: true, totalTimeoutMs, ...options });
}

/**
 * Sends everything that is due and waits for the answers; what is due again later, however slow this machine is, is
 * left.
 */
export async function deliverDue(options: { db?: Database; totalTimeoutMs?: number } = {}) {
  const dispatcher = startDispatcher(options);
  await dispatcher.pump();
  await dispatcher.idle();
  await dispatcher.stop();
}

export type DeliveryRow = {
  id: string;
  status: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  seconds_until_next: number | null;
};

export function deliveriesOf(merchantId: string) {
  return database().sql<DeliveryRow[]>`
    select d.id, d.status, d.attempts, d.last_status, d.last_error,
           extract(epoch from d.next_attempt_at - now())::float8 as seconds_until_next
      from webhook_deliveries d join events e on e.id = d.event_id
     where e.merchant_id = ${merchantId} order by e.created_at, d.created_at`;
}

/** Makes everything that waits for a merchant's endpoints due now. */
export async function makeDue(merchantId: string) {
  await database().sql`
    update webhook_deliveries d set next_attempt_at = now() from events e
     where e.id = d.event_id and e.merchant_id = ${merchantId} and d.status = 'pending' and d.leased_until is null`;
}
