import type { Transaction } from "@/lib/db/client";

/** Makes deliveries due that wait for another attempt at endpoints, which are expected to accept them now. */
export async function sendWaiting(tx: Transaction, endpoints: Set<string>): Promise<void> {
  if (endpoints.size === 0) return;
  await tx`
    update webhook_deliveries set next_attempt_at = now()
     where endpoint_id = any(${[...endpoints]}::uuid[]) and status = 'pending' and leased_until is null
       and next_attempt_at > now()`;
}
