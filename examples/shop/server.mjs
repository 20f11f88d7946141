// A shop in one file: creates an intent, opens the payment window, and packs the coffee when the webhook confirms
// payment. TILL_URL=http://localhost:3000 TILL_API_KEY=svc_test_… TILL_WEBHOOK_SECRET=whsec_… node
// examples/shop/server.mjs
// With CURRENCY=EUR, or another currency that the business has a rate for, the coffee is priced in it.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { TILL_URL = "http://localhost:3000", TILL_API_KEY, TILL_WEBHOOK_SECRET } = process.env;
const { PORT = "8080", CURRENCY = "USDT" } = process.env;
if (!TILL_API_KEY || !TILL_WEBHOOK_SECRET) throw new Error("Set TILL_API_KEY and TILL_WEBHOOK_SECRET.");

const AMOUNT = "12.50";
const html = readFileSync(new URL("index.html", import.meta.url), "utf8");
const page = html.replace("{price}", `${AMOUNT} ${CURRENCY}`);
/** the intents of orders that aren't paid yet; a real shop keeps them in its database */
const unpaid = new Set();

createServer(async (request, response) => {
  try {
    const answer = ROUTES[`${request.method} ${request.url}`];
    if (answer) await answer(request, response);
    else response.writeHead(404).end();
  } catch (error) {
    console.error(error.message);
    response.writeHead(502).end();
  }
}).listen(Number(PORT), "127.0.0.1", function () {
  console.log(`The shop is open at http://127.0.0.1:${this.address().port}`);
});

const ROUTES = {
  "GET /": (_request, response) => {
    const nonce = randomUUID();
    const policy = `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; connect-src 'self' ${TILL_URL}`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
    response.end(page.replaceAll("{nonce}", nonce).replaceAll("{till}", TILL_URL));
  },

  "GET /favicon.ico": (_request, response) => response.writeHead(204).end(),

  // the price comes from the server: a browser could send a lower one
  "POST /orders": async (_request, response) => {
    const answered = await fetch(`${TILL_URL}/api/v1/create-payment-intent`, {
      method: "POST",
      headers: { authorization: `Bearer ${TILL_API_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ amount: AMOUNT, currency: CURRENCY, reference: `coffee-${Date.now()}` }),
    });
    if (!answered.ok) throw new Error(`Till responded with ${answered.status}: ${await answered.text()}`);
    const { intent } = await answered.json();
    console.log(
      `Waiting for ${intent.amount_usdt} USDT. In the sandbox, simulate the payment at ${intent.checkout_url}`,
    );
    const { id: intent_id, environment, amount_usdt } = intent;
    unpaid.add(intent_id);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ intent_id, environment, amount_usdt }));
  },

  "POST /hooks": async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (!isGenuine(body, request.headers["x-service-signature"])) return void response.writeHead(401).end();
    const event = JSON.parse(body.toString());
    // The signature doesn't cover the headers: a captured request can come again with another X-Service-Event-Id. So
    // each intent is packed once, and only if this shop has created it.
    if (event.event === "payment.success" && unpaid.delete(event.intent_id))
      console.log(`Paid: ${event.intent_id}. Packing coffee.`);
    response.end();
  },
};

/** The signature covers the raw bytes; the key is the whole secret. */
function isGenuine(body, signature = "") {
  const expected = createHmac("sha256", TILL_WEBHOOK_SECRET).update(body).digest();
  const given = Buffer.from(signature, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
