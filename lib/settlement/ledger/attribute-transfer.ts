export type Lease = {
  intentId: string;
  /** the lease covers blocks later than this one */
  afterBlock: number;
};

/**
 * A transfer belongs to the last lease that began before its block, even if that lease has ended. Null: no lease had
 * begun yet. `leases` must be in the order in which they began. Only block numbers decide, no clock: a customer can
 * know an address only from a block after its lease began.
 */
export function attributeTransfer<L extends Lease>(leases: readonly L[], blockNumber: number): L | null {
  return leases.findLast((lease) => lease.afterBlock < blockNumber) ?? null;
}
