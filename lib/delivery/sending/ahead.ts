import { SCARCE_FROM, SLOTS_HEALTHY } from "@/lib/delivery/sending/slots";

/** Deliveries are claimed ahead of their endpoint's free slots, as many as it will accept within this time at its pace. */
const AHEAD_MS = 100;
const MOST_AHEAD = 96;

/** How many more than its slots an endpoint accepts soon, if it takes `paceMs` to respond on average; none if that is unknown. */
export function acceptedSoon(paceMs: number | undefined): number {
  return paceMs === undefined ? 0 : Math.min(MOST_AHEAD, Math.floor((SLOTS_HEALTHY * AHEAD_MS) / Math.max(1, paceMs)));
}

/**
 * How many of an endpoint may be claimed beyond its slots, if the process holds `more` deliveries beyond the first of each
 * endpoint. None once these are scarce, so that quick endpoints leave the rest to those with free slots.
 */
export function claimableAhead(paceMs: number | undefined, more: number): number {
  return more < SCARCE_FROM ? acceptedSoon(paceMs) : 0;
}
