import type { paymentIntents, transfers } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { addToPartial } from "@/lib/payments/attention/add-to-partial";
import { type ItemDraft, openItems } from "@/lib/payments/attention/items";
import { creditTransfer, type IntentStatus, uncountedKind } from "@/lib/payments/intents/state";
import { moveToPaid } from "@/lib/payments/intents/transition";

type Amounts = "amountMicros" | "toleranceMicros" | "receivedMicros";

export type LockedIntent = Pick<typeof paymentIntents.$inferSelect, "id" | "merchantId" | "expiresAt" | Amounts> & {
  environment: Environment;
  status: IntentStatus;
  /** the database's clock */
  now: Date;
};

/** Reads an intent and locks it until the transaction ends. Null when it does not exist. */
export async function lockIntent(tx: Transaction, id: string): Promise<LockedIntent | null> {
  const [intent] = await lockIntents(tx, [id]);
  return intent ?? null;
}

/** Locks several intents in the order of their ids, which rules out deadlocks. */
export async function lockIntents(tx: Transaction, ids: string[]): Promise<LockedIntent[]> {
  if (ids.length === 0) return [];
  return tx<LockedIntent[]>`
    select id, merchant_id as "merchantId", environment, status, amount_micros as "amountMicros",
           tolerance_micros as "toleranceMicros", received_micros as "receivedMicros", expires_at as "expiresAt",
           clock_timestamp() as now
      from payment_intents where id = any(${ids}::uuid[]) order by id for no key update`;
}

type Transfer = typeof transfers.$inferSelect;

export type IncomingTransfer = Pick<Transfer, "id" | keyof TransferKey | "amountMicros" | "occurredAt"> & {
  /** its position on the chain; absent in the sandbox */
  chain?: { address: HexAddress; from: HexAddress; blockNumber: number; blockHash: string };
};

/** A transfer and its intent, locked by this transaction; `null`: no intent had the merchant's address. */
export type MatchedTransfer = { transfer: IncomingTransfer; intent: LockedIntent | null; merchantId: string };

/** The effect of a matched transfer; `receivedMicros` is the intent's counted sum including it. */
export type CreditedTransfer = MatchedTransfer & {
  counted: boolean;
  completes: boolean;
  receivedMicros: bigint;
  statusBefore: IntentStatus | null;
};

/**
 * Records a transfer for an intent that this transaction has locked, and pays the intent once the counted sum reaches
 * its amount. Recording a transfer twice changes nothing. Uncounted transfers are recorded too; they and any excess
 * open an item.
 */
export async function creditIntent(tx: Transaction, intent: LockedIntent, transfer: IncomingTransfer): Promise<void> {
  await creditTransfers(tx, [{ transfer, intent, merchantId: intent.merchantId }]);
}

/** As `creditIntent` for many transfers, in the order they happened. Returns those that were not recorded before. */
export async function creditTransfers(tx: Transaction, matched: MatchedTransfer[]): Promise<CreditedTransfer[]> {
  const known = await knownTransfers(
    tx,
    matched.map((one) => one.transfer),
  );
  const credited = fold(matched.filter(({ transfer }) => !known.has(keyOf(transfer))));
  if (credited.length === 0) return [];
  await insertTransfers(tx, credited);
  await addReceived(tx, credited);
  const completing = credited.filter((one) => one.completes);
  await moveToPaid(
    tx,
    completing.map(({ intent, transfer }) => ({ id: (intent as LockedIntent).id, transferId: transfer.id })),
  );
  const covered = await addToPartial(tx, getLate(credited));
  await openItems(tx, credited.filter((one) => one.counted || !covered.has(one.intent?.id ?? "")).flatMap(toItems));
  await openMissing(tx, completing);
  return credited;
}

/** The intents that had expired with a part of the amount when the transfers came. */
function getLate(credited: readonly CreditedTransfer[]): LockedIntent[] {
  const late = credited.flatMap(({ intent, statusBefore }) =>
    intent && statusBefore === "expired" && intent.receivedMicros > 0n ? [intent] : [],
  );
  return [...new Set(late)];
}

/**
 * What needs a decision: transfers that did not count, and any excess, however small. What comes too late for a
 * partially paid intent that hasn't expired yet is left to the item that it gets then.
 */
function toItems(one: CreditedTransfer): ItemDraft[] {
  const { transfer, intent, merchantId } = one;
  const about = { merchantId, intentId: intent?.id ?? null, transferId: transfer.id };
  if (!intent) return [{ ...about, kind: "unassigned", amountMicros: transfer.amountMicros }];
  if (!one.counted) {
    if (one.statusBefore === "pending" && one.receivedMicros > 0n) return [];
    return [{ ...about, kind: uncountedKind(one.statusBefore ?? intent.status), amountMicros: transfer.amountMicros }];
  }
  const excess = one.receivedMicros - intent.amountMicros;
  return one.completes && excess > 0n ? [{ ...about, kind: "over", amountMicros: excess }] : [];
}

/** For intents that were paid after all: their late transfers, which were left to the item of a partial payment. */
async function openMissing(tx: Transaction, completing: readonly CreditedTransfer[]): Promise<void> {
  const intents = completing.flatMap(({ intent }) => intent ?? []);
  if (intents.length === 0) return;
  const left = await tx<Omit<ItemDraft, "kind">[]>`
    select i.merchant_id as "merchantId", i.id as "intentId", t.id as "transferId", t.amount_micros as "amountMicros"
      from unnest(${intents.map((one) => one.id)}::uuid[], ${intents.map((one) => one.merchantId)}::uuid[])
             as paid(id, merchant_id)
           join payment_intents i on i.id = paid.id and i.merchant_id = paid.merchant_id
           join transfers t on t.intent_id = i.id and t.merchant_id = i.merchant_id
     where i.uncounted_micros > 0 and not t.counted
       and not exists (select from attention_items n where n.transfer_id = t.id and n.merchant_id = t.merchant_id)
     order by t.block_number, t.log_index`;
  await openItems(
    tx,
    left.map((one) => ({ ...one, kind: "late" })),
  );
}

