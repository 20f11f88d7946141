import { expect, it } from "vitest";
import { bindCursor, readBoundCursor } from "@/lib/base/lists/bound-cursor";

const ID = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";
const PLACE = `1772366400123456_${ID}`;

it("a cursor is read for the list that it was made for", () => {
  const list = ["merchant", "live", null, "order-1"];
  expect(readBoundCursor(bindCursor(PLACE, list), list)).toEqual({ key: "1772366400123456", id: ID });
});

it.each([
  [["another", "live", null, "order-1"]],
  [["merchant", "sandbox", null, "order-1"]],
  [["merchant", "live", "terminal", "order-1"]],
  [["merchant", "live", null, "order-2"]],
  [["merchant", "live", "order-1", null]],
  [["merchant", "live", null]],
  [["merchant", "live", "null", "order-1"]],
])("not for the list %j", (other) => {
  expect(readBoundCursor(bindCursor(PLACE, ["merchant", "live", null, "order-1"]), other)).toBeNull();
});

it.each(["", "garbage", PLACE, `${PLACE}_`, `${PLACE}_0123456789abcdef`, "_", "\u0000", `x_${ID}_0123456789abcdef`])(
  "%j is no cursor",
  (text) => {
    expect(readBoundCursor(text, [])).toBeNull();
  },
);

it("a place that isn't one is no cursor, even if it was bound", () => {
  for (const place of ["", "12", `x_${ID}`, `-1_${ID}`, `12345678901234567_${ID}`]) {
    expect(readBoundCursor(bindCursor(place, []), [])).toBeNull();
  }
});
