/** Claimed deliveries of all endpoints that one process holds, under way or waiting for a slot. */
export const MAX_CLAIMED = 1_024;
/** attempts of one endpoint at a time, while claims are not scarce */
export const SLOTS_HEALTHY = 32;
/** from here on claims are scarce */
export const SCARCE_FROM = MAX_CLAIMED / 2;

/** most deliveries that one statement claims */
const MAX_CLAIM = 256;
/** how far the statement that makes claims scarce may go beyond that point */
const OVERSHOOT = 128;
/** a merchant may hold this many times what is left */
const MERCHANT_FACTOR = 2;
/** and this many times if its endpoints have one slot each */
const MERCHANT_FACTOR_SINGLE = 8;
/** what a merchant may still take, divided by the slots that each of its endpoints has of it */
const ENDPOINT_DIVISOR = 16;

/**
 * The slots that each endpoint of a merchant has, if the process holds `claimed` deliveries and `taken` of them are the
 * merchant's. Once claims are scarce, an endpoint has fewer, the less is left and the more its merchant holds. So something is
 * left for an endpoint that holds nothing, however many others respond slowly, and more if they are another merchant's.
 */
export function slotsOfEach(claimed: number, taken: number): number {
  const left = MAX_CLAIMED - claimed;
  const room = MERCHANT_FACTOR * left - taken;
  if (room >= ENDPOINT_DIVISOR) return Math.min(SLOTS_HEALTHY, Math.floor(room / ENDPOINT_DIVISOR));
  return taken < MERCHANT_FACTOR_SINGLE * left ? 1 : 0;
}

/** How many one statement may claim: few once claims are scarce, since it uses the slots as they were when it began. */
export function claimLimit(claimed: number): number {
  if (claimed < SCARCE_FROM) return Math.min(MAX_CLAIM, SCARCE_FROM + OVERSHOOT - claimed);
  return Math.max(1, Math.floor((MAX_CLAIMED - claimed) / 4));
}
