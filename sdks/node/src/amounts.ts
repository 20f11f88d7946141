import { InvalidAmountError } from "./errors.js";

/** An amount to charge: a decimal string or a number in USDT, or an integer in micro-USDT (1 USDT = 1,000,000). */
export type AmountInput =
  | { amountUsdt: string | number; amountMicros?: undefined }
  | { amountMicros: bigint; amountUsdt?: undefined };

/** A price in a currency, which the service quotes in USDT at the rate of your business. */
export type PriceInput = {
  /** Decimal text with at most the decimals of the currency, for example `"24.90"`. Not a number, which isn't exact. */
  amount: string;
  /** ISO 4217 code, for example `"EUR"`, or `"USDT"`. */
  currency: string;
  amountUsdt?: undefined;
  amountMicros?: undefined;
};

const MAX_MICROS = 999_999_999_999_999n;
const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
const JSON_NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const MAX_EXPONENT = 40;

/** The members of a request that say how much is to be paid. Error: `invalid_amount`. */
export function amountMembers(
  params: (AmountInput & { amount?: undefined; currency?: undefined }) | PriceInput,
): string {
  const { amount, currency } = params;
  // the exact digits, which a double may not represent
  if (amount === undefined && currency === undefined) return `"amount_usdt":${decimalOf(microsOf(params))}`;
  if (params.amountUsdt !== undefined || params.amountMicros !== undefined || amount === undefined) {
    throw invalid("Pass either amountUsdt, amountMicros, or amount with currency.");
  }
  if (typeof amount !== "string") throw invalid('amount must be decimal text, for example "24.90".');
  return JSON.stringify({ amount, currency }).slice(1, -1);
}

/** The exact micro-USDT of a valid amount. Error: `invalid_amount`. */
export function microsOf({ amountUsdt, amountMicros }: AmountInput): bigint {
  if ((amountUsdt === undefined) === (amountMicros === undefined)) {
    throw invalid("Pass either amountUsdt or amountMicros.");
  }
  if (amountUsdt === undefined) {
    if (typeof amountMicros !== "bigint") throw invalid("amountMicros must be a bigint, for example 12_500_000n.");
    return inRange(amountMicros);
  }
  if (typeof amountUsdt === "number") return inRange(microsOfNumber(amountUsdt));
  if (typeof amountUsdt === "string") return inRange(microsOfText(amountUsdt));
  throw invalid("amountUsdt must be a decimal string or a number. Use amountMicros for a bigint in micro-USDT.");
}

/** The micro-USDT of a JSON number's digits; null if they aren't an integer. */
export function microsOfDigits(digits: string): bigint | null {
  const [, sign, whole = "", fraction = "", exponent = "0"] = JSON_NUMBER.exec(digits) ?? [];
  const shift = Number(exponent) - fraction.length + 6;
  if (sign === undefined || Math.abs(Number(exponent)) > MAX_EXPONENT) return null;
  const scaled = BigInt(whole + fraction);
  const unit = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && scaled % unit !== 0n) return null;
  const micros = shift < 0 ? scaled / unit : scaled * unit;
  return sign === "-" ? -micros : micros;
}

/** `12500000n` → `"12.5"`: the shortest exact decimal, without an exponent. */
export function decimalOf(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, "0");
  const fraction = withoutEndZeros(digits.slice(-6));
  return `${micros < 0n ? "-" : ""}${digits.slice(0, -6)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A double stands for its shortest decimal: 0.1 is 0.1, and 0.1 + 0.2 has seventeen decimals. */
function microsOfNumber(usdt: number): bigint {
  if (!Number.isFinite(usdt) || Math.abs(usdt) >= 1e21 || Number(usdt.toFixed(6)) !== usdt) throw outOfRange();
  return BigInt(usdt.toFixed(6).replace(".", ""));
}

function withoutEndZeros(fraction: string): string {
  return /^.*[1-9]/.exec(fraction)?.[0] ?? "";
}

function microsOfText(usdt: string): bigint {
  const [, whole, fraction = ""] = DECIMAL.exec(usdt) ?? [];
  const places = withoutEndZeros(fraction);
  if (whole === undefined || places.length > 6) throw outOfRange();
  return BigInt(whole + places.padEnd(6, "0"));
}

function inRange(micros: bigint): bigint {
  if (micros < 1n || micros > MAX_MICROS) throw outOfRange();
  return micros;
}

function outOfRange() {
  return invalid("The amount must be from 0.000001 to 999999999.999999 USDT with at most six decimals, like 12.50.");
}

function invalid(message: string) {
  return new InvalidAmountError(message, { code: "invalid_amount" });
}
