/** How long an address cools down after its lease ends, so that late transfers aren't applied to the next payment. */

/** The minimum cooldown: no lease begins earlier, however few addresses are free. */
export const MIN_COOLDOWN_SECONDS = 30 * 60;

const AFTER_PAYMENT_SECONDS = 60 * 60;
const UNPAID_SECONDS = 24 * 60 * 60;

/** Paying customers rarely pay twice. Customers who haven't paid may still do so, with an address they copied. */
export function cooldownSeconds(paid: boolean): number {
  return paid ? AFTER_PAYMENT_SECONDS : UNPAID_SECONDS;
}
