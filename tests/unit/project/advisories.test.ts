import { describe, expect, it } from "vitest";
import { isGrave, readAdvisories } from "@/scripts/lib/advisories.mjs";

describe("what npm says of an audit", () => {
  it.each(["", "null", "[]", "npm error", '{"error":{"code":"ENOAUDIT"}}', '{"vulnerabilities":null}'])(
    "%j is no report",
    (output) => {
      expect(readAdvisories(output)).toBeNull();
    },
  );

  it("names an advisory once, also through several packages, and an unknown severity is grave", () => {
    const advisory = { name: "a", severity: "high", title: "t", url: "u", range: "<2" };
    const vulnerabilities = { a: { via: [advisory] }, b: { via: ["a"] }, c: { via: [advisory, "b"] } };
    expect(readAdvisories(JSON.stringify({ vulnerabilities }))).toEqual([
      { name: "a", severity: "high", title: "t", url: "u", versions: "<2" },
    ]);
    expect(["info", "low", "moderate", "high", "critical", "new"].map((severity) => isGrave({ severity }))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
