import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { ask, startService } from "@/tests/support/service";

/** Bytes as they are sent. Whoever raises one says in its commit for what. */
const PAGE = { html: 4_500, js: 9_000, css: 6_100, woff2: 20_000, all: 40_000, requests: 5 };
const CHECKOUT_JS = 14_000;

it("a customer's phone loads no more than it must", async () => {
  const service = await startService();
  const demo = await ask(service, "/api/v1/demo-create-intent", {});
  const page = await ask(service, `/pay/${demo.json.intent_id}`);
  const files = [...page.text.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
  const sent = new Map<string, number>([["html", gzipSync(page.text).length]]);
  for (const path of new Set(files as string[])) {
    const answer = await fetch(new URL(path, service.url), { headers: { "accept-encoding": "gzip" } });
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get("cache-control"), path).toMatch(path.endsWith(".svg") ? /public/ : /immutable/);
    const end = path.split(".").at(-1) ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    sent.set(end, (sent.get(end) ?? 0) + (end === "woff2" ? bytes : gzipSync(bytes, { level: 9 })).length);
  }
  expect([...sent.keys()].sort()).toEqual(["css", "html", "js", "svg", "woff2"]);
  for (const end of ["html", "js", "css", "woff2"] as const) expect(sent.get(end), end).toBeLessThanOrEqual(PAGE[end]);
  expect([...sent.values()].reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(PAGE.all);
  expect(new Set(files).size + 1).toBeLessThanOrEqual(PAGE.requests);

  const widget = await ask(service, "/checkout.js");
  expect(widget.headers.get("content-type")).toContain("javascript");
  expect(gzipSync(widget.text).length).toBeLessThanOrEqual(CHECKOUT_JS);
});
