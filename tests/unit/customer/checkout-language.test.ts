import { describe, expect, it } from "vitest";
import { chooseLocale } from "@/lib/customer/checkout/choose-locale";
import { LOCALES } from "@/lib/customer/checkout/locales";
import { localAmount, localPrice, localTime } from "@/lib/customer/checkout/reader";

describe("the reader's language", () => {
  it.each([
    ["en", {}],
    ["de", { acceptLanguage: "de-AT,de;q=0.9,en;q=0.8" }],
    ["fr", { acceptLanguage: "ja, en;q=0.2, fr-CA;q=0.7" }],
    ["pt", { acceptLanguage: "pt-BR" }],
    ["zh", { acceptLanguage: "zh-TW,zh;q=0.9" }],
    ["id", { acceptLanguage: "in-ID" }],
    ["en", { acceptLanguage: "ja,ko" }],
    ["en", { acceptLanguage: "de;q=0, *" }],
    ["en", { acceptLanguage: ";;;,,q=1;=" }],
    ["tr", { cookie: "tr", acceptLanguage: "de" }],
    ["ar", { asked: "ar", cookie: "tr", acceptLanguage: "de" }],
    ["zh", { asked: "zh-Hans", acceptLanguage: "de" }],
    ["de", { asked: "nonsense", cookie: "<b>", acceptLanguage: "de" }],
  ])("is %s of %o", (locale, wishes) => expect(chooseLocale(wishes)).toBe(locale));

  it("is found in a header of any length without reading all of it", () => {
    expect(chooseLocale({ acceptLanguage: `${"ja,".repeat(100_000)}de` })).toBe("en");
  });
});

describe("amounts in the reader's manner", () => {
  it.each([
    ["en", "1,234.50", "1,234.50"],
    ["de", "1,234.50", "1.234,50"],
    ["fr", "1,234.50", "1\u202f234,50"],
    ["ru", "1,234.50", "1\u00a0234,50"],
    ["ar", "1,234.50", "1,234.50"],
    ["fa", "12.50", "12.50"],
    ["de", "1234.567891", "1.234,567891"],
    ["en", "0.000001", "0.000001"],
    ["vi", "7", "7,00"],
  ] as const)("in %s: %s → %s", (locale, display, words) => expect(localAmount(display, locale)).toBe(words));

  it("keep every digit of the largest one, Latin ones in every language", () => {
    for (const locale of LOCALES) {
      expect(localAmount("999,999,999.999999", locale).replace(/[^0-9]/g, ""), locale).toBe("999999999999999");
    }
  });
});

describe("prices in the reader's manner", () => {
  it.each([
    ["en", "2490.00", "2,490.00"],
    ["de", "2490.00", "2.490,00"],
    ["de", "2490", "2.490"],
    ["es", "2490", "2490"],
    ["fr", "0.500", "0,500"],
    ["ar", "24.90", "24.90"],
    ["fa", "24.90", "24.90"],
    ["ru", "1234.5", "1\u00a0234,5"],
  ] as const)("in %s: %s → %s", (locale, decimal, words) => expect(localPrice(decimal, locale)).toBe(words));

  it.each(["999999999999.999", "999999999999"])("keep every digit of %s, in every language", (decimal) => {
    for (const locale of LOCALES) {
      expect(localPrice(decimal, locale).replace(/[^0-9]/g, ""), locale).toBe(decimal.replace(".", ""));
    }
  });
});

it("times are in the zone given and name it, with Latin digits in every language", () => {
  expect(localTime("2026-11-05T14:03:00Z", "en", "Asia/Tokyo")).toBe("5 Nov 2026, 23:03 GMT+9");
  expect(localTime("2026-11-05T14:03:00Z", "en", "Asia/Tokyo", false)).toBe("5 Nov 2026, 23:03");
  for (const locale of LOCALES) {
    expect(localTime("2026-11-05T14:03:00Z", locale, "UTC"), locale).toMatch(/14[:.]03/);
  }
});
