import { describe, expect, it } from "vitest";
import { heldOf, rateFrom, rateState } from "@/components/currencies/rate-state";
import {
  NEW_RATE,
  type RateValues,
  readRateValues,
  urlQuestionIn,
  usualWay,
  valuesIn,
  valuesOf,
} from "@/components/currencies/rate-values";
import type { ListedRate } from "@/lib/payments/prices/list-rates";
import { readRate } from "@/lib/payments/prices/rate";

const NOW = "2026-11-20T12:00:00.000Z";
const at = (hours: number) => new Date(Date.parse(NOW) + hours * 3_600_000);

const manual = { rate: "1.0895", at: at(-24), until: at(144), isUsable: true, maxAgeDays: 7 };
const fetched = { rate: "1.09", at: at(-0.5), until: at(0.5), isUsable: true };
const held = { rate: "1.5", at: at(0) };

const BY_HAND: ListedRate = {
  currency: "EUR",
  source: "manual",
  spreadBps: 150,
  inForce: { rate: "1.0895", source: "manual", until: at(144) },
  manual,
  url: null,
  updatedAt: at(-24),
  updatedBy: null,
};
const URL_PART = {
  url: "https://rates.example/eur",
  pointer: "/rate",
  way: "usdt_per_unit" as const,
  timePointer: null,
  maxAgeMinutes: 60,
  bandBps: 500,
  fetched,
  held: null,
  failure: null,
  nextAt: at(0.25),
};
const BY_URL: ListedRate = {
  ...BY_HAND,
  source: "url",
  inForce: { rate: "1.09", source: "url", until: at(0.5) },
  url: URL_PART,
};
const HELD: ListedRate = { ...BY_URL, url: { ...URL_PART, held } };
const FALLBACK: ListedRate = { ...BY_URL, inForce: BY_HAND.inForce };

function formOf(values: Partial<Record<keyof RateValues, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

describe("what to know about a rate first", () => {
  it.each([
    ["current", BY_HAND],
    ["current", BY_URL],
    ["aging", { ...BY_HAND, inForce: { rate: "1.0895", source: "manual", until: at(23) } }],
    ["fallback", FALLBACK],
    ["held", HELD],
    ["none", { ...HELD, inForce: null }],
    ["current", { ...BY_HAND, source: "par", inForce: { rate: "1", source: "par", until: null } }],
  ] as [string, ListedRate][])("is that it is %s", (state, rate) => expect(rateState(rate, NOW)).toBe(state));

  it("is from when the rate in force was entered or read", () => {
    expect(rateFrom(BY_HAND)).toEqual(manual.at);
    expect(rateFrom(BY_URL)).toEqual(fetched.at);
    expect(rateFrom(FALLBACK)).toEqual(manual.at);
    expect(rateFrom({ ...BY_URL, inForce: null })).toBeNull();
  });

  it("compares a held rate with the one that it was held against", () => {
    expect(heldOf(BY_URL)).toBeNull();
    expect(heldOf(HELD)).toMatchObject({ last: "1.09", held: "1.5", spreadBps: 150 });
    const unread = { ...URL_PART, held, fetched: null };
    expect(heldOf({ ...HELD, url: unread })).toMatchObject({ last: "1.0895" });
    expect(heldOf({ ...HELD, url: unread, manual: null })).toMatchObject({ last: null });
  });
});

describe("the fields of a rate", () => {
  it("show a rate in the way it was typed", () => {
    expect(valuesOf(BY_HAND)).toMatchObject({ rate: "1.0895", way: "usdt_per_unit", spread: "1.5", maxAgeDays: "7" });
    const naira = readRate("1650", "units_per_usdt") as string;
    const shown = valuesOf({ ...BY_HAND, currency: "NGN", manual: { ...manual, rate: naira } });
    expect(shown).toMatchObject({ rate: "1650", way: "units_per_usdt" });
  });

  it("are saved unchanged as they are set", () => {
    expect(readRateValues("EUR", valuesOf(BY_URL))).toEqual({
      input: {
        currency: "EUR",
        spreadBps: 150,
        source: "url",
        url: "https://rates.example/eur",
        pointer: "/rate",
        way: "usdt_per_unit",
        timePointer: null,
        maxAgeMinutes: 60,
        bandBps: 500,
        fallback: { rate: "1.0895", way: "usdt_per_unit", maxAgeDays: 7 },
      },
    });
  });

  it("that a form doesn't have keep what they said, and a cleared box is off", () => {
    const shown = valuesOf(BY_URL);
    expect(valuesIn(formOf({ spread: " 2 ", hasFallback: "on" }), shown)).toEqual({ ...shown, spread: "2" });
    expect(valuesIn(formOf({}), shown).hasFallback).toBe(false);
    expect(urlQuestionIn(formOf({ pointer: "/x", timePointer: "/at" }), shown)).toEqual({
      url: "https://rates.example/eur",
      pointer: "/x",
      way: "usdt_per_unit",
      timePointer: "/at",
      maxAgeMinutes: 60,
    });
  });

  it("are all named at once where they are wrong", () => {
    const values: RateValues = {
      ...NEW_RATE,
      source: "url",
      spread: "21",
      band: "0",
      maxAgeMinutes: "1.5",
      maxAgeDays: "366",
      hasFallback: true,
    };
    const read = readRateValues("", values);
    expect(Object.keys("errors" in read ? read.errors : {}).sort()).toEqual([
      "band",
      "currency",
      "maxAgeDays",
      "maxAgeMinutes",
      "spread",
    ]);
    expect(readRateValues("USD", { ...values, source: "par", spread: "0" })).toEqual({
      input: { currency: "USD", spreadBps: 0, source: "par" },
    });
  });
});

it.each([
  ["EUR", "usdt_per_unit"],
  ["KWD", "usdt_per_unit"],
  ["NGN", "units_per_usdt"],
  ["JPY", "units_per_usdt"],
  ["USD", "units_per_usdt"],
])("a rate for %s is asked for as people know it: %s", (currency, way) => expect(usualWay(currency)).toBe(way));
