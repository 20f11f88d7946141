import type { refunds } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { notifyIntents } from "@/lib/base/db/listen";
import type { HexAddress } from "@/lib/base/tron/address";
import { refundChanged, refundFailed } from "@/lib/delivery/events/catalog";
import { emitEvents } from "@/lib/delivery/events/emit";
import { type RefundStatus, statusesBefore } from "@/lib/payments/refunds/state";

type Row = typeof refunds.$inferSelect;

/** A refund after a move. */
export type MovedRefund = Pick<Row, "id" | "merchantId" | "intentId" | "itemId" | "amountMicros" | "failure"> & {
  environment: Environment;
  status: RefundStatus;
  /** null: the money belongs to no intent */
  terminalId: string | null;
  /** of the transaction that it is sent with or left by; null: none */
  txHash: string | null;
  movedAt: Date;
};

export type OwnedRefund = Pick<Row, "id" | "merchantId">;

/*
 * The only writer of a refund's status. Each move is one conditional UPDATE: of any number of racers exactly one gets
 * the row back and writes the event in the same transaction.
 */

/**
 * waiting_for_address → prepared, to an address that a member has confirmed with their password. Null: it was moved
 * meanwhile.
 */
export async function giveAddress(
  tx: Transaction,
  refund: OwnedRefund,
  { to, userId }: { to: HexAddress; userId: string },
): Promise<MovedRefund | null> {
  const [moved] = await giveAddresses(tx, [{ ...refund, to }], { userId });
  return moved ?? null;
}

/** `giveAddress` of several, each to its own. Returns those that this call moved. */
export function giveAddresses(
  tx: Transaction,
  owned: (OwnedRefund & { to: HexAddress })[],
  { userId }: { userId: string },
): Promise<MovedRefund[]> {
  return move(tx, owned, "prepared", { from: ["waiting_for_address"], userId });
}

/**
 * Records that a member has confirmed, with their password, what a key prepared. It stays prepared, so there is no
 * event. Returns those that this call confirmed.
 */
export async function confirmPrepared(
  tx: Transaction,
  owned: OwnedRefund[],
  { userId }: { userId: string },
): Promise<OwnedRefund[]> {
  if (owned.length === 0) return [];
  return tx<OwnedRefund[]>`
    update refunds f set confirmed_at = now(), confirmed_by = ${userId}
      from unnest(${owned.map((refund) => refund.id)}::uuid[], ${owned.map((refund) => refund.merchantId)}::uuid[])
             as owned(id, merchant_id)
     where f.id = owned.id and f.merchant_id = owned.merchant_id and f.status = 'prepared' and f.confirmed_at is null
    returning f.id, f.merchant_id as "merchantId"`;
}

/** prepared → sent: a signed transaction of it is about to be sent. Returns those that this call moved. */
export function moveToSent(tx: Transaction, owned: OwnedRefund[]): Promise<MovedRefund[]> {
  return move(tx, owned, "sent", {});
}

/** sent → prepared: no node took its transaction and none can have passed it on. */
export function moveToUnsent(tx: Transaction, owned: OwnedRefund[]): Promise<MovedRefund[]> {
  return move(tx, owned, "prepared", { from: ["sent"], isSilent: true });
}

/** sent → failed: the chain contains its transaction as failed, or never will contain it. */
export function moveToFailed(tx: Transaction, refund: OwnedRefund, failure: string | null): Promise<MovedRefund[]> {
  return move(tx, [refund], "failed", { failure });
}

/** failed → prepared: it is to be signed anew. The cause stays. */
export function prepareAgain(tx: Transaction, owned: OwnedRefund[]): Promise<MovedRefund[]> {
  return move(tx, owned, "prepared", { from: ["failed"] });
}

/** waiting_for_address or prepared → cancelled. */
export function moveToCancelled(tx: Transaction, owned: OwnedRefund[]): Promise<MovedRefund[]> {
  return move(tx, owned, "cancelled", {});
}

/** The transfer that a refund left by. */
type LeftBy = { outgoingId: string } | { simulatedTxHash: string };

