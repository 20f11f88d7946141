import { randomUUID } from "node:crypto";
import type { Environment } from "@/lib/base/context/context";
import { database, type Sql, type Transaction } from "@/lib/base/db/client";
import type { Price } from "@/lib/base/values/currencies";
import type { IntentStatus } from "@/lib/payments/intents/state";

export type MadePayment = {
  id: string;
  terminalId: string;
  environment: Environment;
  status: IntentStatus;
  amountMicros: bigint;
  receivedMicros: bigint;
  /** UTC with microseconds */
  createdAt: string;
  endedAt: string | null;
  reference: string | null;
  /** quoted at 1.0895 USDT, whatever its currency */
  price: Price | null;
};

export type PaymentDraft = Partial<Omit<MadePayment, "id">>;

/**
 * Intents as they would stand after lives that the drafts tell of. They begin pending and end by an update, so that
 * triggers keep the sums as they do in life.
 */
export async function makePayments(
  terminal: { merchantId: string; terminalId: string },
  drafts: PaymentDraft[],
  sql: Sql | Transaction = database().sql,
): Promise<MadePayment[]> {
  const made = drafts.map((draft): MadePayment => {
    const status = draft.status ?? "paid";
    const amountMicros = draft.amountMicros ?? 12_500_000n;
    const createdAt = draft.createdAt ?? "2026-03-01T10:00:00.000000Z";
    return {
      id: randomUUID(),
      terminalId: draft.terminalId ?? terminal.terminalId,
      environment: draft.environment ?? "sandbox",
      status,
      amountMicros,
      receivedMicros: draft.receivedMicros ?? (status === "paid" ? amountMicros : 0n),
      createdAt,
      endedAt: status === "pending" ? null : (draft.endedAt ?? createdAt),
      reference: draft.reference ?? null,
      price: draft.price ?? null,
    };
  });
  const list = <T>(pick: (one: MadePayment) => T) => made.map(pick);
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, reference,
                                 created_at, expires_at, price_currency, price_minor, price_rate, price_source,
                                 price_spread_bps)
    select id, ${terminal.merchantId}, terminal, environment, amount, received, reference, created::timestamptz,
           created::timestamptz + interval '30 minutes',
           currency, minor, case when minor is not null then '1.0895' end, case when minor is not null then 'manual' end,
           case when minor is not null then 0 end
      from unnest(${list((p) => p.id)}::uuid[], ${list((p) => p.terminalId)}::uuid[], ${list((p) => p.environment)}::text[],
                  ${list((p) => String(p.amountMicros))}::bigint[], ${list((p) => String(p.receivedMicros))}::bigint[],
                  ${list((p) => p.reference)}::text[], ${list((p) => p.createdAt)}::text[],
                  ${list((p) => p.price?.currency ?? null)}::text[],
                  ${list((p) => (p.price ? String(p.price.minor) : null))}::bigint[])
        as p(id, terminal, environment, amount, received, reference, created, currency, minor)`;
  await sql`
    update payment_intents i
       set status = p.status, paid_at = case p.status when 'paid' then p.ended::timestamptz end,
           expired_at = case p.status when 'expired' then p.ended::timestamptz end,
           cancelled_at = case p.status when 'cancelled' then p.ended::timestamptz end
      from unnest(${list((p) => p.id)}::uuid[], ${list((p) => p.status)}::text[], ${list((p) => p.endedAt)}::text[])
        as p(id, status, ended)
     where i.id = p.id and p.status <> 'pending'`;
  return made;
}

/** Money for a payment that came too late to count. */
export async function payTooLate(
  merchantId: string,
  intentId: string,
  amountMicros: bigint,
  txHash: string = randomUUID(),
) {
  await database().sql`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${merchantId}, ${intentId}, 'sandbox', ${txHash}, 0, ${amountMicros}, now(), false)`;
}
