import { expect, it } from "vitest";
import { unusualAbove } from "@/lib/payments/pos/unusual-amount";

const LIMIT = 10_000_000_000n;
const usdt = (whole: number) => BigInt(whole) * 1_000_000n;

it("is a tenth of the limit until a terminal has ten paid payments", () => {
  expect(unusualAbove([], LIMIT)).toBe(usdt(1_000));
  expect(unusualAbove(Array(9).fill(usdt(2)), LIMIT)).toBe(usdt(1_000));
  expect(unusualAbove([], usdt(50))).toBe(usdt(5));
});

it("is then three times the largest of them, wherever it stands", () => {
  expect(unusualAbove(Array(10).fill(usdt(2)), LIMIT)).toBe(usdt(6));
  expect(unusualAbove([...Array(9).fill(usdt(2)), usdt(40)], LIMIT)).toBe(usdt(120));
  expect(unusualAbove([usdt(40), ...Array(9).fill(usdt(2))], LIMIT)).toBe(usdt(120));
});

it("is never above the limit, so a usual large amount is charged without a question", () => {
  expect(unusualAbove(Array(10).fill(usdt(9_000)), LIMIT)).toBe(LIMIT);
});
