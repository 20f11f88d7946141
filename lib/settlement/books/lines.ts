import type { bookLines, paymentIntents } from "@/drizzle/schema";
import { sharesOf, shareUpTo } from "@/lib/settlement/books/value";

/**
 * What the books should say of facts. Pure, so that the lines of a fact are the same whenever it is booked: `compare`
 * makes what is missing of them.
 */

type Line = typeof bookLines.$inferSelect;

type Origin = Pick<Line, "network" | "txHash" | "logIndex" | "address" | "counterparty" | "sourceId">;

/** A line that the books should have, without its value. */
export type Wanted = Pick<Line, "kind" | "asset" | "micros" | "intentId" | "terminalId" | "refundId"> &
  Origin & {
    /** its day */
    at: Date;
    /** the moment whose rate values it: of the block */
    ratedAt: Date;
    /** what it is of the payment's price */
    quoted: { currency: string; minor: bigint; rate: string } | null;
    /** when it was moved to another line, as a part of a payment that was then paid; null: it stands */
    movedAt: Date | null;
    /** of a refund, what it gives back: shares of these lines, by the places they have among those of the payment */
    givesBack?: { line: number; from: bigint; to: bigint }[];
  };

/** A transfer to an own address, or a simulated one. */
export type TransferFacts = {
  id: string;
  network: string;
  txHash: string;
  logIndex: number;
  address: string | null;
  from: string | null;
  amountMicros: bigint;
  occurredAt: Date;
  recordedAt: Date;
  counted: boolean;
  /** it left another own address, whose line says so */
  isOwn: boolean;
  /** it left a refund wallet of the business, whose ledger Till doesn't read */
  fromWallet: boolean;
};

type Intent = typeof paymentIntents.$inferSelect;

/** A payment with its transfers in the order in which they were recorded. */
export type PaymentFacts = Pick<Intent, "id" | "terminalId" | "amountMicros" | "transferId" | "paidAt"> & {
  price: { currency: string; minor: bigint; rate: string } | null;
  transfers: TransferFacts[];
};

/** What left an own address or refund wallet. */
export type OutgoingFacts = {
  id: string;
  network: string;
  txHash: string;
  logIndex: number;
  from: string;
  to: string;
  amountMicros: bigint;
  occurredAt: Date;
  recordedAt: Date;
  /** it was signed as a sweep, or went to an own address */
  isSweep: boolean;
  /** it went to a refund wallet of the business, whose ledger Till doesn't read */
  toWallet: boolean;
};

/** A refund that left. */
export type RefundFacts = {
  id: string;
  intentId: string | null;
  terminalId: string | null;
  amountMicros: bigint;
  finalAt: Date;
  /** the transfer it gives back, or `over`: the excess; null: what the payment received */
  of: { transferId: string } | "over" | null;
  /** null: it was simulated */
  outgoing: OutgoingFacts | null;
  simulatedTxHash: string | null;
  to: string | null;
};

/** Found more than a day after its block: its day of the books is the one on which it was found. */
const FOUND_LATE_MS = 86_400_000;

/**
 * The lines of a payment. A counted part is `partial` until the payment is paid, and then moved to a `sale`; the one
 * that completes it is a `sale` up to the amount due, and `overpaid` beyond it. Parts share the price in proportion,
 * and the completing one takes what is left of it. What wasn't applied is `late`.
 */
export function paymentLines({ id, terminalId, price, transfers, ...payment }: PaymentFacts): Wanted[] {
  const { amountMicros, transferId, paidAt } = payment;
  const counted = transfers.filter((one) => one.counted);
  const parts = counted.filter((one) => one.id !== transferId);
  const completing = paidAt ? counted.find((one) => one.id === transferId) : undefined;
  const shares = sharesOf(price?.minor ?? 0n, amountMicros, sizes(parts));
  const quoted = (minor: bigint) => price && { ...price, minor };
  const about = { intentId: id, terminalId };
  const lines: Wanted[] = parts.flatMap((part, index): Wanted[] => {
    const line = { ...arrived(part), ...about, quoted: quoted(shares[index] ?? 0n) };
    if (!paidAt) return [{ ...line, kind: "partial" }];
    return [
      { ...line, kind: "partial", movedAt: paidAt },
      { ...line, kind: "sale", at: paidAt },
    ];
  });
  if (completing && paidAt) {
    const due = amountMicros - sum(sizes(parts));
    const excess = completing.amountMicros - due;
    const line = { ...arrived(completing), ...about, at: paidAt };
    const left = (price?.minor ?? 0n) - sum(shares);
    lines.push({ ...line, kind: "sale", micros: excess > 0n ? due : completing.amountMicros, quoted: quoted(left) });
    if (excess > 0n) lines.push({ ...line, kind: "overpaid", micros: excess });
  }
  for (const one of transfers) {
    if (one.counted) continue;
    lines.push(...(isSwept(one) ? swept(one) : [{ ...arrived(one), ...about, kind: "late" as const }]));
  }
  return lines;
}

/** The lines of a transfer that belongs to no payment. */
export function transferLines(transfer: TransferFacts): Wanted[] {
  return isSwept(transfer) ? swept(transfer) : [{ ...arrived(transfer), kind: "unassigned" }];
}

/** The lines of what left an address, if it is no refund. What arrives at an own address is that transfer's line. */
export function outgoingLines(outgoing: OutgoingFacts): Wanted[] {
  const line = left(outgoing);
  if (!outgoing.isSweep) return [{ ...line, kind: "outgoing" }];
  const arrival = { ...line, micros: -line.micros, address: outgoing.to, counterparty: outgoing.from };
  return [{ ...line, kind: "sweep" }, ...(outgoing.toWallet ? [{ ...arrival, kind: "sweep" as const }] : [])];
}

