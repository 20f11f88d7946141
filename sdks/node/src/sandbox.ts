import { type Environment, type Intent, type Open, readIntent } from "./intents.js";
import type { Members } from "./members.js";
import type { CallOptions, Transport } from "./transport.js";

/** The simulated outcome: the customer pays, pays half, pays 1 USDT too much, pays after the expiry, or doesn't pay. */
export type Outcome = Open<"paid" | "underpaid" | "overpaid" | "late" | "expired">;

export type DemoIntent = {
  readonly id: string;
  readonly amountUsdt: string;
  /** The amount in micro-USDT. */
  readonly amountMicros: bigint;
  readonly environment: Environment;
  readonly expiresAt: Date;
  /** Milliseconds until it is paid automatically. */
  readonly autoCompletesInMs: number;
};

/** Simulates payments in the sandbox. */
export class Sandbox {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Simulates a payment of a sandbox intent and returns the updated intent. Retried only after a 429, since a retry
   * could simulate a second transfer. Errors: `not_found` (also for a live intent), `invalid_transition`.
   */
  async simulate(id: string, outcome: Outcome = "paid", options: CallOptions = {}): Promise<Intent> {
    const call = {
      method: "POST" as const,
      path: "/simulate-payment",
      body: JSON.stringify({ id, outcome }),
      repeatable: false,
    };
    return (await this.#transport.call(call, readIntent, options)).value;
  }

  /** Creates an intent of the service's demo business. It is paid automatically. Error: `rate_limited`. */
  async createDemo(options: CallOptions = {}): Promise<DemoIntent> {
    const call = { method: "POST" as const, path: "/demo-create-intent" };
    return (await this.#transport.call(call, readDemo, options)).value;
  }
}

function readDemo(members: Members): DemoIntent {
  const { usdt, micros } = members.amount("amount_usdt");
  return {
    id: members.text("intent_id"),
    amountUsdt: usdt,
    amountMicros: micros,
    environment: members.text("environment"),
    expiresAt: members.moment("expires_at"),
    autoCompletesInMs: members.integer("auto_completes_in_ms"),
  };
}
