import type { Locale } from "@/lib/customer/checkout/locales";
import { ar } from "@/lib/customer/checkout/words/ar";
import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";
import { de } from "@/lib/customer/checkout/words/de";
import { en } from "@/lib/customer/checkout/words/en";
import { es } from "@/lib/customer/checkout/words/es";
import { fa } from "@/lib/customer/checkout/words/fa";
import { fr } from "@/lib/customer/checkout/words/fr";
import { id } from "@/lib/customer/checkout/words/id";
import { pt } from "@/lib/customer/checkout/words/pt";
import { ru } from "@/lib/customer/checkout/words/ru";
import { tr } from "@/lib/customer/checkout/words/tr";
import { uk } from "@/lib/customer/checkout/words/uk";
import { vi } from "@/lib/customer/checkout/words/vi";
import { zh } from "@/lib/customer/checkout/words/zh";

/** All languages. For the server only. */
export const WORDS: Record<Locale, CheckoutWords> = { en, es, pt, fr, de, tr, ru, uk, vi, id, zh, ar, fa };
