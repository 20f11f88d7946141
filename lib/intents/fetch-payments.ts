import type { Environment, MemberContext } from "@/lib/context";
import { isByPayment, isWanted, type Wanted } from "@/lib/intents/payment-conditions";
import type { IntentStatus } from "@/lib/intents/state";

/** An intent as the merchant's lists show it. */
export type Payment = {
  id: string;
  environment: Environment;
  status: IntentStatus;
  amountMicros: bigint;
  toleranceMicros: bigint;
  receivedMicros: bigint;
  /** received, but not applied */
  uncountedMicros: bigint;
  /** see `flagsOf` */
  flags: number;
  reference: string | null;
  metadata: Record<string, string> | null;
  terminalId: string;
  terminalName: string;
  createdAt: Date;
  expiresAt: Date;
  /** when it ended; null while pending */
  endedAt: Date | null;
  paidAt: Date | null;
};

/** Those of the payments that match the filter, newest first. */
export async function fetchPayments(ctx: MemberContext, ids: string[], wanted: Wanted): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const { sql } = ctx.db;
  const at = isByPayment(wanted) ? sql`i.paid_at` : sql`i.created_at`;
  return sql<Payment[]>`
    select i.id, i.environment, i.status, i.amount_micros as "amountMicros",
           i.tolerance_micros as "toleranceMicros", i.received_micros as "receivedMicros",
           i.uncounted_micros as "uncountedMicros", i.flags, i.reference, i.metadata, i.terminal_id as "terminalId",
           t.name as "terminalName", i.created_at as "createdAt", i.expires_at as "expiresAt", i.paid_at as "paidAt",
           coalesce(i.paid_at, i.expired_at, i.cancelled_at) as "endedAt"
      from payment_intents i join terminals t on t.id = i.terminal_id
     where i.id = any(${ids}::uuid[]) and ${isWanted(ctx, wanted)}
     order by ${at} desc, i.id desc`;
}
