import { readStored, writeStored } from "./device-storage";

/** The current charge, stored on the device before it is sent, so that neither a crash nor a lost network loses it. */
export type HeldCharge = {
  /** idempotency id: the charge is made once however often it is sent */
  chargeId: string;
  /** decimal text */
  amount: string;
  tip: string;
  /** the tip as it was chosen, to put it back; none in values of earlier versions and for a charge that is made again */
  tipPercent?: number;
  reference: string;
  /** by the device's clock */
  madeAtMs: number;
  /** null until the server has answered */
  paymentId: string | null;
};

export function readHeldCharge(at: string): HeldCharge | null {
  try {
    const held = JSON.parse(readStored(nameOf(at)) ?? "null");
    return isHeldCharge(held) ? held : null;
  } catch {
    return null;
  }
}

/** Falls back to memory where the browser stores nothing. */
export function writeHeldCharge(at: string, held: HeldCharge | null): void {
  writeStored(nameOf(at), held && JSON.stringify(held));
}

function nameOf(at: string) {
  return `till:${at}:charge`;
}

function isHeldCharge(held: unknown): held is HeldCharge {
  if (typeof held !== "object" || held === null) return false;
  const { chargeId, amount, tip, tipPercent, reference, madeAtMs, paymentId } = held as Record<
    keyof HeldCharge,
    unknown
  >;
  const texts = [chargeId, amount, tip, reference].every((text) => typeof text === "string");
  const isTip = tipPercent === undefined || typeof tipPercent === "number";
  return texts && isTip && typeof madeAtMs === "number" && (paymentId === null || typeof paymentId === "string");
}
