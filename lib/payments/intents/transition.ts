import type { paymentIntents, terminals } from "@/drizzle/schema";
import type { Environment, Tenant } from "@/lib/base/context/context";
import { afterCommit } from "@/lib/base/db/after-commit";
import type { Transaction } from "@/lib/base/db/client";
import { releaseAddresses } from "@/lib/chain/wallets/release";
import { intentEnded, paymentSuccess } from "@/lib/delivery/events/catalog";
import { type EventDraft, emitEvents, insertDeliveries } from "@/lib/delivery/events/emit";
import { eventIdOf } from "@/lib/delivery/events/event-id";
import { openItems, reopenItems, settleLate } from "@/lib/payments/attention/items";
import { lateParts } from "@/lib/payments/attention/late-parts";
import { expiredBody } from "@/lib/payments/intents/event-bodies";
import { meterPayments, meterSum } from "@/lib/payments/intents/meter";
import { beginRecording } from "@/lib/payments/intents/recording";
import { remainingMicros } from "@/lib/payments/intents/state";

/** An intent that just left `pending`. */
export type MovedIntent = Pick<
  typeof paymentIntents.$inferSelect,
  | ("id" | "merchantId" | "terminalId" | "amountMicros" | "toleranceMicros" | "receivedMicros")
  | ("uncountedMicros" | "expiresAt" | "transferId")
> & {
  terminalName: (typeof terminals.$inferSelect)["name"];
  environment: Environment;
  movedAt: Date;
};

/*
 * The only writer of an intent's status. Each move is one conditional UPDATE: of any number of racers exactly one gets
 * the row back and writes the event in the same transaction.
 */

/**
 * pending → paid, each completed by its transfer. Returns those that this call moved. `paid_at` is the time of this
 * statement, not of the block nor of the transaction's start, so that a report on past hours never changes
 * (`recordedUntil`).
 */
export async function moveToPaid(
  tx: Transaction,
  completed: { id: string; transferId: string }[],
): Promise<MovedIntent[]> {
  if (completed.length === 0) return [];
  await beginRecording(tx);
  const moved = await tx<MovedIntent[]>`
    update payment_intents i set status = 'paid', paid_at = (select clock_timestamp()), transfer_id = c.transfer_id
      from unnest(${completed.map((one) => one.id)}::uuid[], ${completed.map((one) => one.transferId)}::uuid[])
             as c(id, transfer_id), terminals t
     where i.id = c.id and t.id = i.terminal_id and i.status = 'pending'
    returning ${movedColumns(tx)}, i.paid_at as "movedAt"`;
  await emitEvents(
    tx,
    moved.map((intent) => draft(intent, paymentSuccess(intent, intent.movedAt))),
  );
  await release(tx, moved, { paid: true });
  afterCommit(tx, () => meterPayments("paid", moved));
  return moved;
}

/**
 * pending → expired, whatever their expiry times say; opens an item for each that was partially paid. Returns those
 * that this call moved.
 */
export async function moveToExpired(tx: Transaction, ids: string[]): Promise<MovedIntent[]> {
  if (ids.length === 0) return [];
  const moved = await tx<MovedIntent[]>`
    with locked as (
      select id from payment_intents where id = any(${ids}::uuid[]) and status = 'pending' order by id for update)
    update payment_intents i set status = 'expired', expired_at = now()
      from terminals t
     where i.id = any(array(select id from locked)) and t.id = i.terminal_id and i.status = 'pending'
    returning ${movedColumns(tx)}, i.expired_at as "movedAt"`;
  await emitEnded(tx, "payment.expired", moved);
  await settleExpired(tx, moved);
  afterCommit(tx, () => meterPayments("expired", moved));
  return moved;
}

/**
 * pending → expired for up to `limit` sandbox intents that are overdue by the database's clock, oldest first. Live
 * intents expire by the chain's clock. Their webhooks are due at once, or `heldBackSeconds` later if there were as many
 * as `limit`.
 */
