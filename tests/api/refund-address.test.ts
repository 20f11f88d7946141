import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { API_ROUTES } from "@/app/api/v1/routes";
import * as refundAddress from "@/app/pay/[id]/refund-address/route";
import * as page from "@/app/pay/[id]/route";
import { liveRouteOf } from "@/app/pay/live-routes";
import { resetEnv } from "@/lib/base/process/env";
import { LOCALES } from "@/lib/customer/checkout/locales";
import { escapeHtml } from "@/lib/customer/checkout/markup/html-of";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import type { Endpoint } from "@/lib/service/api/answer";
import { fastLane } from "@/lib/service/server/fast-lane";
import { buildPaymentPage } from "@/scripts/lib/build-payment-page.mjs";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { liveMerchant, randomAddresses, turnLiveOn, USDT } from "@/tests/support/live";

turnLiveOn();

let merchant: MerchantFixture;

beforeAll(async () => {
  await buildPaymentPage();
  merchant = await createMerchantFixture();
});

const someAddress = () => randomAddresses(1)[0] as string;

async function ended(outcome: "late" | "overpaid" | "paid" | "expired" = "late"): Promise<string> {
  const { json } = await call("create-payment-intent", { amount_usdt: 10 }, { key: merchant.keys.sandbox });
  await simulatePayment(merchant.ctx, { id: json.intent.id, outcome });
  return json.intent.id;
}

type Ask = {
  method?: keyof Endpoint;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string | null>;
  query?: string;
};

