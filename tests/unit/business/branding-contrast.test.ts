import { describe, expect, it } from "vitest";
import { accentContrast, contrastRatio, letterOn } from "@/lib/business/merchants/branding-contrast";
import { fc } from "@/tests/support/property";

describe("an accent's contrast", () => {
  it("is WCAG's", () => {
    expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastRatio("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
    expect(contrastRatio("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
  });

  it("is told in words: on which pages it is seen, and what would be", () => {
    expect(accentContrast("#c2410c").text).toMatch(
      /^Clearly visible on light and dark pages: \d\.\d:1 on light, \d\.\d:1 on dark\.$/,
    );
    expect(accentContrast("#fde047").text).toMatch(/^Hard to see on light pages: .* A darker colour/);
    expect(accentContrast("#1e1b4b").text).toMatch(/^Hard to see on dark pages: .* A lighter colour/);
  });

  it("leaves a letter on any accent readable", () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(colour, (accent) => {
        expect(contrastRatio(letterOn(accent), accent)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
