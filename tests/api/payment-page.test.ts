import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import * as fragment from "@/app/pay/[id]/fragment/route";
import * as receipt from "@/app/pay/[id]/receipt/route";
import * as page from "@/app/pay/[id]/route";
import * as window from "@/app/pay/[id]/window/route";
import { liveRouteOf } from "@/app/pay/live-routes";
import { pageCache } from "@/app/pay/page-bytes";
import { troubleDocument } from "@/app/pay/render";
import { updateContact } from "@/lib/business/merchants/update";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import type { Endpoint } from "@/lib/service/api/answer";
import { HOLE } from "@/lib/service/api/page-cache";
import { pageEndpoint } from "@/lib/service/api/page-endpoint";
import { buildPaymentPage } from "@/scripts/lib/build-payment-page.mjs";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

let merchant: MerchantFixture;

beforeAll(async () => {
  await buildPaymentPage();
  merchant = await createMerchantFixture();
  for (const currency of ["EUR", "IDR"]) {
    const rate = {
      currency,
      source: "manual",
      way: "usdt_per_unit",
      rate: currency === "EUR" ? "1.0895" : "0.0000621",
    };
    await setRate(await memberContext(merchant), SetRateInput.parse({ ...rate, confirmed: true }));
  }
});

const newIntentOf = async ({ keys }: MerchantFixture, more = {}) => {
  const { json } = await call("create-payment-intent", { amount_usdt: 12.5, ...more }, { key: keys.sandbox });
  return json.intent.id as string;
};
const newIntent = (more = {}) => newIntentOf(merchant, more);
const newPriced = async (amount = "24.90", currency = "EUR", more = {}) => {
  const { json } = await call("create-payment-intent", { amount, currency, ...more }, { key: merchant.keys.sandbox });
  return json.intent.id as string;
};
const cancel = ({ keys }: MerchantFixture, id: string) => call("cancel-payment-intent", { id }, { key: keys.sandbox });

type Ask = { headers?: Record<string, string>; method?: keyof Endpoint; query?: string };

/** As a serverless host would call the route file; with `accept-encoding`, as the fast lane does. */
async function ask(route: Endpoint, id: string, { headers = {}, method = "GET", query = "" }: Ask = {}) {
  const below = { page: "", receipt: "/receipt", fragment: "/fragment", window: "/window" }[nameOf(route)];
  const url = `https://till.example/pay/${id}${below}${query}`;
  const request = new Request(url, { method, headers: { "x-real-ip": randomUUID(), ...headers } });
  const answer = "accept-encoding" in headers ? await askFast(route, request) : await route[method](request);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isZipped = answer.headers.get("content-encoding") === "gzip";
  return { status: answer.status, headers: answer.headers, text: String(isZipped ? gunzipSync(bytes) : bytes), bytes };
}

function nameOf(route: Endpoint) {
  if (route === page) return "page";
  if (route === receipt) return "receipt";
  return route === fragment ? "fragment" : "window";
}

async function askFast(route: Endpoint, { method, url, headers }: Request) {
  const readBytes = async () => new Uint8Array();
  const answer = await route[method as keyof Endpoint].answer({ method, url, headers, readBytes });
  return new Response(answer.body as BodyInit, { status: answer.status, headers: answer.headers });
}

