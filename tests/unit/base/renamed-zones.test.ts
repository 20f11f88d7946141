import { describe, expect, it } from "vitest";
import { namesOfZone, RENAMED_ZONES } from "@/lib/base/time/renamed-zones";

const resolved = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

describe("the renamed time zones", () => {
  it.each(Object.entries(RENAMED_ZONES))("%s and %s are one zone", (was, is) => {
    expect(resolved(is)).toBe(resolved(was));
    expect(namesOfZone(was)[0]).toBe(was);
    expect(namesOfZone(is)[0]).toBe(is);
    expect(namesOfZone(was)).toContain(is);
    expect(namesOfZone(is)).toContain(was);
  });

  it("are found by any name that the runtime accepts", () => {
    expect(namesOfZone("IST")).toEqual(["IST", "Asia/Calcutta", "Asia/Kolkata"]);
    expect(namesOfZone("Europe/Lisbon")).toEqual(["Europe/Lisbon"]);
    expect(namesOfZone("Nowhere/Land")).toEqual(["Nowhere/Land"]);
  });
});
