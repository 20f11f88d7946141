import { describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { issueSweepLink, readSweepLink } from "@/lib/settlement/funds/sweep-link";

const member = (userId: string, given: Partial<MemberContext> = {}) =>
  ({ merchantId: "m1", environment: "live", actor: { type: "user", userId, address: "" }, ...given }) as MemberContext;

const NOW = new Date("2026-05-01T12:00:00Z");
const TYPED = { to: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK", threshold: "10" };
const link = issueSweepLink(member("u1"), TYPED, NOW);

describe("the link to a sweep's plan", () => {
  it("is read by the person who asked for it, for a day", () => {
    expect(readSweepLink(member("u1"), link, NOW)).toEqual(link);
    expect(readSweepLink(member("u1"), { ...link, other: "x" }, new Date("2026-05-02T11:59:59.999Z"))).toEqual(link);
    expect(readSweepLink(member("u1"), link, new Date("2026-05-02T12:00:00Z"))).toBeNull();
  });

  it.each([
    ["another destination", { to: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH" }],
    ["another minimum balance", { threshold: "1" }],
    ["a later end", { token: link.token.replace(/^\d+/, (until) => String(Number(until) + 1)) }],
    ["another signature", { token: link.token.replace(/\../, (found) => (found === ".a" ? ".b" : ".a")) }],
    ["no signature", { token: link.token.split(".")[0] }],
    ["an empty token", { token: "" }],
    ["no token", { token: undefined }],
    ["two tokens", { token: [link.token, link.token] }],
  ])("with %s is none", (_, changed) => {
    expect(readSweepLink(member("u1"), { ...link, ...changed }, NOW)).toBeNull();
  });

  it("is none for another person, another business or the sandbox", () => {
    expect(readSweepLink(member("u2"), link, NOW)).toBeNull();
    expect(readSweepLink(member("u1", { merchantId: "m2" }), link, NOW)).toBeNull();
    expect(readSweepLink(member("u1", { environment: "sandbox" }), link, NOW)).toBeNull();
  });
});
