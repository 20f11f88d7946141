/** How long an address rests after an intent has left it, so that money which is still on its way is told apart. */

/** Nobody leases it again before that, however few are free. */
export const MIN_COOLDOWN_SECONDS = 30 * 60;

const AFTER_PAYMENT_SECONDS = 60 * 60;
const UNPAID_SECONDS = 24 * 60 * 60;

/** A payer who has paid does not pay again; one who has not may still, with the address he copied. */
export function cooldownSeconds(paid: boolean): number {
  return paid ? AFTER_PAYMENT_SECONDS : UNPAID_SECONDS;
}
