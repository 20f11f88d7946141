import { type Locale, pickLocale } from "@/lib/checkout/locales";
import { en } from "@/lib/checkout/words/en";
import { getWords } from "./service";
import type { SpokenWords } from "./spoken";

/** The folder of the other languages, set by the build. It is named by a hash of their content. */
declare const TILL_WORDS: string;

const asked = new Map<string, Promise<SpokenWords | null>>();

/** English is part of the script; another language is fetched once, before the first press. Null: use English. */
export function loadWords(base: string, locale: Locale): Promise<SpokenWords | null> {
  if (locale === "en") return Promise.resolve(null);
  const url = `${base}${TILL_WORDS}${locale}.json`;
  let found = asked.get(url);
  if (!found) {
    found = getWords(url).then((sentences) => {
      if (!sentences) asked.delete(url);
      return sentences && named(sentences);
    });
    asked.set(url, found);
  }
  return found;
}

function named(sentences: string[]): SpokenWords {
  const names = Object.keys(en);
  return Object.fromEntries(sentences.map((sentence, at) => [names[at], sentence])) as SpokenWords;
}

export function localeOf(wanted: string | undefined): Locale {
  const languages = navigator.languages ?? [];
  return pickLocale(wanted && wanted !== "auto" ? [wanted, ...languages] : languages);
}
