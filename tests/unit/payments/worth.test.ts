import { expect, it } from "vitest";
import { worthMicros } from "@/lib/payments/prices/quote";

it.each([
  ["12.45 € at 1.0895", 1_245n, 2, "1.0895", 13_560_000n],
  ["24.90 € at 1.0895, to the cent", 2_490n, 2, "1.0895", 27_130_000n],
  ["half a cent, up", 100n, 2, "1.005", 1_010_000n],
  ["less than half a cent, down", 100n, 2, "1.0049", 1_000_000n],
  ["1 JPY at 0.0067, below 1 USDT to six decimals", 1n, 0, "0.0067", 6_700n],
  ["1.500 KWD at 3.25", 1_500n, 3, "3.25", 4_880_000n],
  ["41,250.00 NGN at 1,650 for 1 USDT", 4_125_000n, 2, "0.000606060606060606060606", 25_000_000n],
])("%s is worth its USDT, without spread", (_, minor, decimals, rate, micros) => {
  expect(worthMicros({ minor, decimals, rate })).toBe(micros);
});
