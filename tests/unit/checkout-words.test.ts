import { describe, expect, it } from "vitest";
import { PAGE_WORDS } from "@/lib/checkout/words-of";
import { WORDS } from "@/sdks/browser/src/words/all";
import { LOCALES, type Locale } from "@/sdks/browser/src/words/locales";

const entries = (locale: Locale) => Object.entries(PAGE_WORDS[locale]);
const blanksOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();

describe.each(LOCALES)("the page's words in %s", (locale) => {
  it("are the same ones as in English, none of them empty or padded", () => {
    expect(Object.keys(PAGE_WORDS[locale]).sort()).toEqual(Object.keys(PAGE_WORDS.en).sort());
    for (const [key, words] of entries(locale)) {
      expect(words, key).not.toBe("");
      expect(words, key).toBe(words.trim());
    }
  });

  it("have the blanks that the English ones have", () => {
    for (const [key, words] of entries(locale)) {
      expect(blanksOf(words), key).toEqual(blanksOf(PAGE_WORDS.en[key as keyof typeof PAGE_WORDS.en]));
    }
  });

  it("are in the language's own script", () => {
    const scripts: Partial<Record<Locale, RegExp>> = {
      ru: /\p{Script=Cyrillic}/u,
      uk: /\p{Script=Cyrillic}/u,
      zh: /\p{Script=Han}/u,
      ar: /\p{Script=Arabic}/u,
      fa: /\p{Script=Arabic}/u,
    };
    // a name and an amount may be all there is to a title
    for (const [key, words] of entries(locale).filter(([key]) => key !== "title")) {
      expect(words, key).toMatch(scripts[locale] ?? /\p{Script=Latin}/u);
    }
  });

  it("hide none of the words that the page shares with the window of checkout.js", () => {
    expect(Object.keys(WORDS[locale]).filter((key) => key in PAGE_WORDS[locale])).toEqual([]);
  });
});

it("no sentence was left in English", () => {
  for (const locale of LOCALES.filter((code) => code !== "en")) {
    const same = entries(locale).filter(([key, words]) => words === PAGE_WORDS.en[key as keyof typeof PAGE_WORDS.en]);
    // words that two languages share: Terminal, Transaction
    expect(
      same.filter(([, words]) => words.includes(" ") && !words.includes("{")),
      locale,
    ).toEqual([]);
  }
});
