import { type Env, env } from "@/lib/base/process/env";
import { ERROR_CODES } from "@/lib/base/values/errors";
import type { ApiEndpoint } from "@/lib/service/api/declare";
import { ERROR_STATUS } from "@/lib/service/api/errors";
import { limitRule } from "@/lib/service/api/limits/rules";
import { ERROR_WHEN } from "@/lib/service/api/openapi/errors";
import { webhookProse } from "@/lib/service/api/openapi/webhook-prose";

/** The introduction to the whole document, in simple Markdown: headings, tables, lists and code. */
export function prose(endpoints: readonly ApiEndpoint[]): string {
  const settings = env();
  const sections = [
    overview(settings),
    baseUrl(settings),
    authentication(endpoints),
    HEARING,
    AMOUNTS,
    PRICES,
    STATES,
    errors(),
    IDEMPOTENCY,
    limits(endpoints),
    webhookProse(settings),
    EXTENSIONS,
  ];
  return sections.map((section) => section.trim()).join("\n\n");
}

const overview = ({ APP_NAME }: Env) => `
${APP_NAME} accepts payments in USDT on the TRON network (TRC20). It implements the Payment Intent Service Specification.

1. Your server creates a payment intent with a terminal's key: [createPaymentIntent](#create-payment-intent).
2. The customer pays: show \`checkout_uri\` as a QR code for their wallet app, or redirect them to \`checkout_url\`.
3. Your server receives a signed webhook: [payment.success](#payment-success). Meanwhile, a web page can poll [getIntentStatus](#get-intent-status) about every 2 seconds.`;

const baseUrl = ({ APP_URL }: Env) => `
## Base URL

\`\`\`text
${APP_URL}/api/v1
\`\`\`

All paths are relative to this URL, in sandbox and live. They have no slash at the end: with one, you are redirected with 308. Bodies are JSON in UTF-8, and request bodies are sent uncompressed. Times are ISO 8601 in UTC. Ignore unknown fields: new ones may be added. This description is available at \`${APP_URL}/api/v1/openapi.json\`.

Every response has an \`X-Request-Id\` header. Include it when you contact us about a request.`;

function authentication(endpoints: readonly ApiEndpoint[]): string {
  const open = endpoints
    .filter(({ scope }) => scope === null)
    .sort((a, b) => Number(b.cors ?? 0) - Number(a.cors ?? 0));
  const anyOrigin = open.filter(({ cors }) => cors).length;
  return `
## Authentication

Send an API key with every request that requires one: \`Authorization: Bearer <key>\`. The prefix selects the environment:

| Environment | Prefix | Effect |
|---|---|---|
| sandbox | \`svc_test_\` | No real funds move; payments are simulated. |
| live | \`svc_live_\` | Real USDT settles on TRC20 mainnet. Live keys require a receiving wallet. |

There are two kinds of keys. Each operation says which it needs.

| Key | Where to issue it | What it can do |
|---|---|---|
| a terminal's key | *Terminals* | Create, cancel and read the terminal's intents, read its events and its sales. |
| a restricted key | *Developers → API keys* | Only what its scopes allow, for one terminal or all. It can be limited to IP addresses and have an end date. |

A restricted key never does more than the role of the member who created or last rotated it allows. It stops when that member leaves the business.

Keep keys on your server, never in a web page or an app. ${list(open.map(quoted))} don't require a key. Browsers from any origin can call the first ${spelled(anyOrigin)} and \`/openapi.json\`. All other endpoints are closed to pages from other origins.`;
}

const HEARING = `
## Four ways to hear of a payment

| Way | Use it | Not for |
|---|---|---|
| Webhook: [payment.success](#payment-success) | to deliver what was paid. Till calls your server within about a second and repeats the call until it succeeds. | a server that can't be reached from outside |
| Feed: [listEvents](#list-events) | to read everything in order with a request of your own: behind a firewall, after your server was off, or to check that no webhook was missed. | – |
| Status: [getIntentStatus](#get-intent-status) | to update the page that a customer is looking at. It needs no key. | delivering: a page can be closed |
| Return page: \`success_url\` | to welcome the customer back. Anyone can open its address. | delivering: check the status on your server first |

Webhooks and the feed carry the same events with the same IDs. If you use both, skip IDs that you have processed.`;

const AMOUNTS = `
## Amounts

An amount is a JSON number in USDT from 0.000001 to 999999999.999999 with at most six decimals. Amounts with more decimals are refused, never rounded. Responses return the same number, exact to six decimals.`;

const PRICES = `
## Prices in a currency

Instead of \`amount_usdt\`, [createPaymentIntent](#create-payment-intent) takes a price: \`amount\`, decimal text such as \`"24.90"\`, and \`currency\`, a code of ISO 4217. Owners and managers set the rate of each currency in the dashboard, under *Settings → Currencies*.

| Request | Response |
|---|---|
| \`{"amount": "24.90", "currency": "EUR"}\` at 1 EUR = 1.0895 USDT | \`"amount_usdt": 27.13\` and \`"quote": {"currency": "EUR", "amount": "24.90", "rate": "1.0895", …}\` |
| \`{"amount": "12.50", "currency": "USDT"}\` | \`"amount_usdt": 12.5\` and \`"quote": null\` |

- **The amount in USDT** is the price times the rate, plus the spread that your business adds. It is rounded up to 0.01 USDT, below 1 USDT to six decimals. A price that rounding would raise by more than 1 % is refused.
- **One quote for each intent.** \`amount_usdt\` never changes, however the rate moves. The intent expires when its quote does: after \`expires_in\` or the terminal's setting, but not later than your business's setting for quotes, which is 60 minutes or less. \`expires_at\` says when. For a new price, create a new intent.
- **Everything else is in USDT.** Statuses, events and reports carry amounts in USDT. The price is only in \`quote\`, in the responses of [createPaymentIntent](#create-payment-intent), [listPaymentIntents](#list-payment-intents) and [getPaymentIntent](#get-payment-intent).
- **Without a rate**, the currency is refused: \`currency_not_enabled\`. If there is a rate that can't be used now, because it is too old or its source doesn't respond, you get 503 \`rate_unavailable\`, and nothing is created. Amounts in USDT still work.`;

