/** A terminal with fewer recent paid payments has no usual amount yet. */
const ENOUGH_PAYMENTS = 10;

/** How many of a terminal's latest paid payments tell what is usual there. */
export const RECENT_PAYMENTS = 50;

/**
 * The amount in micro-USDT above which a charge needs a second look: three times the largest of the terminal's latest
 * paid payments, or a tenth of its limit before there are enough of them. Never above the limit. Pure.
 */
export function unusualAbove(recentMicros: readonly bigint[], limitMicros: bigint): bigint {
  if (recentMicros.length < ENOUGH_PAYMENTS) return limitMicros / 10n;
  let largest = 0n;
  for (const micros of recentMicros) if (micros > largest) largest = micros;
  return 3n * largest < limitMicros ? 3n * largest : limitMicros;
}
