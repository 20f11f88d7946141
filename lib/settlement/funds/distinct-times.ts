import type { HexAddress } from "@/lib/base/tron/address";

type Transfer = { from: HexAddress; to: HexAddress; amountMicros: bigint };

/**
 * When each of the transfers is said to be made: `now`, or up to a few milliseconds earlier, so that no two equal ones
 * have the same bytes. With the same bytes they would be one transaction, which pays once. TRON checks no such time.
 */
export function distinctTimes(transfers: readonly Transfer[], now: Date): Date[] {
  const made = new Map<string, number>();
  return transfers.map(({ from, to, amountMicros }) => {
    const transfer = `${from} ${to} ${amountMicros}`;
    const equal = made.get(transfer) ?? 0;
    made.set(transfer, equal + 1);
    return new Date(now.getTime() - equal);
  });
}
