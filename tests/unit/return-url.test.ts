import { describe, expect, it } from "vitest";
import { isLiveReturnUrl, isReturnUrl } from "@/lib/intents/return-url";

describe("a page of the shop that a customer is sent back to", () => {
  it.each([
    "https://shop.example/thanks",
    "HTTPS://Shop.example",
    "http://localhost:8080/basket?a=1#b",
    "https://shop.example/ñ?q=日本",
    "https://[2001:db8::1]/",
  ])("may be %s", (url) => {
    expect(isReturnUrl(url)).toBe(true);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//shop.example",
    "/thanks",
    "https:shop.example",
    "https:///shop.example",
    "https:\\\\shop.example",
    "https://shop.example/a b",
    "https://shop.example/\ta",
    "https://shop.example/\u0001",
    "https://shop.example/\u200b",
    "https://shop.example/\ud800",
    "https://user:secret@shop.example",
    "https://user@shop.example",
    "https://",
    "",
  ])("is not %j", (url) => {
    expect(isReturnUrl(url)).toBe(false);
  });

  it("is https in live, unless it is on this machine", () => {
    expect(["https://shop.example", "http://shop.example", "http://localhost:1"].map(isLiveReturnUrl)).toEqual([
      true,
      false,
      true,
    ]);
  });
});
