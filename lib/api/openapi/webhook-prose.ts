import { EXAMPLE_SECRET } from "@/lib/api/openapi/examples";
import type { Env } from "@/lib/env";
import { MAX_ATTEMPTS } from "@/lib/webhooks/retry";

/** The chapter on webhooks: headers, the check of a signature, and what an answer means. */
export const webhookProse = (settings: Env) => `
## Webhooks

Events are sent as HTTP POST with a JSON body to the endpoints set for the merchant or for one terminal. Each delivery carries:

| Header | Value |
|---|---|
| \`X-Service-Signature\` | hex HMAC-SHA256 of the raw body |
| \`X-Service-Event\` | the event's type, as in the body |
| \`X-Service-Event-Id\` | the event's uuid, the same in every attempt |
| \`X-Service-Environment\` | \`sandbox\` or \`live\` |
| \`X-Service-Livemode\` | \`true\` or \`false\`, as text |
| \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\` | the same proof by Standard Webhooks 1.0 |

### Verify the signature

Verify before you act, on the bytes as they arrived: parsing and writing JSON again changes them. The key is the endpoint's secret as it was shown when the endpoint was made, \`whsec_\` included. In Node:

\`\`\`js
${VERIFY}
\`\`\`

The examples of events below are signed with \`${EXAMPLE_SECRET}\`, as JSON without spaces or line breaks between members. \`webhook-signature\` is for the libraries of Standard Webhooks; while a secret is being changed it holds a signature by each of the two.

### Answer

- **2xx** within 10 seconds: received. Answer first and work afterwards.
- **410**: the endpoint wants nothing more. It is switched off until somebody switches it on again.
- Anything else, a redirect or no answer: tried again, up to ${MAX_ATTEMPTS} attempts in all, with pauses of ${pauses(settings)} seconds, a tenth more or less. A \`Retry-After\` header may lengthen a pause.

An event can arrive twice and events can overtake each other: act once on each \`X-Service-Event-Id\`, and on what the body says. An endpoint that does nothing but fail for five days is switched off; what it missed can be sent again.

### Your endpoint's URL

It starts with \`http://\` or \`https://\`. In live it must be HTTPS and lead to a public address.`;

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
