import { displayAmount } from "@/lib/base/values/money";

/**
 * Why an address can't pay a refund that may be prepared already, and what to do. Null: it can, or its balance isn't
 * known, since a refund that would work must not be refused.
 */
export function describeShortfall(
  balanceMicros: bigint | null,
  { amountMicros, isPrepared }: { amountMicros: bigint; isPrepared: boolean },
): string | null {
  if (balanceMicros === null || balanceMicros >= amountMicros) return null;
  const left = `Only ${displayAmount(balanceMicros)} USDT is left at the address, less than this refund.`;
  const pay = isPrepared ? "Cancel the refund, then pay" : "Pay";
  return `${left} ${pay} the customer from another wallet and record that in a note. ${DONT_TOP_UP}`;
}

/** Such a transfer counts as one of the payment that had the address last. */
export const DONT_TOP_UP = "Don't send USDT to the address: it could count as a customer's payment.";
