import type { IntentStatus } from "@/lib/payments/intents/state";
import type { Sighting } from "@/lib/payments/timeline/payment-chain";
import type { PaymentAct, PaymentEvent, PaymentTransfer } from "@/lib/payments/timeline/timeline";
import type { RefundEntry } from "./refund-entries";

/** One entry of a payment's timeline. */
export type TimelineEntry =
  | { kind: "created"; at: Date; by: PaymentAct | undefined; events: PaymentEvent[] }
  | { kind: "seen"; at: Date; id: string; transfer: PaymentTransfer | null; sighting: Sighting | null }
  | { kind: "transfer"; at: Date; transfer: PaymentTransfer }
  | { kind: "act"; at: Date; act: PaymentAct }
  | { kind: "attention"; at: Date; isAgain: boolean; event: PaymentEvent }
  | {
      kind: "ended";
      at: Date;
      status: Exclude<IntentStatus, "pending">;
      by: PaymentAct | undefined;
      events: PaymentEvent[];
    }
  | RefundEntry
  | { kind: "expires"; at: Date };
