import { expect, it } from "vitest";
import { cookieName } from "@/lib/base/http/cookie-name";

const nameAt = (url: string) => cookieName("next-auth.session-token", new URL(url));

it("two installations on one host have cookies of their own, whatever their ports and protocols", () => {
  const urls = ["http", "https"].flatMap((protocol) =>
    ["", ":3000", ":3001", ":8080", ":8443"].map((port) => `${protocol}://shop.example${port}`),
  );
  expect(new Set(urls.map(nameAt)).size).toBe(urls.length);
});

it("a default port that is written is the same address", () => {
  expect(nameAt("https://shop.example:443")).toBe(nameAt("https://shop.example"));
  expect(nameAt("http://shop.example:80")).toBe(nameAt("http://shop.example"));
});

it("sessions of the usual addresses outlive an update: their cookies keep their names", () => {
  expect(nameAt("https://shop.example")).toBe("__Secure-next-auth.session-token");
  expect(nameAt("http://localhost:3000")).toBe("next-auth.session-token");
  expect(nameAt("http://localhost:3001")).toBe("next-auth.session-token-3001");
});
