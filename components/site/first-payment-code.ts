/** The code samples on the start page, ready to copy. */

export function createMerchant() {
  return `npm run --silent admin -- create-merchant \\
  --name "Corner Shop" --terminal "Front desk" \\
  --email you@example.com --password "a long pass phrase" \\
  --webhook-url http://localhost:8080/hooks`;
}

export function createPayment(appUrl: string) {
  return `curl ${appUrl}/api/v1/create-payment-intent \\
  -H "Authorization: Bearer svc_test_…" \\
  -H "Content-Type: application/json" \\
  -d '{"amount_usdt": 12.5, "reference": "order-1042"}'`;
}

export function webhookRequest() {
  return `POST /your/webhook HTTP/1.1
X-Service-Event: payment.success
X-Service-Event-Id: 1f0e6a54-6c1b-4f0e-9d7e-0c5d5a1f2b3c
X-Service-Environment: sandbox
X-Service-Livemode: false
X-Service-Signature: 6c1f…e09a

{"event":"payment.success","intent_id":"3f9a…c21e","amount":12.5,
 "amount_usdt":12.5,"currency":"USDT","terminal_name":"Front desk",
 "environment":"sandbox","livemode":false,"simulated":true,…}`;
}

export function verifyWebhook() {
  return `import { createHmac, timingSafeEqual } from "node:crypto";

function isGenuine(rawBody, signature, secret) {
  const given = Buffer.from(signature, "hex");
  const expected = createHmac("sha256", secret)
    .update(rawBody)
    .digest();
  return given.length === expected.length
    && timingSafeEqual(given, expected);
}`;
}