/** → final, from any state but `final`: also a cancelled one that left nevertheless. `at`: the block's time. */
export async function moveToFinal(
  tx: Transaction,
  refund: OwnedRefund,
  { by, at, from }: { by: LeftBy; at: Date; from?: RefundStatus[] },
): Promise<MovedRefund | null> {
  const [moved] = await move(tx, [refund], "final", { from, at, ...by });
  return moved ?? null;
}

type Change = {
  /** left out: every status that has this move */
  from?: RefundStatus[];
  /** who confirmed it */
  userId?: string;
  failure?: string | null;
  at?: Date;
  outgoingId?: string;
  simulatedTxHash?: string;
  /** without an event */
  isSilent?: boolean;
};

async function move(
  tx: Transaction,
  owned: (OwnedRefund & { to?: HexAddress })[],
  to: RefundStatus,
  { from = statusesBefore(to), userId, failure, at, outgoingId, simulatedTxHash, isSilent }: Change,
): Promise<MovedRefund[]> {
  if (owned.length === 0) return [];
  const moved = await tx<MovedRefund[]>`
    update refunds f
       set status = ${to}, to_address = coalesce(owned.recipient, f.to_address),
           confirmed_by = coalesce(${userId ?? null}::uuid, f.confirmed_by),
           confirmed_at = case when ${userId ?? null}::uuid is null then f.confirmed_at else now() end,
           sent_at = case ${to} when 'sent' then now() when 'prepared' then null else f.sent_at end,
           failed_at = case ${to} when 'failed' then now() else f.failed_at end,
           failure = case ${to} when 'failed' then ${failure ?? null} else f.failure end,
           withdrawn_at = case ${to} when 'cancelled' then now() end,
           final_at = ${at ?? null}::timestamptz, outgoing_id = ${outgoingId ?? null}::uuid,
           simulated_tx_hash = ${simulatedTxHash ?? null}
      from unnest(${owned.map((refund) => refund.id)}::uuid[], ${owned.map((refund) => refund.merchantId)}::uuid[],
                  ${owned.map((refund) => refund.to ?? null)}::text[]) as owned(id, merchant_id, recipient)
     where f.id = owned.id and f.merchant_id = owned.merchant_id and f.status = any(${from}::text[])
    returning ${movedColumns(tx)}`;
  if (!isSilent) await emitRefunds(tx, moved);
  await notifyRefunded(tx, moved);
  return moved;
}

/** Open payment pages show how refunds stand. */
export async function notifyRefunded(tx: Transaction, moved: MovedRefund[]): Promise<void> {
  await notifyIntents(
    tx,
    moved.map(({ intentId }) => intentId),
  );
}

/** SQL: what a statement about a refund `f` returns for its event. */
export function movedColumns(tx: Transaction) {
  return tx`
    f.id, f.merchant_id as "merchantId", f.environment, f.intent_id as "intentId", f.item_id as "itemId", f.status,
    f.amount_micros as "amountMicros", f.failure, now() as "movedAt",
    (select i.terminal_id from payment_intents i where i.id = f.intent_id and i.merchant_id = f.merchant_id) as "terminalId",
    coalesce(
      f.simulated_tx_hash,
      (select o.tx_hash from outgoing_transfers o where o.id = f.outgoing_id and o.merchant_id = f.merchant_id),
        (select s.tx_hash from sent_transactions s
        where s.refund_id = f.id and s.merchant_id = f.merchant_id order by s.created_at desc, s.id limit 1)) as "txHash"`;
}

/** Only money that is gone for good is reported as sent: a transaction under way may still fail. */
const EVENT_OF = {
  prepared: "refund.prepared",
  final: "refund.sent",
  cancelled: "refund.cancelled",
} as const;

/** Emits the events of refunds that were made or moved. */
export async function emitRefunds(tx: Transaction, moved: MovedRefund[]): Promise<void> {
  await emitEvents(
    tx,
    moved.flatMap(({ status, ...refund }) => {
      if (status === "waiting_for_address" || status === "sent") return [];
      const body =
        status === "failed"
          ? refundFailed(refund, refund.movedAt)
          : refundChanged(EVENT_OF[status], refund, refund.movedAt);
      const { merchantId, terminalId, intentId, environment } = refund;
      return [{ type: body.event, merchantId, terminalId, intentId, environment, body }];
    }),
  );
}
