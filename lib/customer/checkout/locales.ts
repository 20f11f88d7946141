/** The languages of the payment page and of checkout.js, and how one is chosen. Pure. */

export const LOCALES = ["en", "es", "pt", "fr", "de", "tr", "ru", "uk", "vi", "id", "zh", "ar", "fa"] as const;

export type Locale = (typeof LOCALES)[number];

/** Each language by its own name, for a picker. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: "English",
  es: "Español",
  pt: "Português",
  fr: "Français",
  de: "Deutsch",
  tr: "Türkçe",
  ru: "Русский",
  uk: "Українська",
  vi: "Tiếng Việt",
  id: "Bahasa Indonesia",
  zh: "简体中文",
  ar: "العربية",
  fa: "فارسی",
};

/** The first supported language of a preference list (`["de-AT", "en"]`), or English. */
export function pickLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split(/[-_]/)[0];
    // Indonesian's code until 1989, which Java still sends
    const found = LOCALES.find((locale) => locale === (language === "in" ? "id" : language));
    if (found) return found;
  }
  return "en";
}

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" || locale === "fa" ? "rtl" : "ltr";
}

/** For the `lang` attribute: the written form of Chinese is named. */
export function languageTagOf(locale: Locale): string {
  return locale === "zh" ? "zh-Hans" : locale;
}
