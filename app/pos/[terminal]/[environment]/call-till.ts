import type { Trouble } from "@/app/_live/call-service";
import type { HeldCharge } from "@/app/pos/[terminal]/[environment]/held-charge";
import type { TillBook } from "@/lib/pos/book";
import type { TillPayment } from "@/lib/pos/present";

/** The keypad's own routes: every failure comes back, nothing is thrown, and nothing hangs longer than ten seconds. */

export type TillAnswer<Body> = { ok: true; body: Body } | { ok: false; trouble: Trouble };

const TIMEOUT_MS = 10_000;

/** The same charge sent again is answered with the same payment. */
export function sendCharge(at: string, { chargeId, amount, tip, reference }: HeldCharge, signal?: AbortSignal) {
  return callTill<TillPayment>(`${at}/charge`, { body: { chargeId, amount, tip, reference }, signal });
}

export function getPayment(at: string, id: string, signal?: AbortSignal) {
  return callTill<TillPayment>(`${at}/payments/${id}`, { signal });
}

export function cancelPayment(at: string, id: string) {
  return callTill<TillPayment>(`${at}/cancel`, { body: { id } });
}

export function getBook(at: string, signal?: AbortSignal) {
  return callTill<TillBook>(`${at}/book`, { signal });
}

async function callTill<Body>(
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal },
): Promise<TillAnswer<Body>> {
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
    return { ok: false, trouble: { kind: navigator.onLine ? "away" : "offline", status: 0, message: "" } };
  } finally {
    clearTimeout(timer);
  }
}

/** Only a refusal in the service's own words is one: what a proxy or a café's sign-in page answers says nothing. */
function troubleOf(response: Response, answer: { error?: unknown; code?: unknown } | null): Trouble {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after"));
  const ours = typeof answer?.code === "string" && typeof answer.error === "string";
  const refused = status === 401 || (ours && status < 500 && status !== 408);
  return {
    kind: status === 429 ? "limited" : refused ? "refused" : "away",
    status,
    message: ours ? String(answer?.error) : "",
    retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : undefined,
  };
}
