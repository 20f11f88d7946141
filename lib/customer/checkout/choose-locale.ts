import { type Locale, pickLocale } from "@/lib/customer/checkout/locales";

/** Cookie that remembers the chosen language. Optional. */
export const LOCALE_COOKIE = "till-lang";

type Wishes = {
  /** `?lang=` of the URL */
  asked?: string | null;
  /** the language chosen before */
  cookie?: string | null;
  /** the `Accept-Language` header */
  acceptLanguage?: string | null;
};

/** The reader's language: from the URL, the cookie or the browser's list, in that order; else English. */
export function chooseLocale({ asked, cookie, acceptLanguage }: Wishes): Locale {
  const wished = [asked, cookie, ...byPreference(acceptLanguage ?? "")];
  return pickLocale(wished.filter((tag) => typeof tag === "string"));
}

const LONGEST_HEADER = 500;

/** `de;q=0.5, fr` → `fr`, `de`. Entries with `q=0` are left out. */
function byPreference(header: string): string[] {
  return header
    .slice(0, LONGEST_HEADER)
    .split(",")
    .map((entry) => {
      const [tag = "", ...parameters] = entry.split(";");
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/i.exec(text)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
