import { describe, expect, it } from "vitest";
import { isFromOtherSite, requireOwnOrigin } from "@/lib/auth/origin";
import { resetEnv } from "@/lib/env";

process.env.APP_URL = "https://till.shop.example";
resetEnv();

const check = (origin: string | null, host = "till.shop.example") => {
  const headers = new Headers({ host });
  if (origin !== null) headers.set("origin", origin);
  return () => requireOwnOrigin(headers);
};

describe("an action's origin", () => {
  it.each([
    ["the address of the installation", "https://till.shop.example", "till.shop.example"],
    ["the same behind a proxy that rewrites the host", "https://till.shop.example", "127.0.0.1:3000"],
    ["the very host that was asked", "http://192.168.0.9:3000", "192.168.0.9:3000"],
  ])("%s passes", (_, origin, host) => {
    expect(check(origin, host)).not.toThrow();
  });

  it.each([
    ["none", null],
    ["null, as from a sandboxed frame", "null"],
    ["an empty one", ""],
    ["another site", "https://evil.example"],
    ["another scheme", "http://till.shop.example:80"],
    ["another port", "https://till.shop.example:8443"],
    ["a name that starts alike", "https://till.shop.example.evil.example"],
    ["a name that ends alike", "https://eviltill.shop.example"],
    ["a scheme of its own with our host", "evil://till.shop.example"],
    ["one with a user name", "https://till.shop.example@evil.example"],
    ["words", "till.shop.example"],
  ])("%s is refused", (_, origin) => {
    expect(check(origin)).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});

describe("a form that needs no sign-in", () => {
  const from = (given: Record<string, string>) => isFromOtherSite(new Headers({ host: "till.shop.example", ...given }));

  it.each<[string, Record<string, string>]>([
    ["the page's own, which names no origin", { "sec-fetch-site": "same-origin", origin: "null" }],
    ["one that is sent again from the address bar", { "sec-fetch-site": "none" }],
    ["an old browser's, with our origin", { origin: "https://till.shop.example" }],
    ["an old browser's, without an origin", { origin: "null" }],
    ["a program's", {}],
  ])("%s is taken", (_, headers) => {
    expect(from(headers)).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://till.shop.example" }],
    ["a neighbour below the same domain", { "sec-fetch-site": "same-site", origin: "https://other.shop.example" }],
    ["another site in an old browser", { origin: "https://evil.example" }],
    ["a word that no browser sends", { "sec-fetch-site": "elsewhere" }],
  ])("one of %s isn't", (_, headers) => {
    expect(from(headers)).toBe(true);
  });
});
