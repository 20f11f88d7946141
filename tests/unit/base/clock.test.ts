import { expect, it } from "vitest";
import { formatClock, parseClock } from "@/lib/base/time/clock";

it.each([
  ["00:00", 0],
  ["00:09", 9],
  ["04:30", 270],
  ["10:05", 605],
  ["23:59", 1_439],
])("%s is stored as %i minutes after midnight, and read back", (clock, minutes) => {
  expect(parseClock(clock)).toBe(minutes);
  expect(formatClock(minutes)).toBe(clock);
});
