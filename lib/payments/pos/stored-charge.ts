import { findUnit, USDT } from "@/lib/payments/pos/unit";

/** A keypad's charge as its device stores it before sending it, so that no crash and no lost network loses it. Pure. */
export type StoredCharge = {
  /** idempotency id: the charge is made once however often it is sent */
  chargeId: string;
  /** what the amounts are in: `USDT`, or a code of ISO 4217 */
  unit: string;
  /** decimal text, without the tip */
  amount: string;
  tip: string;
  /** the tip as it was chosen, to put it back; missing from earlier versions and from a charge that is made again */
  tipPercent?: number;
  reference: string;
  /** by the device's clock */
  madeAtMs: number;
  /** null until the server has answered */
  paymentId: string | null;
};

/** The server recognises a repeated charge for 24 hours. An unanswered charge is resent only well within that time. */
const RESENT_FOR_MS = 20 * 3_600_000;

/** Whether the server still recognises the charge. An older one isn't sent, as it would be made a second time. */
export function isResendable({ madeAtMs }: StoredCharge, nowMs: number): boolean {
  return nowMs - madeAtMs <= RESENT_FOR_MS;
}

/**
 * The amounts as a device stores and a request sends them. A price has a field of its own, so that versions that know
 * only USDT refuse it.
 */
export function chargedAmounts({ unit, amount, tip }: Pick<StoredCharge, "unit" | "amount" | "tip">) {
  return unit === USDT.code ? { amount, tip } : { price: { currency: unit, amount, tip } };
}

/** The text that a device stores. */
export function storedText({ unit, amount, tip, ...charge }: StoredCharge): string {
  return JSON.stringify({ ...charge, ...chargedAmounts({ unit, amount, tip }) });
}

/** The charge in a stored text; null for none, and for anything else. */
export function parseStoredCharge(text: string | null): StoredCharge | null {
  try {
    return readStored(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}

function readStored(stored: unknown): StoredCharge | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { price, ...others } = stored as Record<string, unknown>;
  if (price === undefined) return whole({ ...others, unit: USDT.code });
  if (typeof price !== "object" || price === null || "amount" in others || "tip" in others) return null;
  const { currency: unit, amount, tip } = price as Record<string, unknown>;
  if (typeof unit !== "string" || unit === USDT.code || findUnit(unit) === null) return null;
  return whole({ ...others, unit, amount, tip });
}

function whole(stored: Record<string, unknown>): StoredCharge | null {
  const { chargeId, amount, tip, tipPercent, reference, madeAtMs, paymentId } = stored;
  const texts = [chargeId, amount, tip, reference].every((text) => typeof text === "string");
  const isTip = tipPercent === undefined || typeof tipPercent === "number";
  const isWhole =
    texts && isTip && typeof madeAtMs === "number" && (paymentId === null || typeof paymentId === "string");
  return isWhole ? (stored as StoredCharge) : null;
}
