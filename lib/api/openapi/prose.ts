import { ERROR_STATUS } from "@/lib/api/errors";
import { ERROR_WHEN } from "@/lib/api/openapi/errors";
import { webhookProse } from "@/lib/api/openapi/webhook-prose";
import { type Env, env } from "@/lib/env";
import { ERROR_CODES } from "@/lib/errors";

/** What a reader of the whole document needs to know first, in simple Markdown: headings, tables, lists and code. */
export function prose(): string {
  const settings = env();
  const sections = [
    overview(settings),
    baseUrl(settings),
    AUTHENTICATION,
    AMOUNTS,
    STATES,
    errors(),
    IDEMPOTENCY,
    limits(settings),
    webhookProse(settings),
    EXTENSIONS,
  ];
  return sections.map((section) => section.trim()).join("\n\n");
}

const overview = ({ APP_NAME }: Env) => `
${APP_NAME} takes payments in USDT on the TRON network (TRC20). It implements the Payment Intent Service Specification.

1. Your server creates a payment intent with a terminal's key: [createPaymentIntent](#create-payment-intent).
2. The customer pays: show \`checkout_uri\` as a QR code for the wallet app, or send them to \`checkout_url\`.
3. Your server is told by a signed webhook: [payment.success](#payment-success). A page may ask [getIntentStatus](#get-intent-status) meanwhile, about every 2 seconds.`;

const baseUrl = ({ APP_URL }: Env) => `
## Base URL

\`\`\`text
${APP_URL}/api/v1
\`\`\`

All paths are relative to it, for sandbox and live alike. Bodies are JSON in UTF-8, moments are ISO 8601 in UTC. Ignore fields that you do not know: new ones may come. This description is at \`${APP_URL}/api/v1/openapi.json\`.

Every answer of an endpoint carries \`X-Request-Id\`. Give it to us when you ask about a call.`;

const AUTHENTICATION = `
## Authentication

Send the terminal's key with every call that needs one: \`Authorization: Bearer <key>\`. Keys are issued in the dashboard under *Terminals*, one for each environment. The prefix alone selects the environment:

| Environment | Prefix | Effect |
|---|---|---|
| sandbox | \`svc_test_\` | No real funds move; payments are simulated. |
| live | \`svc_live_\` | Real USDT on TRC20 mainnet settles. A live key is issued once the merchant has a receiving wallet. |

A key belongs on your server, never in a page or an app. \`/intent-status\`, \`/payment-instructions\`, \`/demo-create-intent\` and \`/simulate-payment\` need none. Browsers of any origin may call the first three; every other endpoint is closed to pages of other origins.`;

const AMOUNTS = `
## Amounts

An amount is a JSON number of USDT from 0.000001 to 999999999.999999 with at most six decimals. What is finer is refused, never rounded. Every amount comes back as the same number, exact to the millionth.`;

const STATES = `
## States

| From | When | To | Event |
|---|---|---|---|
| | an intent is created | \`pending\` | \`intent.created\` |
| \`pending\` | the payment settles, or is simulated in sandbox | \`paid\` | \`payment.success\` |
| \`pending\` | the expiry is reached unpaid; in live by the blockchain's clock, a minute later at the earliest | \`expired\` | \`payment.expired\` |
| \`pending\` | you cancel it | \`cancelled\` | \`intent.cancelled\` |

An intent that is \`paid\`, \`expired\` or \`cancelled\` stays so.`;

function errors(): string {
  const rows = ERROR_CODES.map((code) => `| ${ERROR_STATUS[code]} | \`${code}\` | ${ERROR_WHEN[code]} |`);
  return `
## Errors

An answer that is not 200 has a sentence for people in \`error\` and a word for programs in \`code\`. Branch on \`code\`; the sentence may change.

\`\`\`json
{ "error": "No such intent.", "code": "not_found" }
\`\`\`

| HTTP | code | when |
|---|---|---|
${rows.join("\n")}

The codes about a webhook URL are given where an endpoint is set, \`signature_verification_failed\` by the client libraries. A path that is not there is 404 \`not_found\`, and any endpoint answers 405 \`method_not_allowed\` to a method that it does not know.`;
}

const IDEMPOTENCY = `
## Idempotency

Send an \`Idempotency-Key\` (1 to 255 printable ASCII characters) with a create or a cancel, and repeat the call with the same key whenever you are not sure that it arrived. For 24 hours, for each terminal, environment and path:

- the same key with the same body does nothing again and gives the first answer byte for byte, marked \`Idempotent-Replayed: true\`;
- the same key with another body is 409 \`idempotency_conflict\`;
- of two calls at the same time the later one waits and gets the first one's answer.

Only a success is kept: after an error the same key may be used again.`;

function limits(settings: Env): string {
  const row = (path: string, amount: number, per: string, of: string) =>
    `| \`${path}\` | ${amount === 0 ? "no limit" : `${amount} per ${per}`} | ${of} |`;
  return `
## Rate limits

| Endpoint | Limit | Counted by |
|---|---|---|
${[
  row("/create-payment-intent", settings.RATE_LIMIT_CREATE_PER_SECOND, "second", "key"),
  row("/intent-status`, `/payment-instructions", settings.RATE_LIMIT_STATUS_PER_MINUTE, "minute", "IP address"),
  row("/demo-create-intent", settings.RATE_LIMIT_DEMO_PER_MINUTE, "minute", "IP address"),
  row("/simulate-payment", settings.RATE_LIMIT_SIMULATE_PER_MINUTE, "minute", "IP address"),
].join("\n")}

Over the limit the answer is 429 \`rate_limited\` with \`Retry-After\` in seconds. \`RateLimit\` and \`RateLimit-Policy\` say beforehand what is left.`;
}

const EXTENSIONS = `
## Beyond the specification

These parts are extensions of ours. Whoever does not use them sees the specification alone.

- \`POST /cancel-payment-intent\` with the opt-in event \`intent.cancelled\`, \`GET /payment-instructions\` and \`POST /simulate-payment\`
- the opt-in events \`attention.opened\` and \`attention.resolved\`, about live money that did something else than was asked of it
- \`reference\`, \`metadata\`, \`expires_in\`, \`success_url\` and \`cancel_url\` when an intent is created
- \`checkout_url\`, \`livemode\`, \`reference\`, \`metadata\`, \`success_url\` and \`cancel_url\` inside \`intent\` in the answer
- the \`Idempotency-Key\` and \`Idempotent-Replayed\` headers
- the \`X-Request-Id\`, \`RateLimit\` and \`RateLimit-Policy\` headers, and limits on other endpoints than the demo
- the codes from \`invalid_id\` to \`request_timeout\` in the table of errors
- the Standard Webhooks headers, and \`amount_usdt\` beside \`amount\` in \`payment.success\`

Where the specification is silent we chose: the method, key and period of the sales report, the largest amount, the life of an intent, the pauses between webhook attempts and what counts as success.`;
