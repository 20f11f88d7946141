import { describe, expect, it } from "vitest";
import { isPointer, type RateQuestion, readRateResponse } from "@/lib/payments/prices/rate-response";

const NOW = new Date("2026-03-10T12:00:00Z");
const question: RateQuestion = { pointer: "/eur", way: "usdt_per_unit", timePointer: null, maxAgeSeconds: 600 };
const read = (text: string, change: Partial<RateQuestion> = {}) =>
  readRateResponse(text, { ...question, ...change }, NOW);

describe("what a rate URL answers", () => {
  it.each([
    ['{"eur": 1.0895}', "1.0895"],
    ['{"eur": "1.0895"}', "1.0895"],
    ['{"eur": " 1.0895\\n"}', "1.0895"],
    ['{"eur": 1.0895000000000000000000001}', "1.08950000000000000000000"],
    ['{"eur": 1}', "1"],
  ])("%s is the rate %s", (text, rate) => {
    expect(read(text)).toEqual({ rate: rate.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""), at: NOW });
  });

  it("may be inside lists and objects, under names with slashes and tildes", () => {
    const text = '{"data": [{"a/b~c": {"": "1650"}}]}';
    expect(read(text, { pointer: "/data/0/a~1b~0c/", way: "units_per_usdt" })).toMatchObject({
      rate: "0.00060606060606060606060606",
    });
  });

  it.each([
    ["0", "not_a_rate"],
    ["-1.08", "not_a_rate"],
    ["1e308", "not_a_rate"],
    ["1E0", "not_a_rate"],
    ['"null"', "not_a_rate"],
    ['"1,08"', "not_a_rate"],
    ['"NaN"', "not_a_rate"],
    ['""', "not_a_rate"],
    ["null", "not_a_rate"],
    ["true", "not_a_rate"],
    ["{}", "not_a_rate"],
    ["[1.08]", "not_a_rate"],
    [`${"9".repeat(400)}`, "not_a_rate"],
  ])("the value %s brings no rate: %s", (value, failure) => {
    expect(read(`{"eur": ${value}}`)).toEqual({ failure });
  });

  it.each([
    ["<html><body>1.0895</body></html>", "not_json"],
    ["", "not_json"],
    ['{"eur": 1.0895', "not_json"],
    ['{"usd": 1.0895}', "not_found"],
    ["1.0895", "not_found"],
    ["null", "not_found"],
    ['{"__proto__": 1}', "not_found"],
  ])("%s brings no rate: %s", (text, failure) => {
    expect(read(text)).toEqual({ failure });
  });

  it("isn't read from what every object has", () => {
    expect(read("{}", { pointer: "/constructor/name" })).toEqual({ failure: "not_found" });
    expect(read("[]", { pointer: "/length" })).toEqual({ failure: "not_a_rate" });
  });

  it.each([
    ['"2026-03-10T11:55:00Z"', { at: new Date("2026-03-10T11:55:00Z") }],
    ["1773143700", { at: new Date("2026-03-10T11:55:00Z") }],
    ["1773143700000", { at: new Date("2026-03-10T11:55:00Z") }],
    ['"2026-03-10T12:05:00Z"', { at: NOW }],
    ['"2026-03-03T12:00:00Z"', { failure: "too_old" }],
    ['"2026-03-10T11:49:59Z"', { failure: "too_old" }],
    ['"last week"', { failure: "not_found" }],
    ["null", { failure: "not_found" }],
  ])("with the time %s is %j", (time, expected) => {
    expect(read(`{"eur": "1.0895", "at": ${time}}`, { timePointer: "/at" })).toMatchObject(expected);
  });
});

it.each([
  ["/eur", true],
  ["/a/0/b~1c~0", true],
  ["/", true],
  ["eur", false],
  ["", false],
  ["/a~2", false],
  ["$.eur", false],
  [`/${"a".repeat(500)}`, false],
])("%j is a JSON pointer: %s", (text, is) => expect(isPointer(text)).toBe(is));
