import { expect, it } from "vitest";
import type { HexAddress } from "@/lib/base/tron/address";
import { makeTransfer, readTransfer } from "@/lib/base/tron/transfer-transaction";
import { distinctTimes } from "@/lib/settlement/funds/distinct-times";

const NOW = new Date("2026-11-29T08:00:00Z");
const address = (byte: string): HexAddress => `0x${byte.repeat(20)}`;
const transfer = { from: address("1a"), to: address("2b"), amountMicros: 5_000_000n };

it("transfers that differ in sender, recipient or amount are all made now", () => {
  const different = [
    transfer,
    { ...transfer, from: address("3c") },
    { ...transfer, to: address("3c") },
    { ...transfer, amountMicros: 5_000_001n },
  ];
  expect(distinctTimes(different, NOW)).toEqual([NOW, NOW, NOW, NOW]);
});

it("a thousand equal transfers have bytes and IDs of their own, which read as the same transfer within a second", () => {
  const equal = Array.from({ length: 1_000 }, () => transfer);
  const made = distinctTimes(equal, NOW).map((now) =>
    makeTransfer(
      { ...transfer, token: address("4d") },
      {
        block: { number: 70_000_000, hash: `0x${"ab".repeat(32)}` },
        now,
        expiresAt: new Date(NOW.getTime() + 82_800_000),
      },
    ),
  );
  expect(new Set(made.map(({ txID }) => txID))).toHaveProperty("size", 1_000);
  expect(new Set(made.map(({ raw_data_hex }) => raw_data_hex))).toHaveProperty("size", 1_000);
  for (const { raw_data, raw_data_hex } of made) {
    expect(readTransfer(raw_data_hex)).toMatchObject({ ...transfer, createdAt: new Date(raw_data.timestamp) });
    expect(NOW.getTime() - raw_data.timestamp).toBeLessThan(1_000);
  }
});
