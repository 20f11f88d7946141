import { isoWithOffset } from "@/lib/base/time/iso-with-offset";
import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMinor, decimalsOf } from "@/lib/base/values/currencies";
import { decimalFromMicros } from "@/lib/base/values/money";
import type { BookLine } from "@/lib/settlement/books/read-lines";

/** A line as exports and the API name its fields, in the order of the columns. Amounts are decimal text. */
export type PresentedLine = ReturnType<typeof presentLine>;

export function presentLine(line: BookLine) {
  return {
    number: line.number,
    date: line.day,
    time: isoWithOffset(line.occurredAt, line.zone),
    kind: line.kind,
    payment_id: line.intentId,
    reference: line.reference,
    terminal: line.terminal,
    asset: line.asset,
    quantity: decimalFromMicros(line.micros),
    currency: line.currency,
    value: decimalOf(line.valueMinor, line.currency),
    rate: line.rate,
    rate_source: line.rateSource,
    reversed_value: decimalOf(line.reversedValueMinor, line.currency),
    address: toTron(line.address),
    counterparty: toTron(line.counterparty),
    transaction: line.txHash?.replace(/^0x/, "") ?? null,
    reverses: line.reverses,
    booked_at: isoWithOffset(line.bookedAt, line.zone),
  };
}

function decimalOf(minor: bigint | null, currency: string | null): string | null {
  return minor === null ? null : decimalFromMinor(minor, decimalsOf(currency ?? "") ?? 0);
}

function toTron(address: string | null): string | null {
  return address?.startsWith("0x") ? tronFromHex(address) : address;
}
