import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { HOLE, KeptPages } from "@/lib/api/kept-pages";

const page = (words: string) => `<p data-left="${HOLE}">${words}<b>${HOLE}</b></p>${words.repeat(40)}`;
const text = (bytes: Buffer) => bytes.toString("utf8");

describe("a page with a hole", () => {
  it("is one gzip stream, whatever is filled in and whatever stands around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), fc.nat({ max: 999_999 }), (words, seconds) => {
        const pages = new KeptPages();
        const clean = words.replaceAll(HOLE, "");
        const source = { key: "a", signature: "1", render: () => page(clean) };
        const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
        const answer = pages.take({ ...source, filling: [String(seconds), clock] });
        const html = text(gunzipSync(answer.gzip()));
        expect(html.replace(/ +">/, '">')).toBe(
          page(clean).replace(HOLE, String(seconds)).replace(HOLE, clock).replace(/ +">/, '">'),
        );
        expect(text(answer.plain())).toBe(html);
      }),
    );
  });

  it("is rendered once as long as nothing but its filling changes", () => {
    const pages = new KeptPages();
    const render = vi.fn(() => page("left"));
    const take = (signature: string, second: string) =>
      pages.take({ key: "a", signature, render, filling: [second, `0:${second}`] });
    expect(take("1", "59").etag).not.toBe(take("1", "58").etag);
    expect(take("1", "58").etag).toBe(take("1", "58").etag);
    expect(render).toHaveBeenCalledTimes(1);
    expect(take("2", "58").etag).not.toBe(take("1", "58").etag);
    expect(render).toHaveBeenCalledTimes(3);
  });

  it("refuses a text for which there is no room", () => {
    const pages = new KeptPages();
    const source = { key: "a", signature: "1", render: () => page("left") };
    expect(() => pages.take({ ...source, filling: ["1".repeat(20), "2".repeat(20)] }).gzip()).toThrow("No room");
  });
});

it("a page without a hole is kept whole", () => {
  const pages = new KeptPages();
  const answer = pages.take({ key: "a", signature: "1", render: () => "<p>Paid</p>" });
  expect(text(gunzipSync(answer.gzip()))).toBe("<p>Paid</p>");
  expect(text(answer.plain())).toBe("<p>Paid</p>");
});

it("no more than its limit is kept, and what is asked for stays the longest", () => {
  const pages = new KeptPages(20_000);
  const render = vi.fn((key: string) => key.repeat(100));
  const take = (key: string) => pages.take({ key, signature: "1", render: () => render(key) });
  take("favourite");
  for (let index = 0; index < 200; index += 1) {
    take(`page ${index}`);
    take("favourite");
    expect(pages.size.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(render.mock.calls.filter(([key]) => key === "favourite")).toHaveLength(1);
  expect(pages.size.pages).toBeGreaterThan(5);
});
