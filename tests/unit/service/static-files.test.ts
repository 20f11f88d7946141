import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "@/lib/service/api/answer";
import { staticFiles } from "@/lib/service/server/static-files";

const SCRIPT = "let paid = 1;\n".repeat(100);
let root: string;
let fileOf: ReturnType<typeof staticFiles>;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "till-static-"));
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  };
  for (const name of ["public/checkout.js", ".next/static/chunks/a.js", "public/checkout/1.0.0-ab.js"]) {
    write(name, SCRIPT);
    write(`${name}.gz`, gzipSync(SCRIPT));
    write(`${name}.br`, brotliCompressSync(SCRIPT));
  }
  write("public/checkout.d.ts", "export {};\n");
  write("public/assets/pay.css", "p{}");
  write("public/secret.js", SCRIPT);
  write("public/assets/notes.md", "for us");
  fileOf = staticFiles(root);
  // what is kept no longer needs the files
  fileOf("/checkout.js");
  rmSync(root, { recursive: true });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function get(at: string, headers: Record<string, string> = {}, method: keyof Endpoint = "GET") {
  const found = fileOf(at);
  if (!found) return null;
  const answer = await found[method].answer({
    method,
    url: at,
    headers: { get: (name) => headers[name] ?? null },
    readBytes: async () => new Uint8Array(),
  });
  return { ...answer, body: answer.body as Buffer };
}

it.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["br; q=0.0, gzip;q=0", undefined, (bytes: Buffer) => bytes],
  ["", undefined, (bytes: Buffer) => bytes],
])("for %j a script goes out as %s", async (accepted, coding, unpack) => {
  const answer = await get("/_next/static/chunks/a.js", { "accept-encoding": accepted });
  expect(answer?.headers["content-encoding"]).toBe(coding);
  expect(String(unpack(answer?.body as Buffer))).toBe(SCRIPT);
  expect(answer?.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
});

it("checkout.js is for any shop's page, kept for five minutes, its versions forever", async () => {
  const shop = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
  const latest = await get("/checkout.js");
  expect(latest?.headers).toMatchObject({ ...shop, "cache-control": "public, max-age=300" });
  const version = await get("/checkout/1.0.0-ab.js");
  expect(version?.headers).toMatchObject({ ...shop, "cache-control": "public, max-age=31536000, immutable" });
  const types = await get("/checkout.d.ts");
  expect(types?.headers).toMatchObject({ ...shop, "content-type": "text/plain; charset=utf-8" });
  expect(types?.headers.vary).toBeUndefined();
});

it("what a browser has isn't sent again", async () => {
  const { etag } = (await get("/checkout.js"))?.headers ?? {};
  expect(await get("/checkout.js", { "if-none-match": etag as string })).toMatchObject({ status: 304, body: "" });
  expect(await get("/checkout.js", { "if-none-match": '"older"' })).toMatchObject({ status: 200 });
});

it("every encoding has the same weak ETag, which is found in any form and in a list", async () => {
  const encodings = ["br", "gzip", ""].map((accepted) => get("/checkout.js", { "accept-encoding": accepted }));
  const [etag = "", ...others] = (await Promise.all(encodings)).map((answer) => answer?.headers.etag);
  expect(others).toEqual([etag, etag]);
  expect(etag).toMatch(/^W\/"[\w-]{16}"$/);
  const strong = etag.slice(2);
  for (const named of [etag, strong, `"a", ${strong}`, `W/"a",${etag} , "b,"`, "*", " * "]) {
    expect([named, (await get("/checkout.js", { "if-none-match": named }))?.status]).toEqual([named, 304]);
  }
  for (const other of [strong.slice(1, -1), `"${strong.slice(2)}`, '"*"', "", '"', `"W/${strong.slice(1)}`]) {
    expect([other, (await get("/checkout.js", { "if-none-match": other }))?.status]).toEqual([other, 200]);
  }
});

it("nothing is written to a file", async () => {
  expect(await get("/assets/pay.css", {}, "DELETE")).toMatchObject({
    status: 405,
    headers: { allow: "GET, HEAD", "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
});

it.each([
  "/secret.js",
  "/assets/notes.md",
  "/assets/../secret.js",
  "/checkout.js.br",
  "/checkout",
  "/_next/static/b.js",
])("%s is not among them", async (at) => expect(await get(at)).toBeNull());
