import { describe, expect, it } from "vitest";
import { isLiveReturnUrl, isReturnUrl } from "@/lib/intents/return-url";

describe("a return URL", () => {
  it.each([
    ["https://shop.example/thanks?order=7#top", true, true],
    ["HTTPS://SHOP.EXAMPLE", true, true],
    ["http://shop.example/thanks", true, false],
    ["http://localhost:3001/x", true, true],
    ["http://127.0.0.1/x", true, true],
    ["http://[::1]:80/x", true, true],
    ["http://127.0.0.1.evil.example/x", true, false],
    ["https://user@shop.example", false, null],
    ["https://user:word@shop.example", false, null],
    ["https://", false, null],
    ["//shop.example", false, null],
    ["shop.example", false, null],
    ["javascript:alert(1)", false, null],
    ["data:text/html,x", false, null],
    [" https://shop.example", false, null],
    ["https://shop.example/a b", false, null],
    ["https://shop.example/\nx", false, null],
    ["https:\\\\shop.example", false, null],
    ["https://shop.example\\@evil.example", false, null],
    ["https:shop.example", false, null],
    ["https:///shop.example", false, null],
    ["https://shop.example/\ta", false, null],
    ["https://shop.example/\u0001", false, null],
    ["https://shop.example/\u200b", false, null],
    ["https://shop.example/\ud800", false, null],
    ["https://shop.example/ñ?q=日本", true, true],
    ["https://[2001:db8::1]/", true, true],
    ["/thanks", false, null],
    ["", false, null],
  ] as const)("%j: taken %s, in live %s", (url, taken, inLive) => {
    expect(isReturnUrl(url)).toBe(taken);
    if (taken) expect(isLiveReturnUrl(url)).toBe(inLive);
  });
});
