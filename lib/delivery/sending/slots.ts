/** attempts of one endpoint at a time, while claims are not scarce */
export const SLOTS_HEALTHY = 32;
/** Endpoints of which one process holds claimed deliveries, under way or waiting for a slot. */
export const MAX_ENDPOINTS = 3_072;
/** The last of these are for endpoints of merchants that hold nothing. */
const RESERVED = 1_024;
/** Claimed deliveries that a process holds beyond the first of each endpoint. */
export const MAX_MORE = 1_024;
/** from here on these are scarce */
export const SCARCE_FROM = MAX_MORE / 2;

/** most deliveries that one statement claims */
const MAX_CLAIM = 256;
/** how far the statement that makes claims scarce may go beyond that point */
const OVERSHOOT = 128;
/** a merchant may hold this many times what is left beyond first deliveries */
const MERCHANT_FACTOR = 2;
/** what a merchant may still take, divided by the slots that each of its endpoints has of it */
const ENDPOINT_DIVISOR = 16;
/**
 * Deliveries are claimed ahead of their endpoint's free slots, as many as it will accept within this time at its pace.
 */
const AHEAD_MS = 100;
const MOST_AHEAD = 96;

/** Endpoints that hold a claimed delivery, and how many they hold beyond the first of each. */
export type Held = { endpoints: number; more: number };

/**
 * The slots that each endpoint of a merchant has. First deliveries are counted apart, so that an endpoint that holds
 * nothing has a slot beside all slow endpoints of its own merchant, or beside those of 250 others, however many each
 * has. Once claims are scarce, an endpoint has fewer slots beyond that one, the less is left and the more its merchant
 * holds.
 */
export function slotsOfEach(all: Held, merchant: Held): number {
  const left = MAX_ENDPOINTS - all.endpoints;
  if (merchant.endpoints >= (merchant.endpoints === 0 ? left : left - RESERVED)) return 0;
  const room = MERCHANT_FACTOR * (MAX_MORE - all.more) - merchant.more;
  return 1 + Math.min(SLOTS_HEALTHY - 1, Math.max(0, Math.floor(room / ENDPOINT_DIVISOR)));
}

/** How many one statement may claim: few once claims are scarce, since it uses the slots as they were when it began. */
export function claimLimit({ endpoints, more }: Held): number {
  return Math.min(mostEndpoints(endpoints), mostMore(more));
}

/** Few of what is reserved, since a statement gives a slot to each endpoint of a merchant that holds nothing. */
function mostEndpoints(endpoints: number): number {
  const left = MAX_ENDPOINTS - endpoints;
  return left > RESERVED ? partOf(left - RESERVED, 4) : partOf(left, 64);
}

function mostMore(more: number): number {
  if (more < SCARCE_FROM) return Math.min(MAX_CLAIM, SCARCE_FROM + OVERSHOOT - more);
  const left = MAX_MORE - more;
  // with less left, no endpoint has a second slot
  return MERCHANT_FACTOR * left < ENDPOINT_DIVISOR ? MAX_CLAIM : partOf(left, 4);
}

function partOf(left: number, divisor: number): number {
  return left <= 0 ? 0 : Math.max(1, Math.floor(left / divisor));
}

/**
 * How many more than its slots an endpoint accepts soon, if it takes `paceMs` to respond on average; none if that is
 * unknown.
 */
export function acceptedSoon(paceMs: number | undefined): number {
  return paceMs === undefined ? 0 : Math.min(MOST_AHEAD, Math.floor((SLOTS_HEALTHY * AHEAD_MS) / Math.max(1, paceMs)));
}

/**
 * How many of an endpoint may be claimed beyond its slots, if the process holds `more` deliveries beyond the first of
 * each endpoint. None once these are scarce, so that quick endpoints leave the rest to those with free slots.
 */
export function claimableAhead(paceMs: number | undefined, more: number): number {
  return more < SCARCE_FROM ? acceptedSoon(paceMs) : 0;
}
