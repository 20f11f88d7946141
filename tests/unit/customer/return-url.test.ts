import { describe, expect, it } from "vitest";
import { isShopUrl } from "@/lib/base/values/shop-url";
import { isLiveReturnUrl } from "@/lib/payments/intents/schemas";

describe("a return URL", () => {
  it.each([
    ["https://shop.example/thanks?order=7#top", true, true],
    ["HTTPS://SHOP.EXAMPLE", true, true],
    ["http://shop.example/thanks", true, false],
    ["http://localhost:3001/x", true, true],
    ["http://127.0.0.1/x", true, true],
    ["http://[::1]:80/x", true, true],
    ["http://127.0.0.1.evil.example/x", true, false],
    ["https://shop.example/ñ?q=日本", true, true],
    ["https://[2001:db8::1]/", true, true],
  ] as const)("%j: taken %s, in live %s", (url, taken, inLive) => {
    expect([isShopUrl(url), isLiveReturnUrl(url)]).toEqual([taken, inLive]);
  });

  it.each([
    "https://user@shop.example",
    "https://user:word@shop.example",
    "https://",
    "//shop.example",
    "shop.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " https://shop.example",
    "https://shop.example/a b",
    "https://shop.example/\nx",
    "https:\\\\shop.example",
    "https://shop.example\\@evil.example",
    "https:shop.example",
    "https:///shop.example",
    "https://shop.example/\ta",
    "https://shop.example/\u0001",
    "https://shop.example/\u200b",
    "https://shop.example/\ud800",
    "/thanks",
    "",
  ])("%j is refused", (url) => {
    expect(isShopUrl(url)).toBe(false);
  });
});
