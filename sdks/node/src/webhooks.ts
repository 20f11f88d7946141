import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { ConfigurationError, type VerificationReason, WebhookVerificationError } from "./errors.js";
import { readEvent, type WebhookEvent } from "./events.js";
import { headerReader, type WebhookHeaders } from "./headers.js";
import { ShapeError } from "./members.js";
import { refuseBrowser } from "./server-only.js";

/** The raw request body, before parsing. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export type VerifierOptions = {
  /** Allowed deviation of `webhook-timestamp` in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** Replaces the clock, for tests. */
  now?: () => Date;
};

const TOLERANCE_SECONDS = 300;
const SECRET = /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Verifies webhooks. Never reveals its secrets. */
export class WebhookVerifier {
  readonly #secrets: readonly string[];
  readonly #toleranceSeconds: number;
  readonly #now: () => Date;

  /**
   * Takes one secret, or all of them during a rotation. Error: `invalid_configuration` for anything else, including an
   * empty secret.
   */
  constructor(secret: string | readonly string[] | undefined, options: VerifierOptions = {}) {
    refuseBrowser();
    const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
    if (secrets.length === 0) throw new ConfigurationError("A verifier needs a webhook secret.");
    this.#secrets = secrets.map(checkedSecret);
    this.#toleranceSeconds = options.toleranceSeconds ?? TOLERANCE_SECONDS;
    if (!(this.#toleranceSeconds > 0)) throw new ConfigurationError("toleranceSeconds must be above 0.");
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Returns the event of a genuine and recent request. `X-Service-Signature` and the Standard Webhooks signature must
   * both match, because the first alone doesn't prevent replays. Error: `signature_verification_failed`, with the
   * reason.
   */
  verify(rawBody: RawBody, headers: WebhookHeaders): WebhookEvent {
    const body = bytesOf(rawBody);
    const header = headerReader(headers);
    const signature = required(header, "X-Service-Signature");
    const id = required(header, "webhook-id");
    const timestamp = required(header, "webhook-timestamp");
    const signatures = required(header, "webhook-signature");
    if (!/^[0-9]{1,15}$/.test(timestamp)) throw failed("invalid_timestamp", "webhook-timestamp isn't a whole number.");
    if (!this.#isServiceSignature(body, signature) || !this.#isStandard(body, id, timestamp, signatures)) {
      throw mismatch();
    }
    this.#checkAge(Number(timestamp));
    return eventOf(body, id);
  }

  /**
   * Checks only `X-Service-Signature`, for programs that have only that header. Protects against forgeries, but not
   * against replays. Error: `signature_verification_failed`.
   */
  verifySignature(rawBody: RawBody, signature: string | null | undefined): void {
    const body = bytesOf(rawBody);
    if (!signature) throw failed("missing_header", "X-Service-Signature is missing.");
    if (!this.#isServiceSignature(body, signature)) throw mismatch();
  }

  /**
   * Returns the headers that the service would send with this body, to test your receiver. `X-Service-Event`,
   * `X-Service-Environment` and `X-Service-Livemode` are the body's `event`, `environment` and `livemode`, and are left
   * out if the body doesn't have them.
   */
  sign(rawBody: RawBody, { id = randomUUID() as string, timestamp = this.#now() } = {}): Record<string, string> {
    const body = bytesOf(rawBody);
    const seconds = String(Math.floor(timestamp.getTime() / 1_000));
    const { event, environment, livemode } = membersOf(body);
    return {
      "Content-Type": "application/json",
      "User-Agent": "Till-Webhooks/1",
      "X-Service-Signature": serviceSignature(body, this.#secrets[0] ?? ""),
      ...(isText(event) ? { "X-Service-Event": event } : {}),
      "X-Service-Event-Id": id,
      ...(isText(environment) ? { "X-Service-Environment": environment } : {}),
      ...(typeof livemode === "boolean" ? { "X-Service-Livemode": String(livemode) } : {}),
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": this.#secrets.map((secret) => standardSignature(body, id, seconds, secret)).join(" "),
    };
  }

  #isServiceSignature(body: Uint8Array, signature: string): boolean {
    const given = signature.toLowerCase();
    return this.#secrets.some((secret) => equal(serviceSignature(body, secret), given));
  }

  #isStandard(body: Uint8Array, id: string, timestamp: string, signatures: string): boolean {
    const given = signatures.split(" ");
    return this.#secrets.some((secret) => {
      const expected = standardSignature(body, id, timestamp, secret);
      return given.some((one) => equal(expected, one));
    });
  }

  #checkAge(timestampSeconds: number): void {
    const age = Math.floor(this.#now().getTime() / 1_000) - timestampSeconds;
    const hint = `at most ${this.#toleranceSeconds} s are allowed. Is this machine's clock right?`;
    if (age > this.#toleranceSeconds) throw failed("timestamp_too_old", `The webhook was sent ${age} s ago; ${hint}`);
    if (-age > this.#toleranceSeconds) {
      throw failed("timestamp_too_new", `The webhook is dated ${-age} s in the future; ${hint}`);
    }
  }
}

function serviceSignature(body: Uint8Array, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

function standardSignature(body: Uint8Array, id: string, timestamp: string, secret: string): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

/** Compares in constant time. Only the length, which is public, affects the duration. */
function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The message never contains the input: it may be a mistyped secret. */
function checkedSecret(secret: unknown): string {
  if (typeof secret === "string" && SECRET.test(secret)) return secret;
  throw new ConfigurationError(
    secret === undefined || secret === null || secret === ""
      ? "The webhook secret is empty. Is the environment variable set?"
      : "A webhook secret is whsec_ and base64. Pass it exactly as it was shown, without white space or quotes.",
  );
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === "string") return Buffer.from(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw failed(
    "parsed_body",
    'The body must be the raw bytes, but it has already been parsed. With Express, use express.raw({ type: "application/json" }). In a route handler, use await request.text().',
  );
}

function required(header: (name: string) => string | null, name: string): string {
  const value = header(name);
  if (value !== null) return value;
  throw failed("missing_header", `${name} is missing. Pass all headers of the request.`);
}

function eventOf(body: Uint8Array, id: string): WebhookEvent {
  try {
    return readEvent(textOf(body), id);
  } catch (error) {
    const why = error instanceof ShapeError ? error.message : "it isn't UTF-8";
    throw failed("invalid_body", `The signature is valid, but the body isn't: ${why}.`);
  }
}

/** Throws a `TypeError` if the bytes aren't UTF-8. */
function textOf(body: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
}

/** The members of a JSON object; none of any other body. */
function membersOf(body: Uint8Array): { event?: unknown; environment?: unknown; livemode?: unknown } {
  try {
    const json: unknown = JSON.parse(textOf(body));
    return typeof json === "object" && json !== null ? json : {};
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function mismatch() {
  return failed(
    "signature_mismatch",
    "The signature doesn't match the body and the secret. Check that the secret belongs to this endpoint (during a rotation, pass both), and that the body is the raw bytes, not JSON that was parsed and serialized again.",
  );
}

function failed(reason: VerificationReason, message: string) {
  return new WebhookVerificationError(reason, message);
}
