import type { TillEnvironment } from "./checkout";

/** Till's public endpoints. Failures are returned, never thrown. */

export type IntentStatus = "pending" | "paid" | "expired" | "cancelled";

export type Instructions = {
  status: IntentStatus;
  environment: TillEnvironment;
  amount_usdt: number;
  expires_in_seconds: number;
  merchant_name: string;
  terminal_name: string;
  reference: string | null;
  network: string | null;
  network_name: string | null;
  address: string | null;
  received_usdt: number;
  missing_usdt: number;
  to_send_usdt: number;
  confirming: { confirmations: number; required: number; amount_usdt: number } | null;
  checkout_uri: string;
};

export type Answer<Body> =
  | { ok: true; body: Body }
  | { ok: false; kind: "offline" | "away" | "unknown"; retryAfterSeconds: number };

const TIMEOUT_MS = 10_000;
// kept, so that a page that replaces `fetch` later doesn't affect the window
const callNetwork = window.fetch.bind(window);

export function getInstructions(base: string, id: string, signal: AbortSignal) {
  return get<Instructions>(`${base}/api/v1/payment-instructions?id=${id}`, signal);
}

async function get<Body>(url: string, signal: AbortSignal): Promise<Answer<Body>> {
  const end = new AbortController();
  const stop = () => end.abort();
  const timer = setTimeout(stop, TIMEOUT_MS);
  signal.addEventListener("abort", stop);
  try {
    const response = await callNetwork(url, { cache: "no-store", credentials: "omit", signal: end.signal });
    const body = await response.json();
    if (response.ok) return { ok: true, body };
    const known = response.status !== 404 && response.status !== 400;
    return {
      ok: false,
      kind: known ? "away" : "unknown",
      retryAfterSeconds: Number(response.headers.get("retry-after")) || 0,
    };
  } catch {
    return { ok: false, kind: navigator.onLine ? "away" : "offline", retryAfterSeconds: 0 };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** A language's sentences, in the order of the English ones; null if they couldn't be fetched. */
export async function getWords(url: string): Promise<string[] | null> {
  try {
    const response = await callNetwork(url, { credentials: "omit" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