export async function moveDueToExpired(
  tx: Transaction,
  { limit, heldBackSeconds }: { limit: number; heldBackSeconds: number },
): Promise<number> {
  const dueAt = tx`now() + make_interval(secs => case when (select count(*) from i) = ${limit} then ${heldBackSeconds} else 0 end)`;
  const [{ count, micros, unsettled }] = await tx<[{ count: number; micros: string; unsettled: string[] }]>`
    with due as (
      select id from payment_intents where environment = 'sandbox' and status = 'pending' and expires_at <= now()
       order by expires_at limit ${limit} for update skip locked),
    i as (
      update payment_intents set status = 'expired', expired_at = now()
       where id = any(array(select id from due)) and status = 'pending'
      returning id, merchant_id, terminal_id, environment, amount_micros, received_micros, expired_at),
    e as (
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body)
      select ${eventIdOf(tx, "payment.expired", "i")}, i.merchant_id, i.terminal_id, i.id, i.environment, 'payment.expired',
             ${expiredBody(tx, "i")}
        from i
      returning id, merchant_id, terminal_id, environment, type),
    d as (${insertDeliveries(tx, dueAt)})
    select count(*)::int as count, coalesce(sum(i.amount_micros), 0)::text as micros,
           coalesce(array_agg(i.id) filter (where i.received_micros > 0 or n.id is not null), '{}') as unsettled
      from i left join attention_items n on n.rest_intent_id = i.id and n.merchant_id = i.merchant_id`;
  await settleExpired(tx, await findMoved(tx, unsettled));
  afterCommit(tx, () => meterSum("expired", "sandbox", { count, micros: BigInt(micros) }));
  return count;
}

/** Intents that the same transaction has moved. */
async function findMoved(tx: Transaction, ids: string[]): Promise<MovedIntent[]> {
  if (ids.length === 0) return [];
  return tx<MovedIntent[]>`
    select ${movedColumns(tx)}, i.expired_at as "movedAt"
      from payment_intents i join terminals t on t.id = i.terminal_id and t.merchant_id = i.merchant_id
     where i.id = any(${ids}::uuid[])`;
}

/** What the event leaves to be done: an address, an item to reopen, an item to open. */
async function settleExpired(tx: Transaction, moved: MovedIntent[]): Promise<void> {
  if (moved.length === 0) return;
  // money that has come and is not enough
  const partial = moved.filter((intent) => intent.receivedMicros > 0n);
  const late = await claimLate(tx, partial);
  await release(tx, moved, { paid: false });
  await openItems(
    tx,
    partial.map((intent) => ({
      merchantId: intent.merchantId,
      kind: "partial",
      intentId: intent.id,
      transferId: null,
      amountMicros: remainingMicros(intent, late.get(intent.id)),
    })),
  );
}

/** What has arrived too late for partially paid intents, for their items to cover. */
async function claimLate(tx: Transaction, partial: readonly MovedIntent[]): Promise<ReadonlyMap<string, bigint>> {
  const intents = partial.filter((intent) => intent.uncountedMicros > 0n);
  if (intents.length === 0) return new Map();
  await settleLate(tx, intents);
  const sums = await tx<{ id: string; micros: bigint }[]>`
    select i.id, ${lateParts(tx)} as micros
      from unnest(${intents.map((one) => one.id)}::uuid[], ${intents.map((one) => one.merchantId)}::uuid[])
             as ended(id, merchant_id)
           join payment_intents i on i.id = ended.id and i.merchant_id = ended.merchant_id`;
  return new Map(sums.map(({ id, micros }) => [id, micros]));
}

/** SQL condition: the intent `i` is one of the tenant's. */
export function isWithin(tx: Transaction, { merchantId, environment, terminalIds }: Tenant) {
  return tx`i.merchant_id = ${merchantId} and i.environment = ${environment}
    and ${terminalIds === null ? tx`true` : tx`i.terminal_id = any(${terminalIds}::uuid[])`}`;
}

/**
 * pending → cancelled, unless a transfer was received or detected, one that isn't recorded awaits a decision, or its
 * address holds what isn't recorded. Null when the intent can't be cancelled or isn't the tenant's.
 */
