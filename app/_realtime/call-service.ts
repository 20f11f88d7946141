import { call } from "@/lib/customer/browser/call";

/** The public endpoints for our own pages. Failures are returned, never thrown. */

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

export function getIntentStatus(id: string, signal?: AbortSignal) {
  return call<IntentAnswer>(`/api/v1/intent-status?id=${encodeURIComponent(id)}`, { signal });
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