const STATES = `
## Statuses

| From | When | To | Event |
|---|---|---|---|
| | an intent is created | \`pending\` | \`intent.created\` |
| \`pending\` | the payment settles, or is simulated in sandbox | \`paid\` | \`payment.success\` |
| \`pending\` | it reaches its expiry unpaid; in live, at least one minute later by the blockchain's clock | \`expired\` | \`payment.expired\` |
| \`pending\` | you cancel it | \`cancelled\` | \`intent.cancelled\` |

The statuses \`paid\`, \`expired\` and \`cancelled\` are final.`;

function errors(): string {
  const rows = ERROR_CODES.map((code) => `| ${ERROR_STATUS[code]} | \`${code}\` | ${ERROR_WHEN[code]} |`);
  return `
## Errors

Every response with a status of 400 or above has a message for people in \`error\` and an identifier for programs in \`code\`. Branch on \`code\`: the message may change.

\`\`\`json
{ "error": "No such intent.", "code": "not_found" }
\`\`\`

| HTTP | Code | When |
|---|---|---|
${rows.join("\n")}

The webhook URL codes occur when you create or edit a webhook endpoint. The client libraries raise \`signature_verification_failed\`. An unknown path returns 404 \`not_found\`, and an unsupported method returns 405 \`method_not_allowed\`.`;
}

const IDEMPOTENCY = `
## Idempotency

Send an \`Idempotency-Key\` (1 to 255 printable ASCII characters) when you create or cancel an intent or create a refund. If you don't know whether the request arrived, repeat it with the same key. For intents, keys are valid for 24 hours per terminal, environment and path, or per business, environment and path with an API key for all terminals:

- The same key with the same body returns the first response byte for byte, marked with \`Idempotent-Replayed: true\`. The action isn't repeated, even if the intent has ended since: use a key for each attempt to pay, not for each order.
- The same key with a different body returns 409 \`idempotency_conflict\`.
- Of two simultaneous requests, the second waits and gets the first one's response.

With [createRefund](#create-refund), the key stays with the refund: it doesn't expire, belongs to the API key, and a repeated request returns the refund as it is then.

Only successful responses are stored. After an error, you can use the same key again.`;

function limits(endpoints: readonly ApiEndpoint[]): string {
  const names = [...new Set(endpoints.flatMap(({ limit }) => limit ?? []))];
  const rows = names
    .map((name) => ({ ...limitRule(name), of: endpoints.filter(({ limit }) => limit === name) }))
    .sort((a, b) => Number(b.isFrequent) - Number(a.isFrequent))
    .map(({ limit, per, isFrequent, of }) => {
      const caller = of.some(({ scope }) => scope !== null) ? "key" : "IP address";
      const counted = isFrequent ? `${caller} and process` : caller;
      return `| ${[...new Set(of.map(quoted))].join(", ")} | ${limit === 0 ? "no limit" : `${limit} per ${per}`} | ${counted} |`;
    });
  const frequent = names.filter((name) => limitRule(name).isFrequent).length;
  return `
## Rate limits

| Endpoint | Limit | Counted per |
|---|---|---|
${rows.join("\n")}

A service with several server processes counts the first ${spelled(frequent)} rows in each of them, so you may get more requests through. IPv6 addresses are counted by their /64 network.

Requests over the limit get 429 \`rate_limited\` with \`Retry-After\` in seconds. \`RateLimit\` and \`RateLimit-Policy\` show how many requests are left.`;
}

const quoted = ({ path }: ApiEndpoint) => `\`${path}\``;

/** `a, b and c` */
function list(names: string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function spelled(count: number): string {
  return ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][count] ?? String(count);
}

const EXTENSIONS = `
## Beyond the specification

These parts extend the specification. If you don't use them, Till behaves exactly as specified.

- \`/payment-intents\`, \`/refunds\`, \`/events\` and \`/webhook-endpoints\`, restricted keys, and \`terminal_id\` in requests
- \`POST /cancel-payment-intent\` with the opt-in event \`intent.cancelled\`, \`GET /payment-instructions\` and \`POST /simulate-payment\`
- the opt-in events \`attention.opened\` and \`attention.resolved\`, about live transfers that don't match their intent
- the opt-in events \`alarm.raised\` and \`alarm.cleared\`, about failing endpoints, the receiving wallet and delayed live payments
- \`amount\` with \`currency\` in place of \`amount_usdt\` when an intent is created, and \`quote\` inside \`intent\` in the response
- \`reference\`, \`metadata\`, \`expires_in\`, \`success_url\` and \`cancel_url\` when an intent is created
- \`checkout_url\`, \`livemode\`, \`reference\`, \`metadata\`, \`success_url\` and \`cancel_url\` inside \`intent\` in the response
- the \`Idempotency-Key\` and \`Idempotent-Replayed\` headers
- the \`X-Request-Id\`, \`RateLimit\` and \`RateLimit-Policy\` headers, and rate limits on endpoints other than the demo
- the codes from \`invalid_id\` on in the error table
- the Standard Webhooks headers, and \`amount_usdt\` beside \`amount\` in \`payment.success\`

Where the specification leaves a choice, Till defines the method, key and period of the sales report, the largest amount, how long an intent lives, the delays between webhook attempts, and which responses count as success.`;
