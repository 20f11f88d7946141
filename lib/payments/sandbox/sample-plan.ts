import { TZDate } from "@date-fns/tz";
import { addDays, format } from "date-fns";
import { decimalFromMinor, decimalsOf } from "@/lib/base/values/currencies";
import { decimalFromMicros } from "@/lib/base/values/money";
import { lifeOf } from "@/lib/payments/intents/plan";
import { creditTransfer, remainingMicros } from "@/lib/payments/intents/state";
import { type Quote, quoteMicros, valueMinor } from "@/lib/payments/prices/quote";
import { quoteTipMicros } from "@/lib/payments/prices/quote-tip";

/** Days that a generated month covers, the last of which is today. */
export const SAMPLE_DAYS = 30;
/** Payments on a full working day, over all terminals. */
const PER_DAY = 20;
const FEWEST_PER_TERMINAL = 3;

/** How busy a day is, from Sunday to Saturday. */
const WEEKDAYS = [0.3, 0.9, 0.95, 1, 1.05, 1.25, 0.6];
/** How busy an hour of the terminal's clock is; closed in all others. */
const HOURS: Record<number, number> = {
  9: 3,
  10: 4,
  11: 6,
  12: 10,
  13: 9,
  14: 5,
  15: 4,
  16: 5,
  17: 7,
  18: 9,
  19: 7,
  20: 3,
};
/** Shares of amounts, each from a least to a greatest number of USDT. */
const AMOUNTS: { weight: number; value: [least: number, most: number] }[] = [
  { weight: 45, value: [2.5, 9] },
  { weight: 35, value: [9, 30] },
  { weight: 15, value: [30, 80] },
  { weight: 5, value: [80, 300] },
];

type Outcome = "paid" | "tipped" | "in_two" | "overpaid" | "underpaid" | "late" | "expired" | "cancelled";

const OUTCOMES: { weight: number; value: Outcome }[] = [
  { weight: 680, value: "paid" },
  { weight: 150, value: "tipped" },
  { weight: 15, value: "in_two" },
  { weight: 12, value: "overpaid" },
  { weight: 15, value: "underpaid" },
  { weight: 8, value: "late" },
  { weight: 80, value: "expired" },
  { weight: 40, value: "cancelled" },
];

/** In a business with a currency, so many payments are priced in it. */
const PRICED_SHARE = 0.6;

/** How prices in the currency of the business are quoted. */
export type SampleRate = Omit<Quote, "minor"> & { lifeSeconds: number };

export type SampleTerminal = { id: string; timeZone: string; intentLifeSeconds: number; toleranceMicros: bigint };

export type SamplePayment = {
  terminalId: string;
  amountMicros: bigint;
  quote: Quote | null;
  toleranceMicros: bigint;
  reference: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
  expiresAt: Date;
  status: "paid" | "expired" | "cancelled";
  endedAt: Date;
  /** what was counted, as `payment_intents.received_micros` */
  receivedMicros: bigint;
  transfers: { amountMicros: bigint; occurredAt: Date; counted: boolean; completes: boolean }[];
};

/**
 * A month of payments until `now`, the earliest first: in the opening hours of each terminal's time zone, all ended.
 * With a rate, most are priced in its currency. The same arguments give the same payments.
 */