describe("the payment page", () => {
  it("is whole without a script: amount, time left, code, words for sharing, a way to reload", async () => {
    const { status, headers, text } = await ask(page, await newIntent({ reference: "<order & 7>" }));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(text).toContain("12.50");
    const [, seconds, shown] = /data-left="(\d+) *"[^>]*><bdi class="figures">([\d:]+)<\/bdi> left/.exec(text) ?? [];
    expect(Number(seconds)).toBeGreaterThan(1_700);
    expect(Number(seconds)).toBeLessThanOrEqual(1_800);
    expect(shown).toBe(`${Math.floor(Number(seconds) / 60)}:${String(Number(seconds) % 60).padStart(2, "0")}`);
    expect(text).toContain("&lt;order &amp; 7&gt;");
    expect(text).toContain('<meta property="og:title" content="12.50\u00a0USDT to ');
    expect(text).toMatch(/<meta name="description" property="og:description" content="Pay 12\.50/);
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(text.match(/aria-label="QR code/g)).toHaveLength(1);
  });

  it("has a strict policy without a nonce, and is neither indexed nor named to other sites", async () => {
    const { headers, text } = await ask(page, await newIntent());
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|nonce/);
    expect(text).not.toMatch(/<[^>]+\s(style|on\w+)=|<script>/);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
    });
  });

  it("comes compressed to who takes that, and says the same to who doesn't", async () => {
    const id = await newIntent();
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    const zipped = await ask(page, id, { headers: { "accept-encoding": "br, gzip" } });
    const plain = await ask(page, id, { headers: { "accept-encoding": "gzip;q=0" } });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(plain.headers.get("content-encoding")).toBe(null);
    expect(zipped.text).toBe(plain.text);
    expect(zipped.headers.get("vary")).toBe("Accept-Encoding, Accept-Language, Cookie");
    expect((await ask(page, id)).text).toBe(plain.text);
  });

  it("isn't sent again to who has it, and is once anything happened", async () => {
    const id = await newIntent();
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    const first = await ask(page, id);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect(await ask(page, id, { headers })).toMatchObject({ status: 304, text: "" });
    const listed = { "if-none-match": `"other", ${headers["if-none-match"]}` };
    expect(await ask(page, id, { headers: listed })).toMatchObject({ status: 304, text: "" });
    const german = await ask(page, id, { headers: { ...headers, "accept-language": "de" } });
    expect(german).toMatchObject({ status: 200, text: expect.stringContaining("Bezahlt") });
    await merchant.ctx.db.sql`update merchants set name = 'Renamed' where id = ${merchant.ctx.merchantId}`;
    const renamed = await ask(page, id, { headers });
    expect(renamed).toMatchObject({ status: 200, text: expect.stringContaining("Renamed") });
  });

  it("goes on another device by its own code, or by its link, copied or shared", async () => {
    const id = await newIntent();
    const { text } = await ask(page, id, { query: "?way=phone" });
    const link = /data-copy="([^"]+)"/.exec(text)?.[1];
    expect(link).toMatch(new RegExp(`^https?://[^/]+/pay/${id}$`));
    expect(text).toContain(`data-share="${link}" data-title="12.50\u00a0USDT to `);
    expect(text).toContain("QR code with the address of this page");
  });

  it("leads out of another app's browser, which may not open wallets, and not out of a browser", async () => {
    const id = await newIntent();
    const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
    const at = (agent: string, route: Endpoint = page) => ask(route, id, { headers: { "user-agent": agent } });
    const instagram = `${phone} Mobile/15E148 Instagram 331.0.0.31.96 (iPhone14,5; iOS 17_5; de_DE)`;
    for (const route of [page, fragment]) {
      const { text } = await at(instagram, route);
      expect(text).toContain("You opened this page in Instagram.");
      expect(text).toMatch(/"?data-copy"?[=:]"https?:[^"]+\/pay\//);
    }
    for (const other of [
      `${phone} Version/17.5 Mobile/15E148 Safari/604.1`,
      "Twitterbot/1.0",
      "",
      "Instagram iPhone".repeat(99),
    ]) {
      expect((await at(other)).text).not.toContain("You opened this page");
    }
  });

  it("is made anew after each change of what it shows, and only then", async () => {
    const { ctx, keys } = await createMerchantFixture();
    const { merchantId, db } = ctx;
    const { sql } = db;
    const { json } = await call("create-payment-intent", { amount_usdt: 12.5 }, { key: keys.sandbox });
    const { id } = json.intent;
    await simulatePayment(ctx, { id, outcome: "late" });
    let text = "";
    const isNew = async () => {
      const earlier = text;
      text = (await ask(page, id)).text;
      return text !== earlier;
    };
    await isNew();
    expect(await isNew()).toBe(false);
    await sql`update merchants set support_email = 'help@shop.example' where id = ${merchantId}`;
    expect(await isNew()).toBe(true);
    await sql`update terminals set name = 'Back desk' where merchant_id = ${merchantId}`;
    expect(await isNew()).toBe(true);
    await sql`
      insert into refund_addresses (payment_intent_id, merchant_id, address)
      values (${id}, ${merchantId}, ${`0x${"1".repeat(40)}`})`;
    expect(await isNew()).toBe(true);
    await sql`
      insert into merchant_logos (merchant_id, media_type, bytes, digest)
      values (${merchantId}, 'image/png', ${Buffer.from("logo")}, ${"a".repeat(64)})`;
    expect(await isNew()).toBe(true);
    expect(await isNew()).toBe(false);
  });

  it("is made once while only its seconds change, and anew when money arrives", async () => {
    const id = await newIntent();
    await ask(page, id);
    const before = pageCache().size;
    await ask(page, id);
    expect(pageCache().size).toEqual(before);
    await simulatePayment(merchant.ctx, { id, outcome: "underpaid" });
    expect((await ask(page, id)).text).toContain("Received 6.25 of 12.50");
    expect(pageCache().size.pages).toBe(before.pages);
  });

  it("has any reference as it is, also one of unusual characters", async () => {
    const reference = "order \u{F0000}7\u{10FFFD}\u0001";
    const id = await newIntent({ reference });
    for (const asked of [{}, { headers: { "accept-encoding": "gzip" } }, {}]) {
      const { text } = await ask(page, id, asked);
      expect(text).toContain(reference);
      expect(text).toMatch(/ data-left="\d+ *"/);
      expect(text).not.toContain(HOLE);
    }
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    for (const route of [page, receipt]) expect((await ask(route, id)).text).toContain(reference);
  });

  it("is in the reader's language: the one asked for, else the one kept, else the browser's", async () => {
    const id = await newIntent();
    const cookie = "a=b; till-lang=tr";
    const accept = { "accept-language": "fr, de;q=0.5" };
    const asked = await ask(page, id, { query: "?lang=de", headers: { cookie, ...accept } });
    expect(asked.text).toContain('<html lang="de"');
    expect(asked.headers.get("set-cookie")).toMatch(/^till-lang=de; Path=\/pay; Max-Age=31536000; SameSite=Lax/);
    const kept = await ask(page, id, { headers: { cookie, ...accept } });
    expect(kept.text).toContain('<html lang="tr"');
    expect(kept.headers.get("set-cookie")).toBe(null);
    expect((await ask(page, id, { headers: accept })).text).toContain('<html lang="fr"');
    expect((await ask(page, id, { query: "?lang=ar" })).text).toContain('<html lang="ar" dir="rtl"');
  });

  it("tells of a broken link in the reader's language, whatever stands for the id", async () => {
    for (const id of [randomUUID(), "nonsense", "%F0%9F%92%A9", "11111111-1111-1111-1111-111111111111"]) {
      const { status, text, headers } = await ask(page, id, { headers: { "accept-language": "es-MX" } });
      expect(status, id).toBe(404);
      expect(text).toContain("Pago no encontrado");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  it("answers HEAD without a body and refuses other methods", async () => {
    const id = await newIntent();
    expect(await ask(page, id, { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
    for (const method of ["POST", "DELETE", "OPTIONS"] as const) {
      const refused = await ask(page, id, { method });
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")).toBe("GET, HEAD");
      expect(JSON.parse(refused.text)).toMatchObject({ code: "method_not_allowed" });
    }
  });

  it("weighs no more than its budget, in every language", async () => {
    const more = { reference: "order-1042" };
    for (const id of [await newIntent(more), await newPriced("1234567.00", "IDR", more)]) {
      for (const lang of ["en", "de", "ru", "ar", "zh"]) {
        const { bytes, text } = await ask(page, id, { query: `?lang=${lang}`, headers: { "accept-encoding": "gzip" } });
        expect(bytes.length, lang).toBeLessThanOrEqual(4_500);
        expect(Buffer.byteLength(text), lang).toBeLessThanOrEqual(14_000);
      }
    }
  });
});

describe("a price in the shop's currency", () => {
  const said = async (route: Endpoint, id: string, lang: string) =>
    JSON.stringify((await ask(route, id, { query: `?lang=${lang}` })).text).replaceAll("&#x27;", "'");

  it.each([
    ["en", "24.90\u00a0€", "24.90\u00a0€\u00a0· 27.13\u00a0USDT to "],
    ["de", "24,90\u00a0€", "24,90\u00a0€\u00a0· 27,13\u00a0USDT an "],
    ["fa", "24.90\u00a0€", "\u206624.90\u00a0€\u00a0· 27.13\u00a0USDT\u2069"],
  ])(
    "is on the page, in its title, in its tree, in the window and on the receipt, in %s",
    async (lang, price, named) => {
      const id = await newPriced();
      for (const route of [page, fragment, window]) {
        const text = await said(route, id, lang);
        expect(text).toContain(price);
        expect(text).toContain(named);
        expect(text).not.toContain("1.0895");
      }
      await simulatePayment(merchant.ctx, { id, outcome: "paid" });
      expect(await said(receipt, id, lang)).toContain(price);
    },
  );

  it("has expired with its payment, and the shop's page leads to a new one", async () => {
    const id = await newPriced("24.90", "EUR", { cancel_url: "https://shop.example/cart" });
    await simulatePayment(merchant.ctx, { id, outcome: "expired" });
    const text = await said(page, id, "en");
    expect(text).toContain("The price has expired");
    expect(text).toContain(`https://shop.example/cart?intent_id=${id}`);
    expect(await said(page, id, "de")).toContain("Der Preis ist abgelaufen");
    expect(await said(page, await newIntent(), "en")).not.toContain("€");
  });

  it("doesn't change with the rate, nor when the business stops pricing in its currency", async () => {
    const id = await newPriced();
    const { json } = await call(`payment-instructions?id=${id}`, undefined);
    expect(json).toMatchObject({ amount_usdt: 27.13, currency: "USDT", quote: { currency: "EUR", amount: "24.90" } });
    expect(Object.keys(json.quote)).toEqual(["currency", "amount"]);
    await merchant.ctx.db.sql`update exchange_rates set manual_rate = '2' where merchant_id = ${merchant.merchantId}`;
    expect((await call(`payment-instructions?id=${id}`, undefined)).json).toMatchObject({ quote: json.quote });
    expect(await said(page, id, "en")).toContain("24.90\u00a0€\u00a0· 27.13\u00a0USDT");
  });
});

describe("the shop's contact", () => {
  const NONE = { supportEmail: null, supportUrl: null, supportPhone: null };
  const mailto = (id: string) => `href="mailto:help@shop.example?subject=Payment%20${id}"`;

  let shop: MerchantFixture;

  beforeAll(async () => {
    shop = await createMerchantFixture();
    const contact = { supportEmail: "help@shop.example", supportUrl: "https://shop.example/help" };
    await updateContact(shop.ctx, { ...NONE, ...contact });
  });

  it.each(["expired", "late", "overpaid", "cancelled"] as const)(
    "is on the page and the receipt: %s",
    async (outcome) => {
      const id = await newIntentOf(shop);
      if (outcome === "cancelled") await cancel(shop, id);
      else await simulatePayment(shop.ctx, { id, outcome });
      for (const route of [page, receipt]) {
        const { text } = await ask(route, id);
        expect(text).toContain("Contact Corner Bookshop");
        expect(text).toContain(mailto(id));
        expect(text).toContain(`href="https://shop.example/help?intent_id=${id}"`);
        expect(text).not.toContain("tel:");
      }
      expect((await ask(fragment, id)).text).toContain(`mailto:help@shop.example?subject=Payment%20${id}`);
    },
  );

  it("is on the page of a payment whose time is up, in the reader's language", async () => {
    const id = await newIntentOf(shop);
    await shop.ctx.db.sql`
      update payment_intents set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'
       where id = ${id}`;
    const { text } = await ask(page, id, { query: "?lang=de" });
    expect(text).toContain("Die Zeit ist abgelaufen");
    expect(text).toContain("Corner Bookshop kontaktieren");
    expect(text).toContain(`mailto:help@shop.example?subject=Zahlung%20${id}`);
  });

  it("isn't there while there is nothing to ask: pending, partly paid, paid", async () => {
    const id = await newIntentOf(shop);
    for (const outcome of [null, "underpaid", "paid"] as const) {
      if (outcome) await simulatePayment(shop.ctx, { id, outcome });
      for (const route of [page, receipt]) expect((await ask(route, id)).text).not.toContain("shop.example");
    }
  });

  it("isn't on the page of an unknown payment, and a page that is cached has the new one at once", async () => {
    expect((await ask(page, randomUUID())).text).not.toContain("shop.example");
    const id = await newIntentOf(shop);
    await simulatePayment(shop.ctx, { id, outcome: "expired" });
    const before = await ask(page, id);
    await updateContact(shop.ctx, { ...NONE, supportPhone: "+351 21 000 0000" });
    const { status, text } = await ask(page, id, { headers: { "if-none-match": before.headers.get("etag") ?? "" } });
    expect(status).toBe(200);
    expect(text).toContain('href="tel:+351210000000"');
    await updateContact(shop.ctx, NONE);
    expect((await ask(page, id)).text).not.toContain('data-part="contact"');
  });
});

it("an expired payment leads to the shop to start again, a cancelled one back", async () => {
  const cancel_url = "https://shop.example/cart";
  const expired = await newIntent({ cancel_url });
  await simulatePayment(merchant.ctx, { id: expired, outcome: "expired" });
  const { text } = await ask(page, expired);
  expect(text).toContain(`href="${cancel_url}?intent_id=${expired}"`);
  expect(text).toContain("<span>Start again</span>");
  const cancelled = await newIntent({ cancel_url });
  await cancel(merchant, cancelled);
  expect((await ask(page, cancelled)).text).toContain("<span>Back to ");
  const late = await newIntent({ cancel_url });
  await simulatePayment(merchant.ctx, { id: late, outcome: "late" });
  const remaining = await newIntent({ cancel_url, metadata: { rest_of: late } });
  await simulatePayment(merchant.ctx, { id: remaining, outcome: "expired" });
  for (const id of [late, remaining]) expect((await ask(page, id)).text).not.toContain("Start again");
});

describe("a page that fails", () => {
  const failing = (error: unknown) => {
    const refuse = () => Promise.reject(error);
    return pageEndpoint({
      path: "/pay/[id]",
      methods: { GET: refuse },
      trouble: (_, { status }) => troubleDocument("de", status),
    });
  };

  it("says in the reader's language not to pay again, and reloads, with or without a script", async () => {
    const gone = Object.assign(new Error("connection closed"), { code: "CONNECTION_CLOSED" });
    const { status, headers, text } = await ask(failing(gone), "x");
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("2");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).toContain("müssen Sie nicht noch einmal zahlen");
    expect(text.replace(/<noscript>.*?<\/noscript>/g, "")).toContain('<meta http-equiv="refresh" content="5">');
  });

  it("tells nothing of an unexpected cause", async () => {
    const { status, text } = await ask(failing(new Error("secret of the house")), "x");
    expect(status).toBe(500);
    expect(text).not.toContain("secret of the house");
  });
});

describe("the fragment", () => {
  it("is the page's own markup as a tree, with its title", async () => {
    const id = await newIntent();
    const { text, headers } = await ask(fragment, id, { query: "?lang=de" });
    expect(headers.get("content-type")).toContain("application/json");
    const { title, tree } = JSON.parse(text);
    expect(title).toMatch(/^12,50\sUSDT an /);
    expect(tree.slice(0, 1)).toEqual(["div"]);
    expect(tree[1]).toMatchObject({ "data-payment": id, "data-status": "pending", lang: "de" });
  });

  it("of an unknown payment is the documented error", async () => {
    const { status, text } = await ask(fragment, randomUUID());
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ code: "not_found" });
  });
});

describe("the window of checkout.js", () => {
  const ORIGIN = { origin: "https://shop.example" };

  it("is told what its callbacks tell, and gets the payment's own markup for another site", async () => {
    const id = await newIntent({ reference: "order-1042" });
    const { status, text, headers } = await ask(window, id, { query: "?lang=de&way=phone", headers: ORIGIN });
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBe(null);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("set-cookie")).toBe(null);
    const { title, tree, ...told } = JSON.parse(text);
    expect(told).toEqual({ environment: "sandbox", amount_usdt: 12.5, status: "pending" });
    expect(title).toMatch(/^12,50\sUSDT an /);
    expect(tree[0]).toBe("section");
    expect(tree[1]).toMatchObject({ "data-payment": id, "data-status": "pending", "data-way": "phone", lang: "de" });
    expect(text).toContain(`/pay/${id}?way=link`);
    expect(text).not.toMatch(/"href":"[/?]/);
  });

  it("says paid, in the name as before", async () => {
    const id = await newIntent();
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    const { title, status, tree } = JSON.parse((await ask(window, id)).text);
    expect([title, status, tree[1]["data-status"]]).toEqual([
      expect.stringMatching(/^12\.50\sUSDT to /),
      "paid",
      "paid",
    ]);
    const link = new RegExp(`"href":"https?://[^"]+/pay/${id}/receipt\\?lang=en"[^}]*"target":"_blank"`);
    expect(JSON.stringify(tree)).toMatch(link);
  });

  it("of an unknown payment is the documented error, readable from any origin", async () => {
    const { status, text, headers } = await ask(window, randomUUID(), { headers: ORIGIN });
    expect(status).toBe(404);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(JSON.parse(text)).toMatchObject({ code: "not_found" });
  });

  it("answers a preflight, and refuses other methods", async () => {
    const asked = await ask(window, randomUUID(), { method: "OPTIONS", headers: ORIGIN });
    expect([asked.status, asked.text]).toEqual([204, ""]);
    expect(asked.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    expect((await ask(window, randomUUID(), { method: "POST" })).status).toBe(405);
  });
});

it("the receipt says what was paid, or that it wasn't", async () => {
  const id = await newIntent();
  expect((await ask(receipt, id)).text).toContain("<title>Not paid: ");
  await simulatePayment(merchant.ctx, { id, outcome: "paid" });
  const { text } = await ask(receipt, id);
  expect(text).toContain("<title>Receipt: ");
  expect(text).toContain(id);
  expect(text).toMatch(/<bdi>\d+ \w+ 20\d\d, \d\d:\d\d<\/bdi>, <bdi>UTC<\/bdi>/);
});

it("the fast lane has a way to each of the page's addresses and to nothing else", () => {
  for (const path of [
    "",
    "/events",
    "/progress",
    "/fragment",
    "/window",
    "/receipt",
    "/receipt/email",
    "/refund-address",
  ]) {
    expect(liveRouteOf(`/pay/x${path}`), path).toBeDefined();
  }
  for (const path of [
    "/pay",
    "/pay/",
    "/pay/x/",
    "/pay/x/other",
    "/pay/x/receipt/y",
    "/pay/x/constructor",
    "/pay/x/email",
    "/pay/x/events/email",
    "/payments",
  ]) {
    expect(liveRouteOf(path), path).toBeUndefined();
  }
});
