import type { Tree } from "@/lib/checkout/markup/tree";
import type { Progress } from "@/lib/intents/progress";

/** The public endpoints for the browser. Failures are returned, never thrown. */

export type IntentAnswer = {
  id: string;
  amount_usdt: number;
  status: "pending" | "paid" | "expired" | "cancelled";
  environment: "sandbox" | "live";
  livemode: boolean;
  expires_at: string;
};

export type DemoAnswer = {
  intent_id: string;
  amount_usdt: number;
  environment: "sandbox";
  expires_at: string;
  auto_completes_in_ms: number;
};

export type Trouble = {
  kind: "offline" | "away" | "limited" | "refused";
  status: number;
  /** the server's message when it refused, otherwise empty */
  message: string;
  retryAfterSeconds?: number;
};

export type Result<Body> = { ok: true; body: Body; serverTimeMs: number | null } | { ok: false; trouble: Trouble };

const TIMEOUT_MS = 10_000;

export function getIntentStatus(id: string, signal?: AbortSignal) {
  return call<IntentAnswer>(`/api/v1/intent-status?id=${encodeURIComponent(id)}`, { signal });
}

/** A payment's progress, for pages without a stream. */
export function getProgress(id: string, signal?: AbortSignal) {
  return call<Progress>(`/pay/${encodeURIComponent(id)}/progress`, { signal });
}

/** The payment page as it is now; `query`: the language and the way to pay. */
export function getFragment(id: string, query: string) {
  return call<{ title: string; tree: Exclude<Tree, string> }>(`/pay/${encodeURIComponent(id)}/fragment?${query}`, {});
}

export function createDemoIntent() {
  return call<DemoAnswer>("/api/v1/demo-create-intent", { method: "POST" });
}

export function simulatePayment(id: string, outcome: string) {
  return call<IntentAnswer>("/api/v1/simulate-payment", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id, outcome }),
  });
}

async function call<Body>(path: string, init: RequestInit): Promise<Result<Body>> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), TIMEOUT_MS);
  init.signal?.addEventListener("abort", () => end.abort(), { signal: end.signal });
  try {
    const response = await fetch(path, { cache: "no-store", ...init, signal: end.signal });
    const body = await response.json().catch(() => null);
    if (response.ok && body) return { ok: true, body, serverTimeMs: dateOf(response) };
    return { ok: false, trouble: troubleOf(response, body) };
  } catch {
    return { ok: false, trouble: { kind: navigator.onLine ? "away" : "offline", status: 0, message: "" } };
  } finally {
    clearTimeout(timer);
  }
}

function troubleOf(response: Response, body: { error?: unknown } | null): Trouble {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after"));
  return {
    kind: status === 429 ? "limited" : status >= 500 ? "away" : "refused",
    status,
    message: typeof body?.error === "string" ? body.error : "",
    retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : undefined,
  };
}

function dateOf(response: Response) {
  const time = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(time) ? null : time;
}
