import { describe, expect, it } from "vitest";
import { networkFrom } from "@/lib/base/context/network";
import { readSettings } from "@/lib/base/context/settings";
import { parseEnv } from "@/lib/base/process/env";
import { presentPosPayment } from "@/lib/payments/pos/present";
import type { PosPaymentRow } from "@/lib/payments/pos/select";

const row: PosPaymentRow = {
  id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11",
  amountMicros: 12_500_000n,
  toleranceMicros: 0n,
  receivedMicros: 0n,
  sightedMicros: 0n,
  sightedBlocks: 0,
  receiveAddress: "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c",
  status: "pending",
  reference: null,
  flags: 0,
  tip: null,
  tipPrice: null,
  priceCurrency: null,
  priceMinor: null,
  createdAt: new Date(0),
  expiresAt: new Date(1_000),
  endedAt: null,
  secondsLeft: 60,
};

const present = (given: PosPaymentRow) => presentPosPayment(given, readSettings());

describe("what a keypad shows of a live payment", () => {
  it("says that it may not be seen, only while the blockchain isn't read", () => {
    expect(present({ ...row, isDelayed: true })).toMatchObject({ delayed: true });
    expect(present({ ...row, isDelayed: false })).not.toHaveProperty("delayed");
  });

  it.each([
    ["nothing sent: the whole amount", {}, "12.50", null],
    ["a part received: the rest", { receivedMicros: 4_000_000n }, "8.50", null],
    ["a part on its way: the rest", { sightedMicros: 4_000_000n, sightedBlocks: 7 }, "8.50", 7],
    ["both", { receivedMicros: 4_000_000n, sightedMicros: 500_001n, sightedBlocks: 30 }, "7.999999", 19],
    ["enough on its way: nothing", { sightedMicros: 12_500_000n, sightedBlocks: -2 }, null, 0],
    ["enough but for the tolerance: nothing", { toleranceMicros: 10n, sightedMicros: 12_499_990n }, null, 0],
    ["ended: nothing", { status: "expired", receivedMicros: 1n } as const, null, null],
    ["the sandbox: nothing", { receiveAddress: null }, null, null],
  ])("%s", (_case, change, amount, confirmations) => {
    const { send, confirming } = present({ ...row, ...change });
    const network = "TRON (TRC20)";
    expect(send).toEqual(amount && { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", amount, network });
    expect(confirming?.confirmations ?? null).toBe(confirmations);
  });

  it("paid within the tolerance: nothing is missing", () => {
    const within = { toleranceMicros: 500_000n, receivedMicros: 12_000_000n };
    expect(present({ ...row, ...within, status: "paid" })).toMatchObject({
      received: "12.00",
      missing: null,
    });
    const short = present({ ...row, ...within, receivedMicros: 11_999_999n });
    expect(short.missing).toBe("0.500001");
  });

  it.each([
    ["TRON (TRC20)", { TRON_NETWORK: "mainnet" }],
    ["TRON Nile testnet", { TRON_NETWORK: "nile" }],
    [
      "TRON-like chain 1337",
      { TRON_NETWORK: "custom", TRON_CHAIN_ID: "1337", TRON_TOKEN: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    ],
  ])("the network %s by its own name", (name, settings) => {
    const network = networkFrom(parseEnv({ TRON_RPC_URLS: "http://localhost:9", ...settings }));
    expect(presentPosPayment(row, { ...readSettings(), network }).send?.network).toBe(name);
  });
});

describe("what a keypad shows of a price", () => {
  const priced = { ...row, amountMicros: 29_850_000n, priceCurrency: "EUR", priceMinor: 2_739n };
  const priceOf = (tips: Partial<PosPaymentRow>) => present({ ...priced, ...tips }).price;

  it("is nothing of an amount in USDT", () => {
    expect(present(row)).not.toHaveProperty("price");
    expect(present({ ...row, tip: "1.25", tipPrice: "1.15" })).toMatchObject({ tip: "1.25" });
  });

  it("is the whole price, its tip, and both apart for charging the same again", () => {
    expect(present({ ...priced, tip: "2.71", tipPrice: "2.49" })).toMatchObject({
      amount: "29.85",
      tip: "2.71",
      again: { amount: "27.14", tip: "2.71" },
      price: { total: "27.39 €", tip: "2.49 €", again: { currency: "EUR", amount: "24.90", tip: "2.49" } },
    });
  });

  it("has no tip that isn't an amount of the currency below the price, or that USDT doesn't have", () => {
    const none = { total: "27.39 €", tip: null, again: { currency: "EUR", amount: "27.39", tip: "0.00" } };
    for (const tipPrice of [null, "27.39", "99", "-1", "1e1", "2.499", "x"])
      expect(priceOf({ tip: "2.71", tipPrice }), `${tipPrice}`).toEqual(none);
    for (const tip of [null, "x", "29.85"]) expect(priceOf({ tip, tipPrice: "2.49" })).toEqual(none);
  });
});
