import type { View, Way } from "@/components/checkout/view";
import { readSettings, type Settings } from "@/lib/base/context/settings";
import { formatClock } from "@/lib/customer/checkout/clock";
import { contactLinks } from "@/lib/customer/checkout/contact-links";
import { checkoutUrl, receiptUrl, showsCheckoutUri } from "@/lib/customer/checkout/links";
import { localAmount } from "@/lib/customer/checkout/reader";
import { returnLink } from "@/lib/customer/checkout/return-link";
import { walletLinks } from "@/lib/customer/checkout/wallet-links";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { offersReceiptEmail } from "@/lib/payments/page/email-receipt";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import { readersCheckout } from "@/lib/payments/page/readers-checkout";
import type { Reader } from "./reader";

/** Everything a payment's pages show, in the reader's language. */
export function viewOf(found: Checkout, { locale, way, isSent, inApp }: Reader): View {
  const settings = readSettings();
  const ways = waysOf(settings, found);
  const chosen = way === "phone" ? way : ways.find((one) => one === way);
  const pageUrl = checkoutUrl(settings, found.id);
  const seconds = found.progress.expires_in_seconds;
  return {
    checkout: readersCheckout(found, locale),
    toSend: found.toSend && localAmount(found.toSend, locale),
    toArrive: found.toArrive && localAmount(found.toArrive, locale),
    words: WORDS[locale],
    locale,
    back: returnLink(found.status === "paid" ? found.successUrl : found.cancelUrl, found.id),
    contact: contactLinks(found, WORDS[locale]),
    ways,
    way: chosen ?? (ways[0] as Way),
    wallets: walletLinks(found, pageUrl),
    inApp,
    pageUrl,
    receiptUrl: receiptUrl(settings, found.id),
    receiptEmail: offersReceiptEmail(settings, found) ? { isSent, failure: null } : null,
    left: { seconds: String(seconds), clock: formatClock(seconds) },
  };
}

/** The address comes first: every wallet can pay to it, while hardly any opens the payment link. */
function waysOf(settings: Settings, { receiveAddress, environment }: Checkout): Way[] {
  if (receiveAddress === null) return ["link"];
  return showsCheckoutUri(settings, environment) ? ["address", "link"] : ["address"];
}
