import type { Context } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import type { Locale } from "@/lib/customer/checkout/locales";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import { receiptEmail } from "@/lib/payments/page/receipt-email";

/**
 * Whether customers may have the receipt of this payment, or of its refund, sent to them. Not of a demo payment: anyone
 * can create one without a key, and could have the service write to strangers.
 */
export function offersReceiptEmail(
  { mail }: Settings,
  { status, isDemo, refunded }: Pick<Checkout, "status" | "isDemo" | "refunded">,
) {
  return mail !== null && (status === "paid" || refunded !== null) && !isDemo;
}

/**
 * Sends the receipt to an address, which is stored nowhere. Never throws. The caller has checked `offersReceiptEmail`.
 * A receipt that the mail server defers is tried again by this process.
 */
export function emailReceipt(
  { settings }: Context,
  { checkout, locale, to }: { checkout: Checkout; locale: Locale; to: string },
): ReturnType<typeof sendUntilTaken> {
  return sendUntilTaken(settings, receiptEmail(settings, checkout, locale, to), { patience: "deferred" });
}
