import { describe, expect, it } from "vitest";
import { quietMinutes } from "@/lib/delivery/notifications/quiet-hours";

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);
const NIGHT = { quietFrom: 22 * 60, quietUntil: 7 * 60 };
const LUNCH = { quietFrom: 12 * 60, quietUntil: 13 * 60 };

describe("quiet hours", () => {
  it.each([
    [NIGHT, "21:59", 0],
    [NIGHT, "22:00", 540],
    [NIGHT, "00:00", 420],
    [NIGHT, "06:59", 1],
    [NIGHT, "07:00", 0],
    [LUNCH, "12:15", 45],
    [LUNCH, "13:00", 0],
    [LUNCH, "23:00", 0],
    [{ quietFrom: 0, quietUntil: 0 }, "00:00", 0],
  ])("%o at %s last another %i minutes", (hours, time, left) => {
    expect(quietMinutes(hours, at(time), "UTC")).toBe(left);
  });

  it("are of the business's time zone", () => {
    expect(quietMinutes(NIGHT, at("21:30"), "Europe/Berlin")).toBe(510);
    expect(quietMinutes(NIGHT, at("22:30"), "America/New_York")).toBe(0);
  });

  it.each([
    ["2026-03-28T23:30:00Z", NIGHT, 330],
    ["2026-10-24T22:30:00Z", NIGHT, 450],
    ["2026-03-28T22:30:45Z", NIGHT, 390],
    // the clocks go from 02:00 to 03:00, and there is no 02:30
    ["2026-03-29T00:45:00Z", { quietFrom: 60, quietUntil: 150 }, 45],
    ["2026-12-31T22:30:00Z", NIGHT, 450],
  ])("at %s in Berlin end when the clocks there show it: %o, %i minutes", (time, hours, left) => {
    expect(quietMinutes(hours, new Date(time), "Europe/Berlin")).toBe(left);
  });
});
