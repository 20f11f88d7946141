// Compiled, never run: what a user's compiler says of the types. Each @ts-expect-error must be an error.
import {
  type CreatedIntent,
  CursorExpiredError,
  type DetailedIntent,
  type Intent,
  type Listener,
  type Page,
  type Refund,
  Till,
  type TillError,
  type UnknownEvent,
  WaitTimeoutError,
  type WebhookEndpoint,
  type WebhookEvent,
  WebhookVerifier,
} from "till-payments";

const till = new Till({ apiKey: process.env["TILL_API_KEY"], baseUrl: "https://pay.example.com" });
const verifier = new WebhookVerifier([process.env["FIRST"] ?? "", process.env["SECOND"] ?? ""]);

export async function ask(): Promise<CreatedIntent> {
  await till.intents.create({ amountUsdt: 12.5 });
  await till.intents.create({ amountMicros: 12_500_000n, expiresInSeconds: 900 }, { signal: AbortSignal.timeout(1) });
  await till.intents.create({ amount: "24.90", currency: "EUR", reference: "order" });
  // @ts-expect-error a price without a currency
  await till.intents.create({ amount: "24.90" }).catch(() => {});
  // @ts-expect-error a number isn't exact
  await till.intents.create({ amount: 24.9, currency: "EUR" }).catch(() => {});
  // @ts-expect-error a price and an amount
  await till.intents.create({ amount: "24.90", currency: "EUR", amountUsdt: "27.13" }).catch(() => {});
  // @ts-expect-error an amount in USDT has no currency
  await till.intents.create({ amountUsdt: "24.90", currency: "EUR" }).catch(() => {});
  // @ts-expect-error no amount
  await till.intents.create({ reference: "order" }).catch(() => {});
  // @ts-expect-error two amounts
  await till.intents.create({ amountUsdt: "1", amountMicros: 1_000_000n }).catch(() => {});
  // @ts-expect-error a bigint is micro-USDT
  await till.intents.create({ amountUsdt: 1n }).catch(() => {});
  return till.intents.create({ amountUsdt: "12.50", reference: "order", metadata: { cart: "1" } });
}

export async function outcome(intent: Intent): Promise<"yes" | "no" | "later"> {
  try {
    const ended = await till.intents.wait(intent.id, { timeoutMs: 1_000 });
    const copy: Intent = structuredClone({ ...ended });
    const micros: bigint = copy.amountMicros;
    if (ended.status === "paid" && micros > 0n) return "yes";
    return ended.status === "some later status" ? "later" : "no";
  } catch (error) {
    if (error instanceof WaitTimeoutError) return error.intent?.status === "pending" ? "later" : "no";
    throw error as TillError;
  }
}

export function act(event: WebhookEvent): string | null {
  switch (event.type) {
    case "payment.success":
      return event.transferId ?? event.terminalName;
    case "intent.created":
      return event.expiresAt.toISOString();
    case "payment.expired":
    case "intent.cancelled":
      return `${event.intentId} ${event.amountUsdt} ${event.amountMicros}`;
    case "attention.opened":
      // @ts-expect-error nothing is decided yet
      return `${event.resolution} ${event.kind === "late" ? event.txHash : event.amountMicros}`;
    case "attention.resolved":
      return event.intentId ?? event.resolution;
    case "alarm.raised":
    case "alarm.cleared":
      return event.kind === "endpoint" ? event.webhookEndpointId : event.raisedAt.toISOString() + event.message;
    case "refund.prepared":
    case "refund.sent":
    case "refund.cancelled":
      return event.txHash ?? `${event.refundId} ${event.amountUsdt}`;
    case "refund.failed":
      return event.failure ?? event.intentId;
    case "key.rotated":
      // @ts-expect-error no amount in this one
      return event.last4 + event.amountUsdt;
    case "test.ping":
      return event.message;
    default: {
      const unknown: UnknownEvent = event;
      const name: string = unknown.type;
      return name === "payment.refunded" ? String(unknown.body["intent_id"]) : name.toUpperCase();
    }
  }
}

export async function find(reference: string): Promise<DetailedIntent[]> {
  const page: Page<DetailedIntent> = await till.intents.list({ reference, createdAfter: new Date(), limit: 2 });
  const all = [...page.data, await till.intents.retrieve("id")];
  for await (const intent of till.intents.list({ status: "paid", createdBefore: "2026-04-01" })) all.push(intent);
  // @ts-expect-error a list's reference is one text
  await till.intents.list({ reference: 1 }).catch(() => {});
  return all.filter(({ overpaidMicros, flags, paidAt }) => overpaidMicros > 0n && flags.includes("late") && paidAt);
}

export async function giveBack(intentId: string): Promise<Refund> {
  const refund = await till.refunds.create({ intentId, amountUsdt: "5.25", reason: "x" }, { idempotencyKey: "r-1" });
  // @ts-expect-error no intent
  await till.refunds.create({ amountMicros: 1n }).catch(() => {});
  const { next } = await till.refunds.list({ status: "a.later.status", limit: 2 });
  for await (const one of till.refunds.list({ intentId, after: String(next) })) {
    if (one.status === "waiting_for_address" && !one.confirmed) return till.refunds.cancel(one.id);
  }
  return till.refunds.retrieve(refund.id);
}

export async function read(stored: string | null, signal: AbortSignal): Promise<string | null> {
  const listener: Listener = till.events.listen(
    { after: stored, types: ["payment.success", "a.later.type"], onCursor: (cursor) => console.log(cursor) },
    { signal },
  );
  try {
    for await (const event of listener) if (event.type === "payment.success") console.log(event.amountMicros);
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error;
    const { data, next } = await till.events.list({ after: "latest", waitSeconds: 25 });
    return data.length === 0 ? null : next;
  }
  return listener.cursor;
}

export async function manage(): Promise<WebhookEndpoint> {
  const { id, secret } = await till.webhookEndpoints.create({ url: "https://x.example", eventTypes: ["alarm.raised"] });
  const verifies = new WebhookVerifier(secret ?? (await till.webhookEndpoints.rotateSecret(id)).secret);
  await till.webhookEndpoints.delete(id);
  return till.webhookEndpoints.update(String(verifies), { enabled: true });
}

export function receive(request: Request, body: Uint8Array, old: import("node:http").IncomingMessage): WebhookEvent[] {
  // @ts-expect-error a parsed body
  verifier.verify({ event: "test.ping" }, request.headers);
  return [
    verifier.verify(body, request.headers),
    verifier.verify("{}", old.headers),
    verifier.verify(body, { a: ["b"] }),
  ];
}
