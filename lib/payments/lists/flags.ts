/** What is unusual about a payment: partially paid, overpaid, or a late payment that was not applied. */
export const PAYMENT_FLAGS = ["partial", "over", "late"] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** The bits of `payment_intents.flags`. */
export const FLAG_BITS: Record<PaymentFlag, number> = { partial: 1, over: 2, late: 4 };

export function flagsOf(bits: number): PaymentFlag[] {
  return PAYMENT_FLAGS.filter((flag) => bits & FLAG_BITS[flag]);
}

/** Every column value that has one of the flags; `partial` and `over` exclude each other. */
export function bitsWith(flags: PaymentFlag[]): number[] {
  return [1, 2, 4, 5, 6].filter((bits) => flags.some((flag) => bits & FLAG_BITS[flag]));
}
