import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "@/lib/customer/checkout/locales";
import { WORDS } from "@/lib/customer/checkout/words/all";

const entries = (locale: Locale) => Object.entries(WORDS[locale]);
const blanksOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();

describe.each(LOCALES)("the customer's words in %s", (locale) => {
  it("are the same ones as in English, none of them empty or padded", () => {
    expect(Object.keys(WORDS[locale]).sort()).toEqual(Object.keys(WORDS.en).sort());
    for (const [key, words] of entries(locale)) {
      expect(words, key).not.toBe("");
      expect(words, key).toBe(words.trim());
    }
  });

  it("have the blanks that the English ones have", () => {
    for (const [key, words] of entries(locale)) {
      expect(blanksOf(words), key).toEqual(blanksOf(WORDS.en[key as keyof typeof WORDS.en]));
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
    // a name and an amount may be all there is to a title; the network has one name everywhere
    for (const [key, words] of entries(locale).filter(([key]) => key !== "title" && key !== "networkName")) {
      expect(words, key).toMatch(scripts[locale] ?? /\p{Script=Latin}/u);
    }
  });
});

it("no sentence was left in English", () => {
  for (const locale of LOCALES.filter((code) => code !== "en")) {
    const same = entries(locale).filter(([key, words]) => words === WORDS.en[key as keyof typeof WORDS.en]);
    // words that two languages share: Terminal, Transaction
    expect(
      same.filter(([, words]) => words !== WORDS.en.networkName && words.includes(" ") && !words.includes("{")),
      locale,
    ).toEqual([]);
  }
});

it("Persian has one word each for an address, a link and sharing", () => {
  const others = entries("fa").filter(([, words]) => /نشانی|پیوند|هم‌رسانی/.test(words));
  expect(others).toEqual([]);
});
