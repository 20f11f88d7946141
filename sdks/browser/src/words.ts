import { call } from "@/lib/customer/browser/call";
import { type Locale, pickLocale } from "@/lib/customer/checkout/locales";
import { SPOKEN, type SpokenWords } from "./spoken";

/** The folder of the other languages, set by the build. It is named by a hash of their content. */
declare const TILL_WORDS: string;
/** English, set by the build. */
declare const TILL_ENGLISH: string[];

const asked = new Map<string, Promise<SpokenWords | null>>();

export const english = named(TILL_ENGLISH);

/** English is part of the script; another language is fetched once, before the first press. Null: use English. */
export function loadWords(base: string, locale: Locale): Promise<SpokenWords | null> {
  if (locale === "en") return Promise.resolve(null);
  const url = `${base}${TILL_WORDS}${locale}.json`;
  let found = asked.get(url);
  if (!found) {
    found = call<string[]>(url, { cache: "default", credentials: "omit" }).then((answer) => {
      if (!answer.ok) asked.delete(url);
      return answer.ok ? named(answer.body) : null;
    });
    asked.set(url, found);
  }
  return found;
}

function named(sentences: string[]): SpokenWords {
  return Object.fromEntries(SPOKEN.map((name, at) => [name, sentences[at]])) as SpokenWords;
}

export function localeOf(wanted: string | undefined): Locale {
  const languages = navigator.languages ?? [];
  return pickLocale(wanted && wanted !== "auto" ? [wanted, ...languages] : languages);
}
