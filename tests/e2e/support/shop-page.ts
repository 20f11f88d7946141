import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Shop as Merchant, openShop } from "@/tests/e2e/support/shop";
import { test as base, expect } from "@/tests/e2e/support/test";

type Intent = { intent_id: string; environment: string; amount_usdt: number };

type ShopPage = {
  /** the markup of the body; `{till}` and `{nonce}` are filled in */
  body?: string;
  head?: string;
  /** run once the checkout script is there */
  script?: string;
  /** of the tag that loads the checkout script */
  tag?: string;
  csp?: string | null;
};

type Shop = {
  url: string;
  till: string;
  /** what the shop's own endpoint `/intents` was asked with, in order */
  asked: { body: string; origin: string | undefined }[];
  /** the intents it has made */
  made: Intent[];
  /** how `/intents` answers; by default with a new sandbox intent over 12.50 USDT */
  answer: (response: ServerResponse) => Promise<void> | void;
  open(page?: ShopPage): Promise<void>;
};

/** A button and a call that writes what the callbacks are told into `window.told`. */
export const USUAL_BODY = `<main><h1>Corner Shop</h1><button id="pay">Pay with USDT</button></main>`;
export const USUAL_SCRIPT = `
  window.told = [];
  const tell = (name) => (event) => window.told.push([name, event]);
  window.createIntent = async () => (await fetch("/intents", { method: "POST" })).json();
  window.options = { button: "pay", createIntent: window.createIntent, onSuccess: tell("success"),
    onCancel: tell("cancel"), onExpired: tell("expired"), onError: tell("error") };
  window.widget = Till.checkout(window.options);`;

/** The strictest that a shop can ask for, trusted types included. */
const STRICT =
  "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; style-src 'self'; connect-src 'self' {till}; " +
  "base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** A shop of another origin than the service, under a strict policy; a breach of it fails the test. */
export const test = base.extend<{ shop: Shop; merchant: Merchant }>({
  /** the shop's account at the service, of this test's own */
  merchant: async ({ serverDatabase }, use) => use(await openShop(serverDatabase)),

  shop: async ({ page, service, baseURL }, use) => {
    const till = new URL(baseURL ?? "").origin;
    const server = await startShopServer(till, async () => (await service.createIntent()).id);
    const open = async (given: ShopPage = {}) => {
      server.serve(given);
      await page.goto(server.shop.url);
    };
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy breached: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await use(Object.assign(server.shop, { open }));
    await server.close();
  },
});

/**
 * Serves a shop's page and its `/intents`; `createIntent` makes a sandbox intent over 12.50 USDT and resolves to its
 * id.
 */
export async function startShopServer(till: string, createIntent: () => Promise<string>) {
  let shown: ShopPage = {};
  const answerRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split("?")[0];
    if (path === "/intents") {
      let body = "";
      for await (const chunk of request) body += chunk;
      shop.asked.push({ body, origin: request.headers.origin });
      return shop.answer(response);
    }
    if (path === "/shop.css") return void response.writeHead(200, { "content-type": "text/css" }).end(shown.head ?? "");
    if (path === "/favicon.ico") return void response.writeHead(204).end();
    writePage(response, shown, till);
  };
  const server = createServer((request, response) => void answerRequest(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const shop: Omit<Shop, "open"> = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    till,
    asked: [],
    made: [],
    answer: async (response) => {
      const intent = { intent_id: await createIntent(), environment: "sandbox", amount_usdt: 12.5 };
      shop.made.push(intent);
      response.end(JSON.stringify(intent));
    },
  };
  return {
    shop,
    serve: (given: ShopPage = {}) => {
      shown = { body: USUAL_BODY, script: USUAL_SCRIPT, csp: STRICT, ...given };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

function writePage(response: ServerResponse, { body, script, tag = "", csp }: ShopPage, till: string) {
  const nonce = randomUUID();
  const fill = (text: string) => text.replaceAll("{nonce}", nonce).replaceAll("{till}", till);
  if (csp) response.setHeader("content-security-policy", fill(csp));
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    fill(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/shop.css">
<script nonce="{nonce}" src="{till}/checkout.js" ${tag} defer></script></head>
<body>${body}<script nonce="{nonce}" type="module">${script}</script></body></html>`),
  );
}

/** What the callbacks were told, in order. */
export const toldOf = (page: import("@playwright/test").Page) =>
  page.evaluate(() => (window as unknown as { told: [string, Record<string, unknown>][] }).told);

export { expect };
