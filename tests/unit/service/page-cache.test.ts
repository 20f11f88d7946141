import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { HOLE, PageCache } from "@/lib/service/api/page-cache";
import { fc } from "@/tests/support/property";

const page = (words: string) => `<p data-left="${HOLE}">${words}<b>${HOLE}</b></p>${words.repeat(40)}`;
/** The filling of a page without holes. */
const UNUSED = ["", ""] as const;
const text = (bytes: Buffer) => bytes.toString("utf8");

describe("a page with a hole", () => {
  it("is one gzip stream, whatever is filled in and whatever stands around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), fc.nat({ max: 999_999 }), (words, seconds) => {
        const pages = new PageCache();
        const clean = words.replaceAll(HOLE, "");
        const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
        const answer = pages.set("a", "1", page(clean), [String(seconds), clock]);
        const html = text(gunzipSync(answer.gzip()));
        expect(html.replace(/ +">/, '">')).toBe(page(clean).replace(HOLE, String(seconds)).replace(HOLE, clock));
        expect(text(answer.plain())).toBe(html);
      }),
    );
  });

  it("is found as long as nothing but its filling changes", () => {
    const pages = new PageCache();
    const find = (signature: string, second: string) => pages.find("a", signature, [second, `0:${second}`]);
    expect(pages.has("a")).toBe(false);
    expect(find("1", "59")).toBeNull();
    const first = pages.set("a", "1", page("left"), ["59", "0:59"]);
    expect(pages.has("a")).toBe(true);
    expect(find("1", "59")?.etag).toBe(first.etag);
    expect(find("1", "58")?.etag).not.toBe(first.etag);
    expect(text(find("1", "58")?.plain() as Buffer)).toContain("0:58");
    expect(find("2", "58")).toBeNull();
    expect(pages.set("a", "2", page("other"), ["59", "0:59"]).etag).not.toBe(first.etag);
    expect(find("1", "59")).toBeNull();
    expect(pages.size.pages).toBe(1);
  });

  it("refuses a text for which there is no room", () => {
    const pages = new PageCache();
    const answer = pages.set("a", "1", page("left"), ["1".repeat(20), "2".repeat(20)]);
    expect(() => answer.gzip()).toThrow("No room");
  });
});

it("the ETag is the page's: another version or setting of the service changes it, another process doesn't", () => {
  const etagIn = (html: string, filling: readonly [string, string]) =>
    new PageCache().set("a", "1", html, filling).etag;
  const build = (hash: string) => `${page("left")}<script src="/assets/pay-${hash}.js"></script>`;
  const left = ["59", "0:59"] as const;
  expect(etagIn(build("old"), left)).not.toBe(etagIn(build("new"), left));
  expect(etagIn(build("new"), left)).toBe(etagIn(build("new"), left));
  expect(etagIn("<p>Paid, old</p>", UNUSED)).not.toBe(etagIn("<p>Paid, new</p>", UNUSED));
});

it("a page without a hole is kept whole", () => {
  const pages = new PageCache();
  const answer = pages.set("a", "1", "<p>Paid</p>", UNUSED);
  expect(text(gunzipSync(answer.gzip()))).toBe("<p>Paid</p>");
  expect(text(answer.plain())).toBe("<p>Paid</p>");
});

it("no more than its limit is kept, and what is asked for stays the longest", () => {
  const pages = new PageCache(20_000);
  const keep = (key: string) => pages.set(key, "1", key.repeat(100), UNUSED);
  keep("favourite");
  for (let index = 0; index < 200; index += 1) {
    keep(`page ${index}`);
    expect(pages.find("favourite", "1", UNUSED)).not.toBeNull();
    expect(pages.size.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(pages.has("page 0")).toBe(false);
  expect(pages.size.pages).toBeGreaterThan(5);
});
