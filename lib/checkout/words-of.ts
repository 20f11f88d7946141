import { ar } from "@/lib/checkout/words/ar";
import { de } from "@/lib/checkout/words/de";
import { en } from "@/lib/checkout/words/en";
import { es } from "@/lib/checkout/words/es";
import { fa } from "@/lib/checkout/words/fa";
import { fr } from "@/lib/checkout/words/fr";
import { id } from "@/lib/checkout/words/id";
import type { PageWords } from "@/lib/checkout/words/page-words";
import { pt } from "@/lib/checkout/words/pt";
import { ru } from "@/lib/checkout/words/ru";
import { tr } from "@/lib/checkout/words/tr";
import { uk } from "@/lib/checkout/words/uk";
import { vi } from "@/lib/checkout/words/vi";
import { zh } from "@/lib/checkout/words/zh";
import { WORDS } from "@/sdks/browser/src/words/all";
import type { Locale } from "@/sdks/browser/src/words/locales";
import type { CheckoutWords } from "@/sdks/browser/src/words/words";

export type Words = CheckoutWords & PageWords;

export const PAGE_WORDS: Record<Locale, PageWords> = { en, es, pt, fr, de, tr, ru, uk, vi, id, zh, ar, fa };

/** All words of the hosted page in a language. For the server only: pages send the browser just what client parts need. */
export function wordsOf(locale: Locale): Words {
  return { ...WORDS[locale], ...PAGE_WORDS[locale] };
}
