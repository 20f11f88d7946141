export type Lease = {
  intentId: string;
  /** what a lease's intent gets lies in a later block than this */
  afterBlock: number;
};

/**
 * Whose money a transfer to an address is: of the last lease that had begun before its block, also when that lease has
 * ended since. Null: nobody's, the block was there before the first lease. Leases come in the order in which they began. No
 * clock is asked, neither the chain's nor the database's: a payer can know an address only from a block after its lease.
 */
export function attributeTransfer<L extends Lease>(leases: readonly L[], blockNumber: number): L | null {
  return leases.findLast((lease) => lease.afterBlock < blockNumber) ?? null;
}
