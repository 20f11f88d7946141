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

const CHOOSABLE: ReadonlySet<string> = new Set(["waiting_for_address", "prepared", "failed"]);

/** Those that can be confirmed, rejected or signed: what was sent, may have been, or was cancelled can't be chosen. */
export function choosable(rows: readonly ListedRefund[], nameOf: (row: ListedRefund) => string): ChoosableRefund[] {
  return rows
    .filter(({ status, isProposed }) => CHOOSABLE.has(status) && !isProposed)
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

/**
 * What the chosen refunds, newest first, take from each address that pays them. What an address is known not to hold
 * beyond the older ones is paid by the refund wallet, if there is one, as when they are signed.
 */
export function payingAddresses(
  chosen: readonly ChoosableRefund[],
  wallet: Omit<PayingAddress, "needsMicros"> | null,
): PayingAddress[] {
  const sums = new Map<string, PayingAddress>();
  const add = (amountMicros: bigint, paying: Omit<PayingAddress, "needsMicros">) => {
    const before = sums.get(paying.address)?.needsMicros ?? 0n;
    sums.set(paying.address, { ...paying, needsMicros: before + amountMicros });
  };
  for (const { from, amountMicros, balanceMicros } of chosen.toReversed()) {
    if (from === null) continue;
    const needsMicros = (sums.get(from)?.needsMicros ?? 0n) + amountMicros;
    const isShort = balanceMicros !== null && needsMicros > balanceMicros;
    add(amountMicros, wallet && (isShort || from === wallet.address) ? wallet : { address: from, balanceMicros });
  }
  return [...sums.values()];
}

export function sumMicros(chosen: readonly ChoosableRefund[]): bigint {
  return chosen.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
}
