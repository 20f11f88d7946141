import type { Locale } from "@/lib/checkout/locales";
import type { Context } from "@/lib/context";
import type { Checkout } from "@/lib/intents/get-checkout";
import { receiptEmail } from "@/lib/intents/receipt-email";
import { sendUntilTaken } from "@/lib/mail/keep-trying";
import type { Settings } from "@/lib/settings";

/**
 * Whether customers may have the receipt of this payment sent to them. Not of a demo payment: anyone can create one without
 * a key, and could have the service write to strangers.
 */
export function offersReceiptEmail({ mail }: Settings, { status, isDemo }: Pick<Checkout, "status" | "isDemo">) {
  return mail !== null && status === "paid" && !isDemo;
}

/**
 * Sends the receipt to an address, which is stored nowhere. Never throws. The caller has checked `offersReceiptEmail`. A receipt
 * that the mail server defers is tried again by this process.
 */
export function emailReceipt(
  { settings }: Context,
  { checkout, locale, to }: { checkout: Checkout; locale: Locale; to: string },
): ReturnType<typeof sendUntilTaken> {
  return sendUntilTaken(settings, receiptEmail(settings, checkout, locale, to), { patience: "deferred" });
}
