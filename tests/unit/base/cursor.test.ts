import { describe, expect, it } from "vitest";
import { isoCursor, nextCursor, numberCursor, timeCursor } from "@/lib/base/lists/cursor";
import { readCursor } from "@/lib/payments/lists/cursor";

const ID = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";
const FORMS = { time: timeCursor, iso: isoCursor, number: numberCursor };

describe("a cursor", () => {
  it.each([
    ["time", "0"],
    ["time", "1772366400123456"],
    ["iso", "2026-03-01T09:30:00.123456Z"],
    ["iso", "2026-12-31T23:59:59.999999Z"],
    ["iso", "2024-02-29T00:00:00.000000Z"],
    ["number", "0"],
    ["number", "999999999999999999"],
  ] as const)("by %s, %s: names the key and the ID of a row", (form, key) => {
    expect(FORMS[form].schema.parse(`${key}_${ID}`)).toEqual({ key, id: ID });
  });

  it.each([
    ["time", ["", "x", "-1", "1.5", " 1", "1 ", "1x", "x1", "12345678901234567"]],
    ["number", ["", "x", "-1", "1.5", " 1", "1 ", "1x", "x1", "1234567890123456789"]],
    ["iso", ["", "2026-03-01", "2026-03-01T09:30:00.123Z", "2026-03-01T09:30:00.123456", "2026-03-01T09:30:00123456Z"]],
    ["iso", ["2026-00-01", "2026-13-01", "2026-03-00", "2026-03-32"].map((day) => `${day}T09:30:00.123456Z`)],
    ["iso", ["24:00:00", "09:60:00", "09:30:60"].map((time) => `2026-03-01T${time}.123456Z`)],
    ["iso", ["x2026-03-01T09:30:00.123456Z", "2026-03-01T09:30:00.123456Zx", "0000-03-01T09:30:00.123456Z"]],
  ] as const)("by %s has no other key: %j", (form, keys) => {
    for (const key of keys) expect(FORMS[form].schema.safeParse(`${key}_${ID}`).success, key).toBe(false);
  });

  it.each([
    ["without an ID", "1_"],
    ["with an ID in capitals", `1_${ID.toUpperCase()}`],
    ["with more after the ID", `1_${ID}0`],
    ["with more before the ID", `1_0${ID}`],
    ["without what parts the two", `1-${ID}`],
    ["with an ID that is cut wrongly", `1_${ID.replaceAll("-", "0")}`],
    ["that is too long", `${"1".repeat(60)}_${ID}`],
  ])("%s is none", (_, text) => {
    expect(timeCursor.schema.safeParse(text).success).toBe(false);
  });
});

describe("the next page", () => {
  it.each([
    // rows that were fetched for pages of two, its cursor
    [0, null],
    [1, null],
    [2, null],
    [3, "20_b"],
  ])("of %i rows, begins after %s", (count, cursor) => {
    const rows = ["a", "b", "c"].map((id, n) => ({ id, key: 10n * BigInt(n + 1) }));
    expect(nextCursor(rows.slice(0, count), 2, ({ key }) => key)).toBe(cursor);
  });
});

describe("the place in the payments list", () => {
  const at = (day: string) => `${day}T09:30:00.123456Z_${ID}`;
  const cursor = { key: "2026-03-01T09:30:00.123456Z", id: ID };

  it("is before or after a payment", () => {
    expect(readCursor({ before: at("2026-03-01") })).toEqual({ direction: "older", ...cursor });
    expect(readCursor({ after: at("2026-03-01") })).toEqual({ direction: "newer", ...cursor });
    expect(readCursor({ before: at("2026-03-01"), after: at("2026-03-02") })?.direction).toBe("older");
  });

  it.each(["2026-02-29", "2026-02-30", "2026-04-31", "0000-01-01", "2026-13-01"])("is never on %s", (day) => {
    expect(readCursor({ before: at(day) })).toBeNull();
    expect(readCursor({ before: at(day), after: at("2026-03-01") })?.direction).toBe("newer");
  });

  it("is the top for anything else", () => {
    for (const params of [{}, { before: "x" }, { before: ["x"], after: 5 }]) expect(readCursor(params)).toBeNull();
  });
});