/**
 * The lines of refunds of one payment, or of money without one, in the order in which they left. Each gives back the
 * line that it is about first, then what the payment was for, then the rest.
 */
export function refundLines(refunds: readonly RefundFacts[], lines: readonly Wanted[]): Wanted[] {
  const standing = lines.map((line, place) => ({ line, place, given: 0n })).filter(({ line }) => isIncome(line));
  return refunds.map((refund) => {
    const { id, intentId, terminalId, outgoing, simulatedTxHash, to } = refund;
    const about = { intentId, terminalId, refundId: id, kind: "refund" as const };
    const from = outgoing ? left(outgoing) : simulated(refund, simulatedTxHash ?? "", to);
    const givesBack: Wanted["givesBack"] = [];
    let rest = -from.micros;
    for (const one of standing.toSorted((a, b) => rank(refund, a.line) - rank(refund, b.line) || a.place - b.place)) {
      const taken = smaller(rest, one.line.micros - one.given);
      if (taken <= 0n) continue;
      givesBack.push({ line: one.place, from: one.given, to: one.given + taken });
      one.given += taken;
      rest -= taken;
    }
    // more than came in, by what isn't known: its value can't be told
    return { ...from, ...about, givesBack: rest > 0n ? [] : givesBack };
  });
}

/** The value of what a refund gives back, as it was booked. Null: something of it has none, or another currency. */
export function reversedValue(
  { givesBack = [] }: Wanted,
  currency: string | null,
  booked: readonly (Pick<Line, "currency" | "valueMinor" | "micros"> | undefined)[],
): bigint | null {
  if (currency === null || givesBack.length === 0) return null;
  let value = 0n;
  for (const { line, from, to } of givesBack) {
    const one = booked[line];
    if (!one || one.valueMinor === null || one.currency !== currency) return null;
    value += shareUpTo(one.valueMinor, one.micros, to) - shareUpTo(one.valueMinor, one.micros, from);
  }
  return -value;
}

/** What an address held before its ledger began, or what a member accepted as held. */
export function openingLine(facts: {
  id: string;
  network: string;
  address: string;
  micros: bigint;
  at: Date;
}): Wanted[] {
  const { id, network, address, micros, at } = facts;
  if (micros === 0n) return [];
  const origin = { network, address, txHash: null, logIndex: null, counterparty: null, sourceId: id };
  return [{ ...NOTHING, ...origin, kind: "opening", micros, at, ratedAt: at }];
}

/** The TRX that a transaction cost. */
export function feeLine(facts: {
  id: string;
  network: string;
  txHash: string;
  from: string;
  sun: bigint;
  at: Date;
}): Wanted[] {
  const { id, network, txHash, from, sun, at } = facts;
  if (sun === 0n) return [];
  const origin = { network, address: from, txHash, logIndex: null, counterparty: null, sourceId: id };
  return [{ ...NOTHING, ...origin, kind: "fee", asset: "TRX", micros: -sun, at, ratedAt: at }];
}

const NOTHING = {
  asset: "USDT" as const,
  intentId: null,
  terminalId: null,
  refundId: null,
  quoted: null,
  movedAt: null,
};

function arrived({ id, network, txHash, logIndex, address, from, amountMicros, ...when }: TransferFacts) {
  const origin = { network, txHash, logIndex, address, counterparty: from, sourceId: id };
  return { ...NOTHING, ...origin, micros: amountMicros, at: dayOf(when), ratedAt: when.occurredAt };
}

function isSwept({ isOwn, fromWallet }: TransferFacts): boolean {
  return isOwn || fromWallet;
}

function swept(transfer: TransferFacts): Wanted[] {
  const line = { ...arrived(transfer), kind: "sweep" as const };
  if (!transfer.fromWallet) return [line];
  return [{ ...line, micros: -line.micros, address: line.counterparty, counterparty: line.address }, line];
}

function left({ id, network, txHash, logIndex, from, to, amountMicros, ...when }: OutgoingFacts) {
  const origin = { network, txHash, logIndex, address: from, counterparty: to, sourceId: id };
  return { ...NOTHING, ...origin, micros: -amountMicros, at: dayOf(when), ratedAt: when.occurredAt };
}

function simulated({ id, amountMicros, finalAt }: RefundFacts, txHash: string, to: string | null) {
  const origin = { network: "sandbox", txHash, logIndex: null, address: null, counterparty: to, sourceId: id };
  return { ...NOTHING, ...origin, micros: -amountMicros, at: finalAt, ratedAt: finalAt };
}

function dayOf({ occurredAt, recordedAt }: { occurredAt: Date; recordedAt: Date }): Date {
  return recordedAt.getTime() - occurredAt.getTime() > FOUND_LATE_MS ? recordedAt : occurredAt;
}

function isIncome({ kind, movedAt }: Wanted): boolean {
  return movedAt === null && kind !== "sweep" && kind !== "opening";
}

/** What a refund gives back first. */
function rank({ of }: RefundFacts, { kind, sourceId }: Wanted): number {
  if (of === "over" ? kind === "overpaid" : of !== null && sourceId === of.transferId) return 0;
  return kind === "sale" || kind === "partial" ? 1 : kind === "overpaid" ? 2 : 3;
}

function sizes(transfers: readonly TransferFacts[]): bigint[] {
  return transfers.map((one) => one.amountMicros);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
