import { createHmac, randomBytes } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const SIGNATURE_BYTES = 32;

/** `whsec_` and the base64 of 32 random bytes: one string serves both signatures below. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString("base64");
}

/** `X-Service-Signature`: hex HMAC-SHA256 of the raw body; the key is the UTF-8 of the whole secret as displayed. */
export function serviceSignature(body: string | Buffer, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** One entry of `webhook-signature` by Standard Webhooks 1.0: the key is what the base64 after `whsec_` decodes to. */
export function standardSignature(message: {
  id: string;
  timestampSeconds: number;
  body: string | Buffer;
  secret: string;
}): string {
  const key = Buffer.from(message.secret.slice(SECRET_PREFIX.length), "base64");
  const mac = createHmac("sha256", key).update(`${message.id}.${message.timestampSeconds}.`).update(message.body);
  return `v1,${mac.digest("base64")}`;
}

type Event = { eventId: string; eventType: string; environment: "sandbox" | "live" };

/** The headers of an attempt that depend on a secret. The others follow from the event and the time of the attempt. */
export type SignatureHeaders = { "X-Service-Signature": string; "webhook-signature": string };

/** The headers of one attempt, in the order in which they are sent. */
function headersOf({ eventId, eventType, environment }: Event, timestampSeconds: number, signatures: SignatureHeaders) {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Till-Webhooks/1",
    "X-Service-Signature": signatures["X-Service-Signature"],
    "X-Service-Event": eventType,
    "X-Service-Event-Id": eventId,
    "X-Service-Environment": environment,
    "X-Service-Livemode": String(environment === "live"),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatures["webhook-signature"],
  };
}

/**
 * The headers of one attempt at `now`. During a rotation, `secrets.next` also signs `webhook-signature`; only the
 * primary secret signs `X-Service-Signature`.
 */
export function deliveryHeaders(
  delivery: Event & { body: string; secrets: { primary: string; next: string | null }; now: Date },
) {
  const { body } = delivery;
  const { primary, next } = delivery.secrets;
  const timestampSeconds = toSeconds(delivery.now);
  const standard = (secret: string) => standardSignature({ id: delivery.eventId, timestampSeconds, body, secret });
  return headersOf(delivery, timestampSeconds, {
    "X-Service-Signature": serviceSignature(body, primary),
    "webhook-signature": next === null ? standard(primary) : `${standard(primary)} ${standard(next)}`,
  });
}

/** What is kept of an attempt's headers: 32 bytes for each signature, `X-Service-Signature` first. */
export function packSignatures(headers: SignatureHeaders): Buffer {
  const standard = headers["webhook-signature"].split(" ").map((entry) => Buffer.from(entry.slice(3), "base64"));
  return Buffer.concat([Buffer.from(headers["X-Service-Signature"], "hex"), ...standard]);
}

function unpackSignatures(packed: Buffer): SignatureHeaders {
  const standard: string[] = [];
  for (let at = SIGNATURE_BYTES; at < packed.length; at += SIGNATURE_BYTES) {
    standard.push(`v1,${packed.toString("base64", at, at + SIGNATURE_BYTES)}`);
  }
  return {
    "X-Service-Signature": packed.toString("hex", 0, SIGNATURE_BYTES),
    "webhook-signature": standard.join(" "),
  };
}

/**
 * The headers that an attempt at `startedAt` sent; none if it could not be signed, and nothing was sent then. `kept`:
 * its signatures, or what earlier versions kept: the signature headers, or all headers.
 */
export function sentHeaders(
  event: Event,
  startedAt: Date,
  { signatures, requestHeaders }: { signatures: Buffer | null; requestHeaders: Record<string, string> },
): Record<string, string> {
  if (signatures) return headersOf(event, toSeconds(startedAt), unpackSignatures(signatures));
  if (!isSigned(requestHeaders)) return requestHeaders;
  return { ...headersOf(event, toSeconds(startedAt), requestHeaders), ...requestHeaders };
}

function isSigned(kept: Record<string, string>): kept is Record<string, string> & SignatureHeaders {
  return "X-Service-Signature" in kept && "webhook-signature" in kept;
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
