type Transfer = { to: string; amountMicros: bigint };

/**
 * Which transfers a second provider must confirm: those from the threshold up, and every one to an address where they reach
 * it together, or with what the intent that waits there has received before. So nobody who answers for one provider can
 * make up a large payment out of small ones.
 */
export function needsAgreement<T extends Transfer>(
  transfers: readonly T[],
  receivedMicros: ReadonlyMap<string, bigint>,
  thresholdMicros: bigint,
): T[] {
  const sums = new Map(receivedMicros);
  for (const { to, amountMicros } of transfers) sums.set(to, (sums.get(to) ?? 0n) + amountMicros);
  return transfers.filter(
    ({ to, amountMicros }) => amountMicros >= thresholdMicros || (sums.get(to) ?? 0n) >= thresholdMicros,
  );
}
