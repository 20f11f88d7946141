import { expect, it } from "vitest";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import { addressGroups } from "@/lib/customer/checkout/address-groups";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf, LOCALE_NAMES, LOCALES, languageTagOf, pickLocale } from "@/lib/customer/checkout/locales";
import { localAmount } from "@/lib/customer/checkout/reader";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { en } from "@/lib/customer/checkout/words/en";

const KEYS = Object.keys(en) as (keyof typeof en)[];

it("no sentence shouts", () => {
  for (const locale of LOCALES)
    for (const key of KEYS) expect(WORDS[locale][key], `${locale}.${key}`).not.toMatch(/[!¡！]/);
});

it.each([
  [["de-AT", "en"], "de"],
  [["nl", "pt-BR"], "pt"],
  [["zh-Hant-TW"], "zh"],
  [["in-ID"], "id"],
  [["EN_us"], "en"],
  [["fa"], "fa"],
  [["xx", ""], "en"],
  [[], "en"],
  [["dean", "idx"], "en"],
])("readers of %j get %s", (preferred, locale) => {
  expect(pickLocale(preferred)).toBe(locale);
});

it("every language has a name of its own, a direction and a tag", () => {
  expect(new Set(Object.values(LOCALE_NAMES)).size).toBe(LOCALES.length);
  expect(LOCALES.filter((locale) => directionOf(locale) === "rtl")).toEqual(["ar", "fa"]);
  expect(languageTagOf("zh")).toBe("zh-Hans");
  expect(languageTagOf("ar")).toBe("ar");
});

it.each([
  [12_500_000n, "12.50", "12.5"],
  [1n, "0.000001", "0.000001"],
  [1_234_567_891n, "1,234.567891", "1234.567891"],
  [999_999_999_999_999n, "999,999,999.999999", "999999999.999999"],
  [7_000_000n, "7.00", "7"],
  [100_000n, "0.10", "0.1"],
])("%d millionths are shown as %s and copied as %s", (micros, shown, copied) => {
  expect(localAmount(displayAmount(micros), "en")).toBe(shown);
  expect(decimalFromMicros(micros)).toBe(copied);
});

it("digits are Latin in every language, and the places are all there", () => {
  for (const locale of LOCALES) {
    expect(localAmount("1,234.567891", locale).replace(/[^0-9]/g, ""), locale).toBe("1234567891");
  }
  expect(localAmount("1,234.50", "de")).toBe("1.234,50");
});

it("an address is read in groups of four and loses nothing", () => {
  const address = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
  const groups = addressGroups(address).map(({ pieces }) => pieces.map(({ text }) => text).join(""));
  expect(groups[0]).toBe("TUEZ");
  expect(groups.join("")).toBe(address);
});

it("blanks are filled in, isolated where the sentence runs the other way, and never twice", () => {
  expect(fillIn("Received {received} of {amount}", { received: "{amount}", amount: 2 })).toBe("Received {amount} of 2");
  expect(fillIn("{time} left", {})).toBe("{time} left");
  expect(fillIn("بقي {time}", { time: "1:00" }, true)).toBe("بقي \u20681:00\u2069");
});
