/** A transfer may stand in a block whose time lies this long before the lease's: the two clocks are not one. */
const LEASE_GRACE_SECONDS = 60;

export type Lease = { intentId: string; leasedAt: Date };

/**
 * Whose money a transfer to an address is: of the last lease that had begun by its block's time and a minute, also when
 * that lease has ended since. Null: nobody's, it came before the first one.
 */
export function whoseTransfer<L extends Lease>(leases: readonly L[], occurredAt: Date): L | null {
  const latestMs = occurredAt.getTime() + LEASE_GRACE_SECONDS * 1_000;
  let found: L | null = null;
  for (const lease of leases) {
    if (lease.leasedAt.getTime() > latestMs) continue;
    if (!found || lease.leasedAt.getTime() >= found.leasedAt.getTime()) found = lease;
  }
  return found;
}
