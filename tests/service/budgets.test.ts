import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { ask, sharedService } from "@/tests/support/service";
import { signInAt } from "@/tests/support/signed-in";

/** Bytes as they are sent. Whoever raises one says in its commit for what. */
const PAGE = { html: 4_500, js: 9_000, css: 6_100, woff2: 20_000, all: 40_000, requests: 5 };
const CHECKOUT_JS = 14_000;

const running = sharedService();

it("a customer's phone loads no more than it must", async () => {
  const service = running();
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

const OWNER = { email: "owner@example.com", password: "a long enough password" };

/** Kilobytes of script by gzip, of which Next and React are 135. Whoever raises one says in its commit for what. */
const BUDGETS: Record<string, number> = {
  "": 169,
  "/payments": 170,
  "/terminals": 165,
  "/terminals/[terminal]": 169,
  "/terminals/[terminal]/keys": 164,
  "/terminals/[terminal]/devices": 164,
  "/terminals/[terminal]/shifts": 161,
  "/settlement": 165,
  "/settlement/attention": 167,
  "/settlement/funds": 167,
  "/webhooks": 160,
  "/webhooks/[endpoint]": 171,
  "/webhooks/[endpoint]/edit": 166,
  "/webhooks/new": 169,
  "/webhooks/deliveries": 164,
  "/reports": 167,
  "/developers": 163,
  "/developers/requests": 163,
  "/developers/keys": 163,
  "/developers/keys/new": 167,
  "/settings/general": 170,
  "/settings/currencies": 168,
  "/settings/currencies/new": 172,
  "/settings/notifications": 168,
  "/settings/team": 167,
  "/settings/audit": 165,
};

it("no page of the dashboard loads more script than its budget", async () => {
  const service = running();
  const made = await service.createMerchant("http://127.0.0.1:9/hooks", OWNER);
  const owner = await signInAt(service, OWNER.email, OWNER.password);
  const sizes = new Map<string, number>();
  const sizeOf = async (file: string) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const answer = await fetch(`${service.url}/_next/${file}`);
    expect(answer.status, file).toBe(200);
    const size = gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  const over: string[] = [];
  for (const [page, budget] of Object.entries(BUDGETS)) {
    const below = page.replace("[terminal]", made.terminal_id).replace("[endpoint]", made.webhook_endpoint_id);
    const { status, text } = await owner.get(`/dashboard/${made.merchant_id}/sandbox${below}`);
    expect(status, page).toBe(200);
    let bytes = 0;
    for (const file of scriptsIn(text)) bytes += await sizeOf(file);
    // a page that names no script is not one that was measured
    expect(bytes, page).toBeGreaterThan(100_000);
    if (bytes > budget * 1_000) over.push(`${page || "overview"}: ${(bytes / 1_000).toFixed(1)} kB of ${budget} kB`);
  }
  expect(over).toEqual([]);
});

/** Every script that a page names, in its tags and in its data, without the one for browsers that know no modules. */
function scriptsIn(html: string): Set<string> {
  const old = /<script[^>]*src="\/_next\/([^"]+)"[^>]*nomodule/i.exec(html)?.[1];
  const named = [...html.matchAll(/static\/chunks\/[\w.~-]+\.js/g)].map(([file]) => file);
  return new Set(named.filter((file) => file !== old));
}
