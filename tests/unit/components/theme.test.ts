import { expect, it } from "vitest";
import { parseTheme } from "@/components/ui/theme";

it("takes a theme from a cookie, and the system's for everything else", () => {
  expect(["light", "dark", "system"].map(parseTheme)).toEqual(["light", "dark", "system"]);
  expect([undefined, "", "DARK", 'dark"><script>', "toString"].map(parseTheme)).toEqual(Array(5).fill("system"));
});