export async function moveToCancelled(tx: Transaction, id: string, tenant: Tenant): Promise<MovedIntent | null> {
  const [moved] = await tx<MovedIntent[]>`
    update payment_intents i set status = 'cancelled', cancelled_at = now()
      from terminals t where t.id = i.terminal_id and i.id = ${id} and ${isWithin(tx, tenant)}
       and i.status = 'pending' and i.received_micros = 0
       and not exists (select from chain_sightings s where s.intent_id = i.id)
       and not exists (
         select from attention_items n
          where n.intent_id = i.id and n.merchant_id = i.merchant_id and n.disputed is not null and n.resolved_at is null)
       and not exists (
         select from address_leases held join receive_addresses a on a.id = held.address_id and a.merchant_id = i.merchant_id
          where held.intent_id = i.id and a.differs_at is not null)
    returning ${movedColumns(tx)}, i.cancelled_at as "movedAt"`;
  if (!moved) return null;
  await emitEnded(tx, "intent.cancelled", [moved]);
  await release(tx, [moved], { paid: false });
  afterCommit(tx, () => meterPayments("cancelled", [moved]));
  return moved;
}

type EndedSample = Pick<typeof paymentIntents.$inferSelect, "id" | "receivedMicros" | "transferId"> & {
  status: "paid" | "expired" | "cancelled";
  endedAt: Date;
};

/**
 * pending → as planned, for generated sandbox intents. Emits no events: nothing happened that a server should hear of.
 */
export async function endSamples(tx: Transaction, merchantId: string, ended: EndedSample[]): Promise<void> {
  const list = <T>(pick: (one: EndedSample) => T) => ended.map(pick);
  await tx`
    update payment_intents i
       set status = e.status, received_micros = e.received, transfer_id = e.transfer_id,
           paid_at = case e.status when 'paid' then e.ended end,
           expired_at = case e.status when 'expired' then e.ended end,
           cancelled_at = case e.status when 'cancelled' then e.ended end
      from unnest(${list((e) => e.id)}::uuid[], ${list((e) => e.status)}::text[],
                  ${list((e) => String(e.receivedMicros))}::bigint[], ${list((e) => e.transferId)}::uuid[],
                  ${list((e) => e.endedAt.toISOString())}::timestamptz[])
           as e(id, status, received, transfer_id, ended)
     where i.id = e.id and i.merchant_id = ${merchantId} and i.environment = 'sandbox' and i.status = 'pending'`;
}

/**
 * An ended live intent releases its address. If an intent ended unpaid, the item that it was created to settle reopens.
 */
async function release(tx: Transaction, moved: MovedIntent[], { paid }: { paid: boolean }): Promise<void> {
  const live = moved.filter((intent) => intent.environment === "live").map((intent) => intent.id);
  if (!paid) {
    await reopenItems(
      tx,
      moved.map((intent) => intent.id),
    );
  }
  await releaseAddresses(tx, live, { paid });
}

function movedColumns(tx: Transaction) {
  return tx`
    i.id, i.merchant_id as "merchantId", i.terminal_id as "terminalId", t.name as "terminalName", i.environment,
    i.amount_micros as "amountMicros", i.tolerance_micros as "toleranceMicros", i.received_micros as "receivedMicros",
    i.uncounted_micros as "uncountedMicros", i.expires_at as "expiresAt", i.transfer_id as "transferId"`;
}

function draft(intent: MovedIntent, body: EventDraft["body"]): EventDraft {
  return {
    type: body.event,
    merchantId: intent.merchantId,
    terminalId: intent.terminalId,
    intentId: intent.id,
    environment: intent.environment,
    body,
  };
}

function emitEnded(tx: Transaction, type: "payment.expired" | "intent.cancelled", moved: MovedIntent[]) {
  return emitEvents(
    tx,
    moved.map((intent) => draft(intent, intentEnded(type, intent, intent.movedAt))),
  );
}
