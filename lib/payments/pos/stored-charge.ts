/** A keypad's charge as its device stores it before sending it, so that no crash and no lost network loses it. Pure. */
export type StoredCharge = {
  /** idempotency id: the charge is made once however often it is sent */
  chargeId: string;
  /** decimal text */
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

/** The charge in a stored text; null for none, and for anything else. */
export function parseStoredCharge(text: string | null): StoredCharge | null {
  try {
    const stored = JSON.parse(text ?? "null");
    return isStoredCharge(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isStoredCharge(stored: unknown): stored is StoredCharge {
  if (typeof stored !== "object" || stored === null) return false;
  const { chargeId, amount, tip, tipPercent, reference, madeAtMs, paymentId } = stored as Record<
    keyof StoredCharge,
    unknown
  >;
  const texts = [chargeId, amount, tip, reference].every((text) => typeof text === "string");
  const isTip = tipPercent === undefined || typeof tipPercent === "number";
  return texts && isTip && typeof madeAtMs === "number" && (paymentId === null || typeof paymentId === "string");
}
