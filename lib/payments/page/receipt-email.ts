import type { Settings } from "@/lib/base/context/settings";
import type { EmailMessage } from "@/lib/base/mail/send";
import { currencySign } from "@/lib/base/values/currencies";
import { withoutLinks } from "@/lib/base/values/name-rules";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { receiptUrl } from "@/lib/customer/checkout/links";
import { directionOf, type Locale, languageTagOf } from "@/lib/customer/checkout/locales";
import { escapeHtml } from "@/lib/customer/checkout/markup/html-of";
import { localTime } from "@/lib/customer/checkout/reader";
import { WORDS } from "@/lib/customer/checkout/words/all";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import type { CheckoutPrice } from "@/lib/payments/page/price";
import { readersCheckout } from "@/lib/payments/page/readers-checkout";

/**
 * The receipt of a payment, or of its refund, as an email in the customer's language: only its facts and a link to it.
 */
export function receiptEmail(settings: Settings, found: Checkout, locale: Locale, to: string): EmailMessage {
  const words = WORDS[locale];
  const checkout = readersCheckout(found, locale);
  const isRtl = directionOf(locale) === "rtl";
  const blanks = { shop: withoutLinks(checkout.merchantName), amount: amountOf(checkout) };
  const email = {
    subject: fillIn(words.receiptFrom, blanks, isRtl),
    shop: blanks.shop,
    facts: factsOf(checkout, locale),
    link: receiptUrl(settings, checkout.id),
    sandbox: checkout.environment === "sandbox" ? [words.sandboxPaid] : [],
    reason: words.receiptEmailReason,
    sender: settings.appName,
  };
  return { to, subject: email.subject, text: textOf(email, isRtl), html: htmlOf(email, locale) };
}

type Fact = [name: string, value: string];
type Email = {
  subject: string;
  shop: string;
  facts: Fact[];
  link: string;
  sandbox: string[];
  reason: string;
  sender: string;
};

/** What a payment was paid with, or what was refunded of one that wasn't paid. */
function amountOf({ status, amount, refunded, price }: Checkout): string {
  if (status !== "paid") return withUnit(refunded ?? amount);
  return price ? `${priceText(price)}\u00a0· ${withUnit(amount)}` : withUnit(amount);
}

function factsOf(checkout: Checkout, locale: Locale): Fact[] {
  const words = WORDS[locale];
  const { status, price, amount, received, reference, endedAt, timeZone, id, transfers } = checkout;
  const differs = received !== null && received !== amount;
  const facts: (Fact | false | null)[] = [
    price && [words.price, priceText(price)],
    [differs ? words.amountDue : words.amount, withUnit(amount)],
    differs && [words.received, withUnit(received)],
    reference !== null && [words.referenceName, withoutLinks(reference)],
    endedAt !== null && [words[status === "pending" ? "paid" : status], localTime(endedAt, locale, timeZone)],
    [words.payment, id],
    ...transfers.map(
      ({ hash, state }): Fact | false => state === "applied" && hash !== null && [words.transaction, hash],
    ),
    ...checkout.refunds.flatMap(({ at, amount: part, address, hash }): (Fact | false)[] => [
      at !== null && [words.refunded, `${withUnit(part)}, ${localTime(at, locale, timeZone)}`],
      at !== null && address !== null && [words.refundAddress, address],
      hash !== null && [words.transaction, hash],
    ]),
  ];
  return facts.filter((fact) => fact !== false && fact !== null);
}

function textOf({ shop, facts, link, sandbox, reason, sender }: Email, isRtl: boolean): string {
  const lines = facts.map(([name, value]) => `${name}: ${isRtl ? `\u2068${value}\u2069` : value}`);
  return [shop, lines.join("\n"), ...sandbox, link, `-- \n${sender}\n${reason}`].join("\n\n");
}

function htmlOf({ subject, shop, facts, link, sandbox, reason, sender }: Email, locale: Locale): string {
  const cell = 'style="padding:2px 0;text-align:start;vertical-align:top';
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" ${cell};padding-inline-end:16px;font-weight:normal">${escapeHtml(name)}</th>` +
      `<td ${cell}"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  );
  const paragraphs = sandbox.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
  return (
    `<!doctype html><html lang="${languageTagOf(locale)}" dir="${directionOf(locale)}"><head><meta charset="utf-8">` +
    `<title>${escapeHtml(subject)}</title></head><body><h1 style="font-size:20px"><bdi>${escapeHtml(shop)}</bdi></h1>` +
    `<table>${rows.join("")}</table>${paragraphs}<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` +
    `<p style="font-size:12px">${escapeHtml(sender)}<br>${escapeHtml(reason)}</p></body></html>`
  );
}

const priceText = ({ amount, currency }: CheckoutPrice) => `${amount}\u00a0${currencySign(currency)}`;
const withUnit = (amount: string) => `${amount}\u00a0USDT`;
