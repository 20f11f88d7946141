import { ar } from "./ar";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fa } from "./fa";
import { fr } from "./fr";
import { id } from "./id";
import type { Locale } from "./locales";
import { pt } from "./pt";
import { ru } from "./ru";
import { tr } from "./tr";
import { uk } from "./uk";
import { vi } from "./vi";
import type { CheckoutWords } from "./words";
import { zh } from "./zh";

/** All languages. Not for browser bundles, which take one. */
export const WORDS: Record<Locale, CheckoutWords> = { en, es, pt, fr, de, tr, ru, uk, vi, id, zh, ar, fa };
