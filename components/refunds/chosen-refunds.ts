import type { ListedRefund } from "@/lib/payments/refunds/list";

/** What a browser needs of a refund that can be chosen. */
export type ChoosableRefund = Pick<
  ListedRefund,
  "id" | "amountMicros" | "from" | "to" | "isFromCustomer" | "isNewAddress" | "isToConfirm" | "isConfirmed" | "reason"
> & {
  /** of its payment */
  name: string;
  /** the key that prepared it; null: a member did */
  keyName: string | null;
  /** what `from` holds at most; null: not known */
  balanceMicros: bigint | null;
};

/** Those that can be confirmed, rejected or signed: what was sent or cancelled can't be chosen. */
export function choosable(rows: readonly ListedRefund[], nameOf: (row: ListedRefund) => string): ChoosableRefund[] {
  return rows
    .filter(({ status }) => status === "waiting_for_address" || status === "prepared" || status === "failed")
    .map((row) => ({
      id: row.id,
      amountMicros: row.amountMicros,
      from: row.from,
      to: row.to,
      isFromCustomer: row.isFromCustomer,
      isNewAddress: row.isNewAddress,
      isToConfirm: row.isToConfirm,
      isConfirmed: row.isConfirmed,
      reason: row.reason,
      name: nameOf(row),
      keyName: row.preparedBy.isKey ? row.preparedBy.name : null,
      balanceMicros: row.balanceMicros,
    }));
}

export type PayingAddress = { address: string; needsMicros: bigint; balanceMicros: bigint | null };

/** What the chosen refunds take from each address that pays them. */
export function payingAddresses(chosen: readonly ChoosableRefund[]): PayingAddress[] {
  const sums = new Map<string, PayingAddress>();
  for (const { from, amountMicros, balanceMicros } of chosen) {
    if (from === null) continue;
    const before = sums.get(from)?.needsMicros ?? 0n;
    sums.set(from, { address: from, needsMicros: before + amountMicros, balanceMicros });
  }
  return [...sums.values()];
}

export function sumMicros(chosen: readonly ChoosableRefund[]): bigint {
  return chosen.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
}
