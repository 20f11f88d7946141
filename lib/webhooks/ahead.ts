/** Claimed deliveries of all endpoints that one process holds, under way or waiting for a slot. */
export const MAX_CLAIMED = 1_024;
/** attempts of one endpoint at a time */
export const SLOTS_HEALTHY = 32;
/** Deliveries are claimed ahead of their endpoint's free slots, as many as it will accept within this time at its pace. */
const AHEAD_MS = 100;
const MOST_AHEAD = 96;

/** How many more than its slots an endpoint accepts soon, if it takes `paceMs` to respond on average; none if that is unknown. */
export function acceptedSoon(paceMs: number | undefined): number {
  return paceMs === undefined ? 0 : Math.min(MOST_AHEAD, Math.floor((SLOTS_HEALTHY * AHEAD_MS) / Math.max(1, paceMs)));
}

/**
 * How many of an endpoint may be claimed beyond its slots. None once half of all claims is taken, so that quick endpoints leave
 * the rest to those with free slots.
 */
export function claimableAhead(paceMs: number | undefined, claimed: number): number {
  return claimed < MAX_CLAIMED / 2 ? acceptedSoon(paceMs) : 0;
}
