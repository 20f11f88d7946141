import { expect, test } from "vitest";
import type { HexAddress } from "@/lib/base/tron/address";
import { MAX_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";
import { type AccountState, feeLimitOf, type Prices, senderCost, TRANSFER_BYTES } from "@/lib/base/tron/transfer-cost";
import { makeTransfer, signedTransactionHex } from "@/lib/base/tron/transfer-transaction";

const PRICES: Prices = { sunPerEnergy: 100, sunPerByte: 1_000, newAccountSun: 1_100_000 };
const EMPTY: AccountState = { exists: true, sun: 0, energy: 0, stakedBytes: 0, freeBytes: 0 };
const HOLDER = 64_285;
const BYTES_SUN = 345_000;

test("the bandwidth of a transfer is its signed bytes and java-tron's 64 for the result", () => {
  const address = `0x${"ab".repeat(20)}` as HexAddress;
  const { raw_data_hex } = makeTransfer(
    { token: address, from: address, to: address, amountMicros: 1n },
    {
      block: { number: 70_000_000, hash: `0x${"cd".repeat(32)}` },
      now: new Date("2026-11-29T08:00:00Z"),
      expiresAt: new Date("2026-11-30T07:00:00Z"),
      feeLimitSun: MAX_FEE_LIMIT_SUN,
    },
  );
  expect(signedTransactionHex(raw_data_hex, "00".repeat(65)).length / 2 + 64).toBe(TRANSFER_BYTES);
});

test.each([
  // transfers, account, costSun, topUpSun, activationSun
  ["nothing of its own: energy and bandwidth are burnt", [HOLDER], {}, 6_773_500, 8_000_000, 0],
  ["free bandwidth covers one transfer whole", [HOLDER], { freeBytes: 600 }, 6_428_500, 8_000_000, 0],
  ["and not a part of the second", [HOLDER, HOLDER], { freeBytes: 600 }, 12_857_000 + BYTES_SUN, 15_000_000, 0],
  ["too little free bandwidth covers nothing", [HOLDER], { freeBytes: 344 }, 6_773_500, 8_000_000, 0],
  ["staked bandwidth comes before free", [HOLDER, HOLDER], { stakedBytes: 345, freeBytes: 345 }, 12_857_000, 15e6, 0],
  ["energy of its own covers a part", [HOLDER], { energy: 60_000, freeBytes: 600 }, 428_500, 1_000_000, 0],
  ["and is used up by the first", [HOLDER, HOLDER], { energy: HOLDER, stakedBytes: 690 }, 6_428_500, 8_000_000, 0],
  ["energy and bandwidth of its own cost nothing", [HOLDER], { energy: 70_000, freeBytes: 600 }, 0, 0, 0],
  ["just enough TRX", [HOLDER], { sun: 6_773_500 }, 6_773_500, 0, 0],
  ["a millionth less needs TRX, whole ones", [HOLDER], { sun: 6_773_499 }, 6_773_500, 1_000_000, 0],
  ["an address without an account costs whoever activates it", [HOLDER], { exists: false }, 6_773_500, 8e6, 1_100_000],
] as const)("%s", (_, energies, account, costSun, topUpSun, activationSun) => {
  expect(senderCost(energies, PRICES, { ...EMPTY, ...account })).toEqual({ costSun, topUpSun, activationSun });
});

test("an address without an account needs TRX, whatever the transfer costs", () => {
  const free = { ...PRICES, sunPerEnergy: 0, sunPerByte: 0 };
  expect(senderCost([HOLDER], free, { ...EMPTY, exists: false })).toEqual({
    costSun: 0,
    topUpSun: 1_000_000,
    activationSun: 1_100_000,
  });
});

test.each([
  ["half more, in whole tenths of a TRX", HOLDER, 100, "at once", 9_700_000],
  ["within a day, also for a recipient that empties its address", HOLDER, 100, "within a day", 13_500_000],
  ["at a higher price", 130_285, 420, "at once", 82_100_000],
  ["never above the ceiling", 130_285, 420, "within a day", 100_000_000],
  ["what alone is above the ceiling", 130_285, 800, "at once", null],
] as const)("the fee limit is the estimate with a margin: %s", (_, energy, sunPerEnergy, when, expected) => {
  expect(feeLimitOf(energy, { ...PRICES, sunPerEnergy }, when)).toBe(expected);
});
