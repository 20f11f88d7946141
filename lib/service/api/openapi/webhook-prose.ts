import type { Env } from "@/lib/base/process/env";
import { MAX_ATTEMPTS } from "@/lib/delivery/sending/retry";
import { EXAMPLE_SECRET } from "@/lib/service/api/openapi/examples";

/** The section on webhooks: headers, signature verification and the meaning of responses. */
export const webhookProse = (settings: Env) => `
## Webhooks

Events are sent as HTTP POST requests with a JSON body to the endpoints of the business or of one terminal. Each delivery has these headers:

| Header | Value |
|---|---|
| \`X-Service-Signature\` | hex HMAC-SHA256 of the raw body |
| \`X-Service-Event\` | the event type, as in the body |
| \`X-Service-Event-Id\` | the event ID (a UUID), the same for every attempt |
| \`X-Service-Environment\` | \`sandbox\` or \`live\` |
| \`X-Service-Livemode\` | \`true\` or \`false\`, as a string |
| \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\` | the event ID, the time of the attempt, and a signature of both and the body, as in Standard Webhooks 1.0 |

### Verify the signature

Verify the raw body before you process it: parsing and re-serializing JSON changes the bytes. The key is the endpoint's secret as it was shown when you created the endpoint, including \`whsec_\`. In Node.js:

\`\`\`js
${VERIFY}
\`\`\`

The example events below are signed with \`${EXAMPLE_SECRET}\`, as JSON without spaces or line breaks between members. \`webhook-signature\` is for the Standard Webhooks libraries. While you rotate a secret, it contains one signature for each of the two secrets.

### Respond

- **2xx** within 10 seconds: the event was received. Respond first, then process the event.
- **410**: the endpoint is disabled until someone enables it again.
- Any other status, a redirect or no response: the delivery is retried, up to ${MAX_ATTEMPTS} attempts in total, with delays of ${pauses(settings)} seconds (±10%). A \`Retry-After\` header can extend a delay.

Events can arrive more than once and out of order. Process each payment only once, by \`intent_id\`, and rely on the body, not on the order. \`X-Service-Signature\` doesn't cover \`X-Service-Event-Id\`: anyone who captures a request can send it again with another ID. \`webhook-signature\` covers \`webhook-id\`. After five days of nothing but failures, an endpoint is disabled. You can resend the events it missed.

### Your endpoint's URL

The URL must start with \`http://\` or \`https://\`. In live, it must use HTTPS and point to a public address.`;

const VERIFY = `
import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(rawBody, signature, secret) {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  const given = Buffer.from(signature ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`.trim();

function pauses({ WEBHOOK_RETRY_DELAYS_S }: Env): string {
  const words = WEBHOOK_RETRY_DELAYS_S.map((seconds) => seconds.toLocaleString("en-US"));
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
