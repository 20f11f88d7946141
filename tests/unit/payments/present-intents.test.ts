import { describe, expect, it } from "vitest";
import { readSettings } from "@/lib/base/context/settings";
import { hexFromTron } from "@/lib/base/tron/address";
import { SCOPES, TERMINAL_KEY_SCOPES } from "@/lib/base/values/scopes";
import { DetailedIntentAnswer } from "@/lib/payments/lists/intent-schemas";
import { presentIntent, presentIntents } from "@/lib/payments/lists/present-intents";
import type { DetailedIntent } from "@/lib/payments/lists/select-intents";

const TRON = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const HEX = hexFromTron(TRON) as `0x${string}`;

const INTENT: DetailedIntent = {
  id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11",
  terminalId: "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55",
  terminalName: "Front desk",
  environment: "live",
  status: "pending",
  amountMicros: 10_000_000n,
  toleranceMicros: 0n,
  receivedMicros: 2_500_000n,
  priceCurrency: null,
  priceMinor: null,
  priceRate: null,
  priceSource: null,
  priceSpreadBps: null,
  flags: 1,
  reference: "order-1042",
  metadata: { cart: "8812" },
  successUrl: "https://shop.example/thank-you",
  cancelUrl: "https://shop.example/cart",
  receiveAddress: HEX,
  createdAt: new Date("2026-03-01T12:00:00.000Z"),
  expiresAt: new Date("2026-03-01T12:30:00.000Z"),
  paidAt: null,
  expiredAt: null,
  cancelledAt: null,
  transfers: [
    {
      id: "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11",
      network: "tron-mainnet",
      txHash: "0x8f",
      from: HEX,
      micros: "2500000",
      blockNumber: 74_210_883,
      confirmations: null,
      at: "2026-03-01T12:03:27.123456+00:00",
      counted: true,
    },
  ],
  refunds: [
    {
      id: "d8a4b6c2-5e1f-4f3a-9b7d-0c2e8f6a4b19",
      micros: "500000",
      status: "prepared",
      txHash: null,
      toAddress: HEX,
      at: "2026-03-01T14:10:02.517+00:00",
    },
  ],
  refundAddress: HEX,
};

const terminalKey = { settings: readSettings(), scopes: TERMINAL_KEY_SCOPES };
const everyScope = { settings: readSettings(), scopes: SCOPES };

const FIELDS = [
  "id terminal_id terminal_name environment livemode status amount_usdt received_usdt remaining_usdt overpaid_usdt quote",
  "flags reference metadata success_url cancel_url checkout_url receive_address created_at expires_at paid_at expired_at",
  "cancelled_at transfers refunds",
].flatMap((line) => line.split(" "));
const TRANSFER_FIELDS =
  "id tx_hash from_address amount_usdt block_number confirmations received_at counted simulated".split(" ");
const REFUND_FIELDS = "id amount_usdt status tx_hash created_at".split(" ");

