import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMicros } from "@/lib/base/values/money";
import type { Reconciliation } from "@/lib/settlement/books/reconciliation";
import type { BookReconciliationAnswer } from "@/lib/settlement/books/schemas";

type Checked = { linesMicros: bigint; fundsMicros: bigint; chainMicros: bigint | null };

/** A reconciliation as JSON names its fields. Amounts are decimal text in USDT. */
export function presentReconciliation({
  sales,
  addresses,
  agrees,
  isPending,
}: Reconciliation): BookReconciliationAnswer {
  return {
    agrees,
    pending: isPending,
    sales: {
      lines: decimalFromMicros(sales.linesMicros),
      short: decimalFromMicros(sales.shortMicros),
      takings: decimalFromMicros(sales.takingsMicros),
      difference: decimalFromMicros(sales.differenceMicros),
    },
    addresses: addresses && {
      count: addresses.count,
      unread: addresses.unread,
      ...presentSums(addresses),
      differ: addresses.differ.map((one) => ({ address: tronFromHex(one.address), ...presentSums(one) })),
    },
  };
}

function presentSums({ linesMicros, fundsMicros, chainMicros }: Checked) {
  return {
    lines: decimalFromMicros(linesMicros),
    funds: decimalFromMicros(fundsMicros),
    chain: chainMicros === null ? null : decimalFromMicros(chainMicros),
  };
}
