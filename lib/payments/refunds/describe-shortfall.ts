import { displayAmount } from "@/lib/base/values/money";

/**
 * Why an address can't pay a refund that may be prepared already, and what to do. Null: it can, or what it holds beyond
 * earlier refunds isn't known, since a refund that would work must not be refused.
 */
export function describeShortfall(
  freeMicros: bigint | null,
  { amountMicros, isPrepared, hasWallet = false }: { amountMicros: bigint; isPrepared: boolean; hasWallet?: boolean },
): string | null {
  if (freeMicros === null || freeMicros >= amountMicros) return null;
  const left = `Only ${displayAmount(freeMicros < 0n ? 0n : freeMicros)} USDT is left at the address, less than this refund.`;
  if (hasWallet) return `${left} Sign the refund again: it's then paid from your refund wallet.`;
  const pay = `then ${isPrepared ? "sign" : "prepare"} the refund again to pay it from there.`;
  return `${left} Set a refund wallet under Settlement, ${pay} ${DONT_TOP_UP}`;
}

/** Such a transfer counts as one of the payment that had the address last. */
export const DONT_TOP_UP = "Don't send USDT to the address: it could count as a customer's payment.";
