import type { Locale } from "@/lib/checkout/locales";
import type { Context } from "@/lib/context";
import type { Checkout } from "@/lib/intents/get-checkout";
import { receiptEmail } from "@/lib/intents/receipt-email";
import { type MailOutcome, sendMail } from "@/lib/mail/send";
import type { Settings } from "@/lib/settings";

/**
 * Whether customers may have the receipt of this payment sent to them. Not of a demo payment: anyone can create one without
 * a key, and could have the service write to strangers.
 */
export function offersReceiptEmail({ mail }: Settings, { status, isDemo }: Pick<Checkout, "status" | "isDemo">) {
  return mail !== null && status === "paid" && !isDemo;
}

/** Sends the receipt to an address, which is stored nowhere. Never throws. The caller has checked `offersReceiptEmail`. */
export function emailReceipt(
  { settings }: Context,
  { checkout, locale, to }: { checkout: Checkout; locale: Locale; to: string },
): Promise<MailOutcome> {
  return sendMail(settings, receiptEmail(settings, checkout, locale, to));
}
