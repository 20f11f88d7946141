import type { Trouble } from "@/lib/customer/browser/call";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { ShiftSummary } from "@/lib/payments/pos/shift-summary";
import { chargedAmounts, type StoredCharge } from "@/lib/payments/pos/stored-charge";
import type { KeypadPrice } from "@/lib/payments/pos/unit";

/** The keypad's routes. Failures are returned, never thrown; a call takes at most ten seconds. */

export type PosAnswer<Body> = { ok: true; body: Body } | { ok: false; trouble: Trouble };

const TIMEOUT_MS = 10_000;

/** Sending the same charge again returns the same payment. */
export function sendCharge(at: string, charge: StoredCharge, signal?: AbortSignal) {
  const { chargeId, reference } = charge;
  return callPos<PosPayment>(`${at}/charge`, { body: { chargeId, ...chargedAmounts(charge), reference }, signal });
}

export function getPrice(at: string, signal?: AbortSignal) {
  return callPos<{ price: KeypadPrice | null }>(`${at}/price`, { signal });
}

export function getPayment(at: string, id: string, signal?: AbortSignal) {
  return callPos<PosPayment>(`${at}/payments/${id}`, { signal });
}

export function cancelPayment(at: string, id: string) {
  return callPos<PosPayment>(`${at}/cancel`, { body: { id } });
}

export function getShiftSummary(at: string, signal?: AbortSignal) {
  return callPos<ShiftSummary>(`${at}/book`, { signal });
}

export function changeShift(at: string, change: { change: "open" } | { change: "close"; number: number }) {
  return callPos<{ number: number }>(`${at}/shift`, { body: change });
}

async function callPos<Body>(
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal },
): Promise<PosAnswer<Body>> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), TIMEOUT_MS);
  signal?.addEventListener("abort", () => end.abort(), { signal: end.signal });
  const post = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch(path, { cache: "no-store", redirect: "error", ...post, signal: end.signal });
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return { ok: true, body: answer };
    return { ok: false, trouble: troubleOf(response, answer) };
  } catch {
    return { ok: false, trouble: { kind: navigator.onLine ? "away" : "offline", status: 0, code: "", message: "" } };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Only our own error format counts as a refusal and has a message: a proxy or a café's sign-in page may answer
 * anything.
 */
function troubleOf(response: Response, answer: { error?: unknown; code?: unknown } | null): Trouble {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after"));
  const ours = typeof answer?.code === "string" && typeof answer.error === "string";
  // a cashier shouldn't wait for a rate: another one would be charged when it comes
  const isRateGone = ours && answer?.code === "rate_unavailable";
  const refused = status === 401 || isRateGone || (ours && status < 500 && status !== 408);
  return {
    kind: status === 429 ? "limited" : refused ? "refused" : "away",
    status,
    code: ours ? String(answer?.code) : "",
    message: ours ? String(answer?.error) : "",
    retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : undefined,
  };
}
