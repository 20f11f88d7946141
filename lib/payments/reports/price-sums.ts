import type { PriceSum } from "@/lib/payments/reports/takings";

/** The sums of both by currency, in the order of their codes. Pure. */
export function addPriceSums(some: PriceSum[], others: PriceSum[]): PriceSum[] {
  if (others.length === 0) return some;
  const sums = new Map(some.map((sum) => [sum.currency, sum]));
  for (const other of others) {
    const sum = sums.get(other.currency);
    sums.set(other.currency, sum ? added(sum, other) : other);
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

function added(sum: PriceSum, other: PriceSum): PriceSum {
  return {
    currency: sum.currency,
    minor: sum.minor + other.minor,
    micros: sum.micros + other.micros,
    sales: sum.sales + other.sales,
  };
}
