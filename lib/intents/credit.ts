import type { Environment } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { creditTransfer, type IntentStatus } from "@/lib/intents/state";
import { moveToPaid } from "@/lib/intents/transition";

export type LockedIntent = {
  id: string;
  merchantId: string;
  environment: Environment;
  status: IntentStatus;
  amountMicros: bigint;
  receivedMicros: bigint;
  expiresAt: Date;
  /** the database's clock */
  now: Date;
};

/** Reads an intent and keeps everybody else from moving it until the transaction ends. Null when there is none. */
export async function lockIntent(tx: Transaction, id: string): Promise<LockedIntent | null> {
  const [intent] = await tx<LockedIntent[]>`
    select id, merchant_id as "merchantId", environment, status, amount_micros as "amountMicros",
           received_micros as "receivedMicros", expires_at as "expiresAt", clock_timestamp() as now
      from payment_intents where id = ${id} for update`;
  return intent ?? null;
}

export type ArrivedTransfer = {
  id: string;
  network: string;
  txHash: string;
  logIndex: number;
  amountMicros: bigint;
  occurredAt: Date;
};

/**
 * Records a transfer for an intent that this transaction has locked and pays the intent once the counted sum reaches its
 * amount. The same transfer twice changes nothing. What does not count is kept all the same.
 */
export async function creditIntent(tx: Transaction, intent: LockedIntent, transfer: ArrivedTransfer): Promise<void> {
  const credit = creditTransfer(intent, transfer);
  const inserted = await tx`
    insert into transfers (id, merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${transfer.id}, ${intent.merchantId}, ${intent.id}, ${transfer.network}, ${transfer.txHash},
            ${transfer.logIndex}, ${transfer.amountMicros}, ${transfer.occurredAt}, ${credit.counted})
    on conflict (network, tx_hash, log_index) do nothing`;
  if (inserted.count === 0 || !credit.counted) return;
  await tx`update payment_intents set received_micros = ${credit.receivedMicros} where id = ${intent.id}`;
  if (credit.completes) await moveToPaid(tx, intent.id, transfer.id);
}
