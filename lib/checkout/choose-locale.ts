import { type Locale, pickLocale } from "@/sdks/browser/src/words/locales";

/** Keeps a reader's choice; nothing breaks without it. */
export const LOCALE_COOKIE = "till-lang";

type Wishes = {
  /** `?lang=` of the address */
  asked?: string | null;
  /** what was chosen before */
  cookie?: string | null;
  /** the header of that name */
  acceptLanguage?: string | null;
};

/** The reader's language: as the address asks, else as chosen before, else the best of the browser's list, else English. */
export function chooseLocale({ asked, cookie, acceptLanguage }: Wishes): Locale {
  const wished = [asked, cookie, ...byPreference(acceptLanguage ?? "")];
  return pickLocale(wished.filter((tag) => typeof tag === "string"));
}

const LONGEST_HEADER = 500;

/** `de;q=0.5, fr` → `fr`, `de`; what `q=0` refuses is left out. */
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
