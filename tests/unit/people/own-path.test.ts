import { describe, expect, it } from "vitest";
import { ownPath } from "@/app/(auth)/own-path";

describe("where signing in leads", () => {
  it.each([
    ["/dashboard/1/sandbox/payments?status=paid#top", "/dashboard/1/sandbox/payments?status=paid#top"],
    ["/invitation/abc", "/invitation/abc"],
    ["/a/../account", "/account"],
    ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
    ["/%5Cevil.example", "/%5Cevil.example"],
    ["/account?next=//evil.example", "/account?next=//evil.example"],
    ["/@evil.example", "/@evil.example"],
  ])("%s is a page of ours", (wanted, path) => {
    expect(ownPath(wanted)).toBe(path);
    expect(new URL(path, "https://till.example").origin).toBe("https://till.example");
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "\t//evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/.\\/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "dashboard",
    "",
    "/sign-in?next=/sign-in",
    "/api/auth/signout",
    undefined,
    ["/account", "//evil.example"],
  ])("%j is not, and the dashboard is", (wanted) => {
    expect(ownPath(wanted)).toBe("/dashboard");
  });
});