async function ask(id: string, { method = "POST", body, headers, query = "" }: Ask = {}) {
  const all = {
    "x-real-ip": randomUUID(),
    host: "localhost:3000",
    "sec-fetch-site": "same-origin",
    origin: "null",
    "content-type": "application/x-www-form-urlencoded",
    ...headers,
  };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  const url = `http://localhost:3000/pay/${id}/refund-address${query}`;
  const route: Endpoint = refundAddress;
  const answer = await route[method](new Request(url, { method, body, headers: given }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const submit = (id: string, address: string, headers = {}) =>
  ask(id, { body: new URLSearchParams({ address }).toString(), headers });

async function pageOf(id: string, query = ""): Promise<string> {
  const request = new Request(`http://localhost:3000/pay/${id}${query}`, { headers: { "x-real-ip": randomUUID() } });
  return (await page.GET(request)).text();
}

const groups = (address: string) => new RegExp([...address].map((character) => `(?:<[^>]*>)*${character}`).join(""));

describe("the form of the payment page", () => {
  it("is there once there is money to give back, and plain: it posts to the page's own route", async () => {
    const text = await pageOf(await ended());
    expect(text).toMatch(/<form method="post" action="\/pay\/[-0-9a-f]{36}\/refund-address"/);
    expect(text).toMatch(/<label for="refund-address"[^>]*>Your TRON wallet address<\/label>/);
    const input = /<input [^>]*>/.exec(text)?.[0] ?? "";
    for (const part of ['name="address"', 'dir="ltr"', 'autocomplete="off"', 'spellcheck="false"', 'maxlength="64"']) {
      expect(input).toContain(part);
    }
    expect(input).not.toContain("value=");
    expect(text).toContain(WORDS.en.refundText);
    expect(text).toContain(escapeHtml(WORDS.en.refundHint));
  });

  it.each(["paid", "expired"] as const)("isn't there for a payment that is %s as it should be", async (outcome) => {
    expect(await pageOf(await ended(outcome))).not.toContain("<form");
  });

  it("isn't taken away from a customer who overpaid: the page doesn't return to the shop automatically", async () => {
    const body = { amount_usdt: 10, success_url: "https://shop.example/thanks" };
    const returns = async (outcome: "paid" | "overpaid") => {
      const { json } = await call("create-payment-intent", body, { key: merchant.keys.sandbox });
      await simulatePayment(merchant.ctx, { id: json.intent.id, outcome });
      const text = await pageOf(json.intent.id);
      expect(text).toContain('href="https://shop.example/thanks');
      return text.includes("data-return");
    };
    expect([await returns("paid"), await returns("overpaid")]).toEqual([true, false]);
  });

  it("is allowed by the page's policy", async () => {
    const request = new Request(`http://localhost:3000/pay/${await ended()}`);
    expect((await page.GET(request)).headers.get("content-security-policy")).toContain("form-action 'self'");
  });

  it("is in every language within the page's budget", async () => {
    const id = await ended("overpaid");
    for (const locale of LOCALES) {
      const text = await pageOf(id, `?lang=${locale}`);
      expect(text, locale).toContain(`>${escapeHtml(WORDS[locale].refundSave)}</button>`);
      expect(Buffer.byteLength(text), locale).toBeLessThanOrEqual(14_000);
    }
  });
});

describe("an address that is left", () => {
  it("is saved with a 303 to the page, which then shows it whole instead of the form", async () => {
    const id = await ended();
    const before = await pageOf(id);
    const address = someAddress();
    const { status, headers, text } = await submit(id, ` ${address} `);
    expect([status, headers.get("location"), text]).toEqual([303, `/pay/${id}`, ""]);
    expect(headers.get("cache-control")).toBe("no-store");
    const after = await pageOf(id);
    expect(after).not.toBe(before);
    expect(after).not.toContain("<form");
    expect(after).toMatch(groups(address));
    expect(after).toContain(WORDS.en.refundNext);
    expect((await submit(id, address)).status).toBe(303);
  });

  it("comes over a socket by the fast lane, after a form that was refused unread on the same connection", async () => {
    const id = await ended();
    const lane = fastLane(API_ROUTES, liveRouteOf);
    const server = createServer((request, response) => void lane(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const post = (site: string, body: string) =>
      fetch(`http://127.0.0.1:${port}/pay/${id}/refund-address`, {
        method: "POST",
        redirect: "manual",
        body,
        headers: { "sec-fetch-site": site, "content-type": "application/x-www-form-urlencoded" },
      });
    const address = someAddress();
    const refused = await post("cross-site", `address=${"T".repeat(30_000)}`);
    expect([refused.status, (await refused.text()).startsWith("<!doctype html>")]).toEqual([403, true]);
    const saved = await post("same-origin", `address=+${address}%0D%0A`);
    expect([saved.status, saved.headers.get("location"), await saved.text()]).toEqual([303, `/pay/${id}`, ""]);
    expect(await pageOf(id)).toMatch(groups(address));
    server.closeAllConnections();
    server.close();
  });

  it("is refused with 409 once another one is there, and the first is shown", async () => {
    const id = await ended("overpaid");
    const first = someAddress();
    await submit(id, first);
    const { status, text } = await submit(id, someAddress());
    expect(status).toBe(409);
    expect(text).toContain(WORDS.en.refundTaken);
    expect(text).toMatch(groups(first));
  });

  it.each(["paid", "expired"] as const)(
    "is refused with 409 for a payment that is %s as it should be",
    async (outcome) => {
      const id = await ended(outcome);
      const { status, text } = await submit(id, someAddress());
      expect(status).toBe(409);
      expect(text).toContain(id);
      expect(await pageOf(id)).not.toContain(WORDS.en.refundNext);
    },
  );

  it.each([
    ["is no address", "TXYZ <b>", "refundInvalid"],
    ["is missing", null, "refundInvalid"],
    ["is the token's contract", USDT, "refundLost"],
  ] as const)(
    "is refused with 422 if it %s, with what was typed, at the field and in the reader's language",
    async (_what, typed, word) => {
      const id = await ended();
      const body = typed === null ? "" : new URLSearchParams({ address: typed }).toString();
      for (const locale of ["en", "de", "ar"] as const) {
        const { status, headers, text } = await ask(id, { body, headers: { "accept-language": locale } });
        expect(status).toBe(422);
        expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
        expect(headers.get("cache-control")).toBe("no-store");
        expect(text).toMatch(/id="refund-problem" role="alert"/);
        expect(text).toContain(escapeHtml(WORDS[locale][word]));
        const input = /<input [^>]*>/.exec(text)?.[0];
        expect(input).toContain('aria-invalid="true"');
        expect(input).toContain('aria-describedby="refund-problem refund-hint"');
        expect(input).toContain(`value="${escapeHtml(typed ?? "")}"`);
      }
      expect(await pageOf(id)).not.toContain("refund-problem");
    },
  );

  it("is refused with 422 if it is one of the merchant's own", async () => {
    const live = await liveMerchant();
    const { json } = await call("create-payment-intent", { amount_usdt: 10 }, { key: live.keys.sandbox });
    await simulatePayment(live.ctx, { id: json.intent.id, outcome: "late" });
    const { status, text } = await submit(json.intent.id, live.addresses[0] ?? "");
    expect(status).toBe(422);
    expect(text).toContain(escapeHtml(WORDS.en.refundOwn));
  });

  it("isn't echoed at any length", async () => {
    const { status, text } = await submit(await ended(), "T".repeat(5_000));
    expect(status).toBe(422);
    expect(text).toContain(`value="${"T".repeat(64)}"`);
    expect(text).not.toContain("T".repeat(65));
  });
});

describe("a request that is refused", () => {
  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another subdomain", { "sec-fetch-site": "same-site" }],
    ["another origin, in an old browser", { "sec-fetch-site": null, origin: "https://evil.example" }],
  ])("with 403 if it comes from %s, and saves nothing", async (_, given) => {
    const id = await ended();
    const { status, text } = await submit(id, someAddress(), given);
    expect(status).toBe(403);
    expect(text).toContain(escapeHtml(WORDS.en.refundCrossSite));
    expect(await pageOf(id)).toContain("<form");
  });

  it("with 404 in the reader's language for an unknown payment, whatever stands for the id", async () => {
    for (const id of [randomUUID(), "nonsense"]) {
      for (const method of ["GET", "POST"] as const) {
        const { status, text } = await ask(id, { method, headers: { "accept-language": "es" } });
        expect([method, status]).toEqual([method, 404]);
        expect(text).toContain("Pago no encontrado");
      }
    }
  });

  it("with 405 in the documented shape for other methods", async () => {
    const id = await ended();
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
      const { status, headers, text } = await ask(id, { method });
      expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
      expect(JSON.parse(text)).toMatchObject({ code: "method_not_allowed" });
    }
  });

  it("with 413 for a body that no form of ours sends", async () => {
    const { status, headers } = await submit(await ended(), "T".repeat(70_000));
    expect([status, headers.get("connection")]).toEqual([413, "close"]);
  });

  it("with 400 for a body that isn't text", async () => {
    expect((await ask(await ended(), { body: new Uint8Array([0xff, 0xfe, 0xfd]) })).status).toBe(400);
  });

  it("with 429 above the limit, per address, with what was typed and when to try again", async () => {
    Object.assign(process.env, { RATE_LIMIT_STATUS_PER_MINUTE: "2" });
    resetEnv();
    try {
      const id = await ended();
      const from = { "x-real-ip": "198.51.100.77" };
      for (const _ of [1, 2]) expect((await submit(id, "x", from)).status).toBe(422);
      const { status, headers, text } = await submit(id, "Tmine", from);
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(text).toContain(WORDS.en.refundLimited);
      expect(text).toContain('value="Tmine"');
      expect((await submit(id, "x", { "x-real-ip": "198.51.100.78" })).status).toBe(422);
    } finally {
      Reflect.deleteProperty(process.env, "RATE_LIMIT_STATUS_PER_MINUTE");
      resetEnv();
    }
  });
});

it("the address bar after a refused form leads back to the page, in the language chosen there", async () => {
  const id = await ended();
  for (const method of ["GET", "HEAD"] as const) {
    const { status, headers } = await ask(id, { method, query: "?lang=de" });
    expect([status, headers.get("location")]).toEqual([303, `/pay/${id}?lang=de`]);
  }
});
