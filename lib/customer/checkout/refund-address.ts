/**
 * The longest text that the form for a refund address takes: an address has 34 characters, and blanks may be around it.
 */
export const REFUND_ADDRESS_LENGTH = 64;

/** Why a refund address wasn't saved. `crossSite`: another site sent the form. `closed`: there is nothing to refund. */
export type RefundAddressProblem = "invalid" | "lost" | "own" | "taken" | "closed" | "limited" | "crossSite";
