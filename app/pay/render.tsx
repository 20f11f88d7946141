import { CheckoutPage } from "@/components/checkout/checkout-page";
import { CheckoutWindow } from "@/components/checkout/checkout-window";
import { MessagePage } from "@/components/checkout/message-page";
import { ReceiptPage } from "@/components/checkout/receipt-page";
import { LocalTime, ZonedTime } from "@/components/checkout/time";
import type { View } from "@/components/checkout/view";
import { env } from "@/lib/base/process/env";
import type { Locale } from "@/lib/customer/checkout/locales";
import { withExternalLinks } from "@/lib/customer/checkout/markup/external-links";
import { htmlOf } from "@/lib/customer/checkout/markup/html-of";
import type { Tree } from "@/lib/customer/checkout/markup/tree";
import { treesOf } from "@/lib/customer/checkout/markup/tree-of";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { documentOf, titleOf } from "./document";

/** For pages without JavaScript. Longer in live, where a reload would disturb a customer who is copying the address. */
const REFRESH_SECONDS = { sandbox: 5, live: 20 };

/** The payment as a tree, for a browser that builds its elements itself. */
export function paymentTree(view: View): Tree {
  const [tree] = treesOf(<CheckoutPage view={view} appName={env().APP_NAME} timeOf={timeIn(view)} />);
  return tree as Tree;
}

/** The payment as a tree for the window of checkout.js, on a page of another site. */
export function windowTree(view: View): Tree {
  const [tree] = treesOf(<CheckoutWindow view={view} timeOf={timeIn(view)} />);
  return withExternalLinks(tree as Tree, view);
}

const timeIn =
  ({ locale }: View) =>
  (iso: string) => <LocalTime iso={iso} locale={locale} />;

export function paymentDocument(view: View): string {
  const { checkout, locale } = view;
  const seconds = REFRESH_SECONDS[checkout.environment];
  const refresh = checkout.status === "pending" ? { seconds, always: false } : undefined;
  return documentOf(locale, { ...titleOf(view), refresh }, htmlOf([paymentTree(view)]));
}

export function receiptDocument(view: View): string {
  const { checkout, words, locale } = view;
  const { preview } = titleOf(view);
  const title = `${checkout.status === "paid" ? words.receipt : words.notPaid}: ${preview?.title}`;
  const failure = view.receiptEmail?.failure;
  const timeOf = (iso: string) => <ZonedTime iso={iso} locale={locale} timeZone={checkout.timeZone} />;
  const head = { title: failure ? `${failure.text} ${title}` : title };
  return documentOf(locale, head, htmlOf(treesOf(<ReceiptPage view={view} timeOf={timeOf} />)));
}

/** For a customer with a broken link. */
export function missingDocument(locale: Locale): string {
  const { notFound: title, notFoundText: text } = WORDS[locale];
  return messageDocument(locale, { code: "404", title, text });
}

/** For a failure on our end; reloads automatically. */
export function troubleDocument(locale: Locale, status: number): string {
  const { payment, away } = WORDS[locale];
  return messageDocument(locale, { code: String(status), title: payment, text: away }, TRY_AGAIN);
}

type Message = { code: string; title: string; text: string };

/** There is no payment on such a page for the script to follow. */
const TRY_AGAIN = { seconds: 5, always: true };

function messageDocument(locale: Locale, message: Message, refresh?: typeof TRY_AGAIN): string {
  const body = htmlOf(treesOf(<MessagePage {...message} locale={locale} />));
  return documentOf(locale, { title: message.title, refresh }, body);
}
