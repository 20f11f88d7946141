/** How long an address cools down after its lease ends, so that late transfers aren't applied to the next payment. */

/** The minimum cooldown: no lease begins earlier, however few addresses are free. */
export const MIN_COOLDOWN_SECONDS = 30 * 60;

const AFTER_PAYMENT_SECONDS = 60 * 60;
const UNPAID_SECONDS = 24 * 60 * 60;

/** The cooldowns as people read them: `1 hour`. Every sentence about a cooldown takes its length from here. */
export const COOLDOWNS = {
  paid: formatCooldown(AFTER_PAYMENT_SECONDS),
  unpaid: formatCooldown(UNPAID_SECONDS),
  minimum: formatCooldown(MIN_COOLDOWN_SECONDS),
};

/** Paying customers rarely pay twice. Customers who haven't paid may still do so, with an address they copied. */
export function cooldownSeconds(paid: boolean): number {
  return paid ? AFTER_PAYMENT_SECONDS : UNPAID_SECONDS;
}

function formatCooldown(seconds: number): string {
  const [count, unit] = seconds % 3_600 === 0 ? [seconds / 3_600, "hour"] : [seconds / 60, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