describe("an intent as a server sees it", () => {
  it("has exactly these fields for a terminal's key, and nothing that its customer left", () => {
    const shown = presentIntent(INTENT, terminalKey);
    expect(Object.keys(shown)).toEqual(FIELDS);
    expect(Object.keys(shown.transfers[0] ?? {})).toEqual(TRANSFER_FIELDS);
    expect(Object.keys(shown.refunds[0] ?? {})).toEqual(REFUND_FIELDS);
  });

  it.each(SCOPES.filter((scope) => scope !== "customers:read"))("%s shows nothing of customers", (scope) => {
    expect(Object.keys(presentIntent(INTENT, { ...terminalKey, scopes: [scope] }))).toEqual(FIELDS);
  });

  it("has the customer's address and the refunds' recipients too with customers:read", () => {
    const shown = presentIntent(INTENT, everyScope);
    expect(Object.keys(shown)).toEqual([...FIELDS, "refund_address"]);
    expect(Object.keys(shown.refunds[0] ?? {})).toEqual([...REFUND_FIELDS, "to_address"]);
    expect([shown.refund_address, shown.refunds[0]?.to_address]).toEqual([TRON, TRON]);
    expect(presentIntent({ ...INTENT, refundAddress: null }, everyScope).refund_address).toBeNull();
  });

  it.each([
    ["EUR", 2_490n, "24.90"],
    ["JPY", 2_490n, "2490"],
    ["KWD", 125n, "0.125"],
  ])("a price of %s %d is told as %s, from when it was quoted", (priceCurrency, priceMinor, amount) => {
    const price = { priceCurrency, priceMinor, priceRate: "1.0895", priceSource: "url", priceSpreadBps: 50 } as const;
    expect(presentIntent({ ...INTENT, ...price }, terminalKey).quote).toEqual({
      currency: priceCurrency,
      amount,
      rate: "1.0895",
      source: "url",
      quoted_at: "2026-03-01T12:00:00.000Z",
      spread_bps: 50,
    });
  });

  it("has the values of the payment, with amounts as numbers and times in milliseconds", () => {
    expect(presentIntent(INTENT, terminalKey)).toEqual({
      id: INTENT.id,
      terminal_id: INTENT.terminalId,
      terminal_name: "Front desk",
      environment: "live",
      livemode: true,
      status: "pending",
      amount_usdt: 10,
      received_usdt: 2.5,
      remaining_usdt: 7.5,
      overpaid_usdt: 0,
      quote: null,
      flags: ["partially_paid"],
      reference: "order-1042",
      metadata: { cart: "8812" },
      success_url: "https://shop.example/thank-you",
      cancel_url: "https://shop.example/cart",
      checkout_url: `http://localhost:3000/pay/${INTENT.id}`,
      receive_address: TRON,
      created_at: "2026-03-01T12:00:00.000Z",
      expires_at: "2026-03-01T12:30:00.000Z",
      paid_at: null,
      expired_at: null,
      cancelled_at: null,
      transfers: [
        {
          id: "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11",
          tx_hash: "0x8f",
          from_address: TRON,
          amount_usdt: 2.5,
          block_number: 74_210_883,
          confirmations: 19,
          received_at: "2026-03-01T12:03:27.123Z",
          counted: true,
          simulated: false,
        },
      ],
      refunds: [
        {
          id: "d8a4b6c2-5e1f-4f3a-9b7d-0c2e8f6a4b19",
          amount_usdt: 0.5,
          status: "prepared",
          tx_hash: null,
          created_at: "2026-03-01T14:10:02.517Z",
        },
      ],
    });
  });

  it.each([
    ["nothing is missing within the tolerance", { receivedMicros: 9_990_000n, toleranceMicros: 10_000n }, 0, 0],
    ["beyond it all is missing", { receivedMicros: 9_989_999n, toleranceMicros: 10_000n }, 0.010001, 0],
    ["a millionth too much is overpaid", { receivedMicros: 10_000_001n, toleranceMicros: 10_000n }, 0, 0.000001],
  ])("%s", (_, received, remaining, overpaid) => {
    const shown = presentIntent({ ...INTENT, ...received }, terminalKey);
    expect([shown.remaining_usdt, shown.overpaid_usdt]).toEqual([remaining, overpaid]);
  });

  it.each([
    [0, []],
    [1, ["partially_paid"]],
    [2, ["overpaid"]],
    [4, ["late"]],
    [5, ["partially_paid", "late"]],
    [6, ["overpaid", "late"]],
  ])("flags %i are %j", (flags, names) => {
    expect(presentIntent({ ...INTENT, flags }, terminalKey).flags).toEqual(names);
  });

  it("counts the confirmations of a transfer that isn't final up to nineteen, and those of a simulated one never", () => {
    const [transfer] = INTENT.transfers;
    const confirmationsOf = (change: object) =>
      presentIntent({ ...INTENT, transfers: [{ ...transfer, ...change } as never] }, terminalKey).transfers[0];
    expect(confirmationsOf({ id: null, confirmations: 7 })).toMatchObject({ id: null, confirmations: 7 });
    expect(confirmationsOf({ confirmations: 25 })).toMatchObject({ confirmations: 19 });
    expect(confirmationsOf({ network: "sandbox" })).toMatchObject({ confirmations: null, simulated: true });
  });

  it("is what the description says", () => {
    expect(DetailedIntentAnswer.strict().parse(presentIntent(INTENT, everyScope))).toBeTruthy();
    expect(Object.keys(DetailedIntentAnswer.shape)).toEqual([...FIELDS, "refund_address"]);
  });
});

it("a page says whether there is another", () => {
  expect(presentIntents({ intents: [], next: null }, terminalKey)).toEqual({ data: [], has_more: false, next: null });
  const page = presentIntents({ intents: [INTENT], next: "there" }, terminalKey);
  expect(page).toMatchObject({ data: [{ id: INTENT.id }], has_more: true, next: "there" });
});