export function planSamples(
  terminals: SampleTerminal[],
  seed: number,
  now: Date,
  rate: SampleRate | null = null,
): SamplePayment[] {
  const perDay = Math.max(FEWEST_PER_TERMINAL, PER_DAY / terminals.length);
  return terminals
    .flatMap((terminal, index) => planTerminal({ ...terminal, rate }, perDay, numbersFrom(seed + index), now))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

type Random = () => number;

type Place = SampleTerminal & { rate: SampleRate | null };

function planTerminal(terminal: Place, perDay: number, random: Random, now: Date): SamplePayment[] {
  const today = new TZDate(now, terminal.timeZone);
  const days = Array.from({ length: SAMPLE_DAYS }, (_, n) => addDays(today, n + 1 - SAMPLE_DAYS));
  const moments = days.flatMap((day) => momentsOf(day, terminal.timeZone, perDay, random));
  let order = 1_000 + Math.floor(random() * 9_000);
  return moments
    .map((createdAt) => planPayment(terminal, createdAt, ++order, random))
    .filter(({ endedAt, transfers }) => [endedAt, ...transfers.map((one) => one.occurredAt)].every((at) => at <= now));
}

/** When payments are created on a day, in order. */
function momentsOf(day: TZDate, zone: string, perDay: number, random: Random): Date[] {
  const count = Math.round(perDay * (WEEKDAYS[day.getDay()] as number) * (0.75 + random() / 2));
  const [year = 0, month = 1, date = 1] = format(day, "yyyy-MM-dd").split("-").map(Number);
  const hours = Object.entries(HOURS).map(([hour, weight]) => ({ weight, value: Number(hour) }));
  return Array.from({ length: count }, () => {
    const hour = pick(hours, random);
    const [minute, second] = [Math.floor(random() * 60), Math.floor(random() * 60)];
    return new Date(new TZDate(year, month - 1, date, hour, minute, second, zone).getTime());
  }).sort((a, b) => a.getTime() - b.getTime());
}

function planPayment(terminal: Place, createdAt: Date, order: number, random: Random): SamplePayment {
  const outcome = pick(OUTCOMES, random);
  const saleMicros = pickSale(random);
  const { rate } = terminal;
  const { amountMicros, quote, tip } =
    rate && random() < PRICED_SHARE
      ? price(saleMicros, outcome === "tipped", rate)
      : askUsdt(saleMicros, outcome === "tipped");
  const lifeMs = lifeOf(terminal.intentLifeSeconds, quote && rate) * 1_000;
  const intent = {
    status: "pending" as const,
    amountMicros,
    toleranceMicros: least(terminal.toleranceMicros, amountMicros / 2n),
    receivedMicros: 0n,
    expiresAt: new Date(createdAt.getTime() + lifeMs),
  };
  const after = (ms: number) => new Date(createdAt.getTime() + Math.round(ms));
  // most customers pay within two minutes, and all well before the expiry
  const firstMs = 15_000 + random() ** 2 * (Math.min(lifeMs, 600_000) - 90_000);
  const sent = sentBy(outcome, intent, random).map((micros, n) => ({
    amountMicros: micros,
    occurredAt: outcome === "late" ? after(lifeMs + 120_000 + random() * 600_000) : after(firstMs + n * 45_000),
  }));
  const cancelledAt = after(20_000 + random() * 200_000);
  return {
    terminalId: terminal.id,
    amountMicros,
    quote,
    toleranceMicros: intent.toleranceMicros,
    createdAt,
    expiresAt: intent.expiresAt,
    reference: random() < 0.8 ? `Order ${order}` : null,
    metadata: { sample: "true", ...tip },
    ...settle(intent, sent, outcome === "cancelled" ? cancelledAt : null),
  };
}

type Asked = { amountMicros: bigint; quote: Quote | null; tip: Record<string, string> };

function askUsdt(saleMicros: bigint, isTipped: boolean): Asked {
  // ten per cent, to the next half
  const tipMicros = isTipped ? (saleMicros / 10n / 500_000n + 1n) * 500_000n : 0n;
  const tip: Record<string, string> = isTipped ? { tip_usdt: decimalFromMicros(tipMicros) } : {};
  return { amountMicros: saleMicros + tipMicros, quote: null, tip };
}

/** About what the sale costs in USDT, as a price that a shop would have. */
function price(saleMicros: bigint, isTipped: boolean, { lifeSeconds: _, ...rate }: SampleRate): Asked {
  const decimals = decimalsOf(rate.currency) ?? 0;
  const saleMinor = toEven(valueMinor(saleMicros, { decimals, rate: rate.rate }));
  const tipMinor = isTipped ? toEven(saleMinor / 10n) : 0n;
  const quote = { ...rate, minor: saleMinor + tipMinor };
  const amountMicros = quoteMicros({ ...quote, decimals });
  if (typeof amountMicros !== "bigint") return askUsdt(saleMicros, isTipped);
  if (!isTipped) return { amountMicros, quote, tip: {} };
  const tipMicros = quoteTipMicros(tipMinor, quote, amountMicros);
  const tip = { tip_usdt: decimalFromMicros(tipMicros), tip_price: decimalFromMinor(tipMinor, decimals) };
  return { amountMicros, quote, tip };
}

/** `13_742n` → `13_750n`: two digits and a half, at least 1. */
function toEven(minor: bigint): bigint {
  const unit = 5n * 10n ** BigInt(Math.max(minor.toString().length - 3, 0));
  return minor < 100n ? minor + 1n : ((minor + unit / 2n) / unit) * unit;
}

type Pending = Parameters<typeof creditTransfer>[0];

/** What the customer sends; empty: nothing. */
function sentBy(outcome: Outcome, intent: Pending, random: Random): bigint[] {
  const due = remainingMicros(intent);
  const part = toCents((due * BigInt(40 + Math.floor(random() * 40))) / 100n);
  switch (outcome) {
    case "expired":
    case "cancelled":
      return [];
    case "underpaid":
      return [part];
    case "in_two":
      return [part, due - part];
    case "overpaid":
      return [due + BigInt(1 + Math.floor(random() * 5)) * 1_000_000n];
    default:
      return [due];
  }
}

/** Applies the transfers by the rule for real ones. */
function settle(start: Pending, sent: { amountMicros: bigint; occurredAt: Date }[], cancelledAt: Date | null) {
  let intent = start;
  let paidAt: Date | null = null;
  const transfers = sent.map((transfer) => {
    const { counted, completes, receivedMicros } = creditTransfer(intent, transfer);
    if (completes) paidAt = transfer.occurredAt;
    intent = { ...intent, receivedMicros, status: completes ? "paid" : intent.status };
    return { ...transfer, counted, completes };
  });
  const { receivedMicros } = intent;
  if (paidAt) return { status: "paid" as const, endedAt: paidAt as Date, receivedMicros, transfers };
  if (cancelledAt) return { status: "cancelled" as const, endedAt: cancelledAt, receivedMicros, transfers };
  return { status: "expired" as const, endedAt: start.expiresAt, receivedMicros, transfers };
}

function pickSale(random: Random): bigint {
  const [least, most] = pick(AMOUNTS, random);
  const usdt = least + random() * (most - least);
  return BigInt(Math.round(usdt * 20)) * 50_000n;
}

function toCents(micros: bigint): bigint {
  return (micros / 10_000n) * 10_000n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function pick<T>(choices: readonly { weight: number; value: T }[], random: Random): T {
  let rest = random() * choices.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, value } of choices) {
    rest -= weight;
    if (rest < 0) return value;
  }
  return (choices.at(-1) as { value: T }).value;
}

/** Numbers from 0 to below 1 that follow from a seed; the generator is mulberry32. */
function numbersFrom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
