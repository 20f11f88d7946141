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
