import type { Locale } from "@/lib/checkout/locales";
import { ar } from "@/lib/checkout/words/ar";
import type { CheckoutWords } from "@/lib/checkout/words/checkout-words";
import { de } from "@/lib/checkout/words/de";
import { en } from "@/lib/checkout/words/en";
import { es } from "@/lib/checkout/words/es";
import { fa } from "@/lib/checkout/words/fa";
import { fr } from "@/lib/checkout/words/fr";
import { id } from "@/lib/checkout/words/id";
import { pt } from "@/lib/checkout/words/pt";
import { ru } from "@/lib/checkout/words/ru";
import { tr } from "@/lib/checkout/words/tr";
import { uk } from "@/lib/checkout/words/uk";
import { vi } from "@/lib/checkout/words/vi";
import { zh } from "@/lib/checkout/words/zh";

/** All languages. For the server only. */
export const WORDS: Record<Locale, CheckoutWords> = { en, es, pt, fr, de, tr, ru, uk, vi, id, zh, ar, fa };
