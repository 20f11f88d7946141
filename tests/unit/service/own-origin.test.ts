import { describe, expect, it } from "vitest";
import { resetEnv } from "@/lib/base/process/env";
import { isFromOwnPage } from "@/lib/service/api/own-origin";
import { requireOwnOrigin } from "@/lib/service/auth/origin";

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

describe("a form's origin", () => {
  const posted = (headers: Record<string, string>) =>
    isFromOwnPage({ headers: new Headers({ host: "till.shop.example", ...headers }) });

  it.each([
    ["our page, which names no origin", { "sec-fetch-site": "same-origin", origin: "null" }],
    ["our page, by its origin", { "sec-fetch-site": "same-origin", origin: "https://till.shop.example" }],
    ["a reload", { "sec-fetch-site": "none", origin: "null" }],
    ["a browser without Sec-Fetch-Site", { origin: "null" }],
    ["no browser", {}],
  ])("%s passes", (_, headers) => {
    expect(posted(headers as Record<string, string>)).toBe(true);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["another host of this site", { "sec-fetch-site": "same-site", origin: "https://blog.shop.example" }],
    ["a foreign origin", { origin: "https://evil.example" }],
    ["a word that no browser sends", { "sec-fetch-site": "elsewhere" }],
    ["contradicting headers", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
  ])("%s is refused", (_, headers) => {
    expect(posted(headers)).toBe(false);
  });
});
