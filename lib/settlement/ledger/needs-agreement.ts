type Transfer = { to: string; amountMicros: bigint };

/**
 * The transfers that a second provider must confirm: those from the threshold up, and all to an address whose transfers
 * reach it together or with what its pending intent has received. So one dishonest provider can't fake a large payment
 * in small parts.
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
