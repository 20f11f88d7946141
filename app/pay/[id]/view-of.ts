import { cache } from "react";
import { readerLocale } from "@/app/_realtime/reader-locale";
import type { View } from "@/components/checkout/view";
import { anonymous } from "@/lib/api/context";
import { localAmount } from "@/lib/checkout/reader";
import { returnLink } from "@/lib/checkout/return-link";
import { walletLinks } from "@/lib/checkout/wallet-links";
import { WORDS } from "@/lib/checkout/words/all";
import { checkoutUrl, showsCheckoutUri } from "@/lib/checkout-links";
import { getCheckout } from "@/lib/intents/get-checkout";
import { readersCheckout } from "@/lib/intents/readers-checkout";
import { IntentId } from "@/lib/intents/schemas";

/** Everything a payment's pages show, in the reader's language; null if it doesn't exist. One query per request. */
export const viewOf = cache(async (id: string): Promise<View | null> => {
  const ctx = anonymous();
  const found = IntentId.safeParse({ id }).success ? await getCheckout(ctx, id) : null;
  if (!found) return null;
  const locale = await readerLocale();
  return {
    checkout: readersCheckout(found, locale),
    toSend: found.toSend && localAmount(found.toSend, locale),
    words: WORDS[locale],
    locale,
    back: returnLink(found.status === "paid" ? found.successUrl : found.cancelUrl, found.id),
    linkShown: showsCheckoutUri(ctx.settings, found.environment),
    wallets: walletLinks(found, checkoutUrl(ctx.settings, found.id)),
  };
});
