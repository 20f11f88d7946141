import type { Environment } from "@/lib/base/context/context";
import { readSettings } from "@/lib/base/context/settings";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { USDT_MAINNET } from "@/lib/base/tron/usdt";
import { checkoutUri } from "@/lib/customer/checkout/links";
import {
  alarmChanged,
  attentionOpened,
  attentionResolved,
  type EventBody,
  type EventType,
  intentCreated,
  intentEnded,
  originOf,
  paymentSuccess,
  refundChanged,
  refundFailed,
} from "@/lib/delivery/events/catalog";
import { deliveryHeaders } from "@/lib/delivery/events/sign";
import { presentCreated, presentDemo, presentStatus } from "@/lib/payments/intents/present";
import type { IntentStatus } from "@/lib/payments/intents/state";
import { presentInstructions } from "@/lib/payments/page/instructions";
import { serializeSalesReport } from "@/lib/payments/reports/present";

/*
 * The examples are produced by the functions that produce the real responses, events and signatures.
 */

const CREATED_AT = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:04:31.208Z");

const INTENT = {
  id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11",
  terminalId: "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55",
  terminalName: "Front desk",
  environment: "sandbox" as Environment,
  amountMicros: 12_500_000n,
  expiresAt: new Date("2026-03-01T12:30:00.000Z"),
  reference: "order-1042",
  metadata: { cart: "8812" },
  successUrl: "https://shop.example/thank-you",
  cancelUrl: null,
};

const MAIN_NETWORK = {
  id: "tron-mainnet",
  name: "TRON",
  chainId: 0x2b6653dc,
  token: hexFromTron(USDT_MAINNET) as HexAddress,
  rpcUrls: [],
  httpUrls: [],
  isPublic: true,
};

const NO_PRICE = { quote: null };

export const EXAMPLE_ID = INTENT.id;

export const exampleCreated = () => presentCreated({ ...INTENT, ...NO_PRICE }, readSettings());

export const exampleStatus = (status: IntentStatus) => presentStatus({ ...INTENT, status });

/**
 * A live intent with half of its amount being confirmed, always on mainnet, whatever network this installation uses.
 */
export const exampleInstructions = () =>
  presentInstructions(
    {
      ...INTENT,
      environment: "live",
      status: "pending",
      merchantName: "Corner Bookshop",
      priceCurrency: "EUR",
      priceMinor: 1_147n,
      toleranceMicros: 0n,
      receivedMicros: 0n,
      uncountedMicros: 0n,
      sightedMicros: 6_250_000n,
      sightedBlocks: 7,
      secondsLeft: 1_529,
      receiveAddress: hexFromTron("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"),
    },
    { ...readSettings(), network: MAIN_NETWORK },
  );

export const exampleDemo = () =>
  presentDemo({ ...INTENT, ...NO_PRICE, amountMicros: 4_200_000n, reference: null, metadata: null });

export const exampleReport = (): unknown =>
  JSON.parse(
    serializeSalesReport({
      merchantName: "Corner Bookshop",
      terminalName: INTENT.terminalName,
      start: new Date("2026-03-01T00:00:00.000Z"),
      end: new Date("2026-03-02T00:00:00.000Z"),
      totalMicros: 1_234_567_891n,
      salesCount: 37n,
      refundedMicros: 20_500_000n,
      refundsCount: 2n,
    }),
  );

export function exampleEvent(type: EventType): EventBody<EventType> {
  const rotated: EventBody<"key.rotated"> = {
    event: "key.rotated",
    terminal_id: INTENT.terminalId,
    ...originOf(INTENT.environment),
    rotated_at: LATER.toISOString(),
    last4: "x7Qd",
  };
  const ping: EventBody<"test.ping"> = {
    event: "test.ping",
    message: "This is a test of your webhook endpoint.",
    request_id: "9f8b4f0e-5a0d-4d0c-8f0a-1d2e3f4a5b6c",
    ...originOf(INTENT.environment),
    timestamp: LATER.toISOString(),
  };
  switch (type) {
    case "payment.success":
      return paymentSuccess({ ...INTENT, transferId: "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11" }, LATER);
    case "intent.created":
      return intentCreated({ ...INTENT, checkoutUri: checkoutUri(readSettings(), INTENT.id) }, CREATED_AT);
    case "payment.expired":
      return intentEnded("payment.expired", INTENT, INTENT.expiresAt);
    case "intent.cancelled":
      return intentEnded("intent.cancelled", INTENT, LATER);
    case "attention.opened":
      return attentionOpened(LATE_PAYMENT, LATER);
    case "attention.resolved":
      return attentionResolved(LATE_PAYMENT, "refunded", LATER);
    case "alarm.raised":
      return alarmChanged("alarm.raised", FAILING_ENDPOINT, INTENT.expiresAt);
    case "alarm.cleared":
      return alarmChanged("alarm.cleared", FAILING_ENDPOINT, new Date("2026-03-01T13:05:00.000Z"));
    case "refund.prepared":
      return refundChanged("refund.prepared", REFUND, LATER);
    case "refund.cancelled":
      return refundChanged("refund.cancelled", REFUND, LATER);
    case "refund.sent":
      return refundChanged("refund.sent", { ...REFUND, txHash: LATE_PAYMENT.txHash }, LATER);
    case "refund.failed":
      return refundFailed({ ...REFUND, txHash: LATE_PAYMENT.txHash, failure: "OUT_OF_ENERGY" }, LATER);
    case "key.rotated":
      return rotated;
    case "test.ping":
      return ping;
  }
}

const REFUND = {
  id: "5d1f0a7c-6b2e-4f1d-9c83-2a7e4b6d8f10",
  intentId: INTENT.id,
  terminalId: INTENT.terminalId,
  amountMicros: INTENT.amountMicros,
  txHash: null,
  failure: null,
  environment: INTENT.environment,
};

const LATE_PAYMENT = {
  id: "3b8f5c52-91a4-4f0b-8f0e-6a1d1c7f2b44",
  kind: "late" as const,
  intentId: INTENT.id,
  terminalId: INTENT.terminalId,
  transferId: "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11",
  txHash: "0x8f3a1c5e7b9d2f4a6c8e0b1d3f5a7c9e2b4d6f8a0c1e3b5d7f9a2c4e6b8d0f1a",
  amountMicros: INTENT.amountMicros,
};

const FAILING_ENDPOINT = {
  id: "c5a1e0d2-7f4b-4c86-9d30-2b8e6f1a4c77",
  kind: "endpoint" as const,
  message: "Your webhook endpoint at shop.example is failing. Events wait and are sent again.",
  endpointId: "e2d4b6a8-1c3f-4e5a-8b7d-9f0c2e4a6b8d",
  raisedAt: new Date("2026-03-01T12:28:00.000Z"),
  environment: INTENT.environment,
};

/** The secret that signs the examples; it belongs to no endpoint. */
export const EXAMPLE_SECRET = `whsec_${Buffer.from("an example secret, 32 bytes long").toString("base64")}`;

/** The headers of the first delivery attempt of an example event. */
export function exampleHeaders(type: EventType): Record<string, string> {
  return deliveryHeaders({
    eventId: "0d4f6c1e-8b7a-4f4e-9a35-3c5f1c2b7e90",
    eventType: type,
    environment: INTENT.environment,
    body: JSON.stringify(exampleEvent(type)),
    secrets: { primary: EXAMPLE_SECRET, next: null },
    now: LATER,
  });
}