type TransferKey = Pick<Transfer, "network" | "txHash" | "logIndex">;

export function keyOf({ network, txHash, logIndex }: TransferKey): string {
  return `${network} ${txHash} ${logIndex}`;
}

/**
 * Which of the transfers are already recorded. After a fork, another block may include a transaction again, with its
 * logs at other places: as many like each one as were recorded from another block are the same.
 */
async function knownTransfers(tx: Transaction, transfers: IncomingTransfer[]): Promise<Set<string>> {
  if (transfers.length === 0) return new Set();
  const list = <T>(pick: (one: IncomingTransfer) => T) => transfers.map(pick);
  const rows = await tx<{ place: number }[]>`
    select k.place::int as place
      from (select *, row_number() over (partition by network, tx_hash, address, sender, amount order by log_index) as nth
              from unnest(${list((t) => t.network)}::text[], ${list((t) => t.txHash)}::text[],
                          ${list((t) => t.logIndex)}::int[], ${list((t) => t.chain?.address ?? null)}::text[],
                          ${list((t) => t.chain?.from ?? null)}::text[], ${list((t) => String(t.amountMicros))}::bigint[],
                          ${list((t) => t.chain?.blockHash ?? null)}::text[])
                   with ordinality as u(network, tx_hash, log_index, address, sender, amount, block_hash, place)) k
     where exists (select from transfers t
                    where t.network = k.network and t.tx_hash = k.tx_hash and t.log_index = k.log_index)
        or k.nth <= (select count(*) from transfers t
                      where t.network = k.network and t.tx_hash = k.tx_hash and t.address = k.address
                        and t.from_address = k.sender and t.amount_micros = k.amount and t.block_hash <> k.block_hash)`;
  return new Set(rows.flatMap(({ place }) => transfers[place - 1] ?? []).map(keyOf));
}

const NOBODYS = { counted: false, completes: false, receivedMicros: 0n, statusBefore: null };

/** Applies each transfer to its intent as the earlier transfers left it. */
function fold(matched: MatchedTransfer[]): CreditedTransfer[] {
  const standing = new Map<string, LockedIntent>();
  return matched.map((one) => {
    if (!one.intent) return { ...one, ...NOBODYS };
    const intent = standing.get(one.intent.id) ?? one.intent;
    const { counted, completes, receivedMicros } = creditTransfer(intent, one.transfer);
    standing.set(intent.id, { ...intent, receivedMicros, status: completes ? "paid" : intent.status });
    return { ...one, counted, completes, receivedMicros, statusBefore: intent.status };
  });
}

/** Inserts in the order of the keys, which rules out deadlocks. */
async function insertTransfers(tx: Transaction, credited: CreditedTransfer[]): Promise<void> {
  const list = <T>(pick: (one: CreditedTransfer) => T) => credited.map(pick);
  const inserted = await tx`
    insert into transfers (id, merchant_id, intent_id, network, tx_hash, log_index, address, from_address, block_number,
                           block_hash, amount_micros, occurred_at, counted)
    select id, merchant, intent, network, tx_hash, log_index, address, sender, block, block_hash, amount,
           occurred::timestamptz, counted::boolean
      from unnest(${list((b) => b.transfer.id)}::uuid[], ${list((b) => b.merchantId)}::uuid[],
                  ${list((b) => b.intent?.id ?? null)}::uuid[], ${list((b) => b.transfer.network)}::text[],
                  ${list((b) => b.transfer.txHash)}::text[], ${list((b) => b.transfer.logIndex)}::int[],
                  ${list((b) => b.transfer.chain?.address ?? null)}::text[],
                  ${list((b) => b.transfer.chain?.from ?? null)}::text[],
                  ${list((b) => b.transfer.chain?.blockNumber ?? null)}::bigint[],
                  ${list((b) => b.transfer.chain?.blockHash ?? null)}::text[],
                  ${list((b) => String(b.transfer.amountMicros))}::bigint[],
                  ${list((b) => b.transfer.occurredAt.toISOString())}::text[], ${list((b) => String(b.counted))}::text[])
           as b(id, merchant, intent, network, tx_hash, log_index, address, sender, block, block_hash, amount, occurred,
                counted)
     order by network, tx_hash, log_index
    on conflict (network, tx_hash, log_index) do nothing`;
  // the sums are wrong if another writer was first: roll back, and the caller retries
  if (inserted.count !== credited.length) throw new Error("another writer recorded a transfer at the same time");
}

function addReceived(tx: Transaction, credited: CreditedTransfer[]) {
  const sums = new Map<string, bigint>();
  for (const { intent, transfer, counted } of credited) {
    if (intent && counted) sums.set(intent.id, (sums.get(intent.id) ?? 0n) + transfer.amountMicros);
  }
  if (sums.size === 0) return;
  return tx`
    update payment_intents i set received_micros = i.received_micros + s.micros
      from unnest(${[...sums.keys()]}::uuid[], ${[...sums.values()].map(String)}::bigint[]) as s(id, micros)
     where i.id = s.id`;
}
