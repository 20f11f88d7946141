import { readSettings } from "@/lib/base/context/settings";
import { hexFromTron } from "@/lib/base/tron/address";
import { SCOPES } from "@/lib/base/values/scopes";
import { presentIntent, presentIntents } from "@/lib/payments/lists/present-intents";
import type { DetailedIntent } from "@/lib/payments/lists/select-intents";
import { EXAMPLE_ID } from "@/lib/service/api/openapi/examples";

/** A live intent with a price in euros that was paid with a bit too much, of which the excess was refunded. */
const INTENT: DetailedIntent = {
  id: EXAMPLE_ID,
  terminalId: "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55",
  terminalName: "Front desk",
  environment: "live",
  status: "paid",
  amountMicros: 12_500_000n,
  toleranceMicros: 0n,
  receivedMicros: 13_000_000n,
  priceCurrency: "EUR",
  priceMinor: 1_147n,
  priceRate: "1.0895",
  priceSource: "manual",
  priceSpreadBps: 0,
  flags: 2,
  reference: "order-1042",
  metadata: { cart: "8812" },
  successUrl: "https://shop.example/thank-you",
  cancelUrl: null,
  receiveAddress: hexFromTron("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"),
  createdAt: new Date("2026-03-01T12:00:00.000Z"),
  expiresAt: new Date("2026-03-01T12:30:00.000Z"),
  paidAt: new Date("2026-03-01T12:04:31.208Z"),
  expiredAt: null,
  cancelledAt: null,
  transfers: [
    {
      id: "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11",
      network: "tron-mainnet",
      txHash: "0x8f3a1c5e7b9d2f4a6c8e0b1d3f5a7c9e2b4d6f8a0c1e3b5d7f9a2c4e6b8d0f1a",
      from: hexFromTron("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"),
      micros: "13000000",
      blockNumber: 74_210_883,
      confirmations: null,
      at: "2026-03-01T12:03:27.000Z",
      counted: true,
    },
  ],
  refunds: [
    {
      id: "d8a4b6c2-5e1f-4f3a-9b7d-0c2e8f6a4b19",
      micros: "500000",
      status: "sent",
      txHash: "0x2c4e6b8d0f1a8f3a1c5e7b9d2f4a6c8e0b1d3f5a7c9e2b4d6f8a0c1e3b5d7f9a",
      toAddress: hexFromTron("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC") as string,
      at: "2026-03-01T14:10:02.517Z",
    },
  ],
  refundAddress: hexFromTron("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"),
};

/** As a key with every scope sees it. */
const reader = () => ({ settings: readSettings(), scopes: SCOPES });

export const exampleIntent = () => presentIntent(INTENT, reader());

export const exampleIntents = () =>
  presentIntents({ intents: [INTENT], next: `1772366400000000_${EXAMPLE_ID}_5c1e7f0a93d44e2b` }, reader());
