import type { View } from "@/components/checkout/view";
import { priceAndAmount, withUnit } from "@/components/checkout/view";
import { env } from "@/lib/base/process/env";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf, type Locale, languageTagOf } from "@/lib/customer/checkout/locales";
import { escapeHtml } from "@/lib/customer/checkout/markup/html-of";
import { pageAssets } from "./assets";

type Head = {
  title: string;
  /** of link previews, which are cached for long and don't show the status */
  preview?: { title: string; description: string };
  /** reloads the page: always, or where no script updates it */
  refresh?: { seconds: number; always: boolean };
};

/** A whole page: `body` is HTML. */
export function documentOf(locale: Locale, { title, preview, refresh }: Head, body: string): string {
  const { script, style, font } = pageAssets();
  const lang = languageTagOf(locale);
  const meta = (key: string, name: string, content: string) =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}">`;
  const previewTags = preview
    ? meta("property", "og:title", preview.title) +
      // one for search engines and link previews alike
      meta('name="description" property', "og:description", preview.description) +
      meta("property", "og:site_name", env().APP_NAME) +
      meta("property", "og:locale", lang)
    : "";
  return (
    `<!doctype html><html lang="${lang}" dir="${directionOf(locale)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>` +
    `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` +
    `<link rel="stylesheet" href="${style}"><script src="${script}" defer></script>` +
    `<link rel="icon" href="/icon.svg" type="image/svg+xml">` +
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf7">` +
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#110f0c">` +
    `<meta name="darkreader-lock">` +
    `<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">` +
    previewTags +
    (refresh ? refreshTag(refresh) : "") +
    `</head><body>${body}</body></html>`
  );
}

function refreshTag({ seconds, always }: NonNullable<Head["refresh"]>): string {
  const tag = `<meta http-equiv="refresh" content="${seconds}">`;
  return always ? tag : `<noscript>${tag}</noscript>`;
}

/** The title says how the payment stands, so that a tab in the background does. */
export function titleOf({ checkout, words, locale }: View): { title: string; preview: Head["preview"] } {
  const shop = checkout.merchantName;
  const isRtl = directionOf(locale) === "rtl";
  const title = fillIn(words.title, { amount: priceAndAmount(checkout, locale), shop }, isRtl);
  const description = fillIn(words.description, { amount: withUnit(checkout.amount, locale), shop }, isRtl);
  return {
    title: checkout.status === "pending" ? title : `${words[checkout.status]}: ${title}`,
    preview: { title, description },
  };
}
