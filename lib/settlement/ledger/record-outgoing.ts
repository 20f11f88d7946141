import type { outgoingTransfers, receiveAddresses, refunds } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import type { ChainTransfer } from "@/lib/chain/nodes/chain-transfer";
import { resolveIfRefunded } from "@/lib/payments/attention/resolve-if-refunded";
import { isOpenRefund, type RefundStatus, statusesBefore } from "@/lib/payments/refunds/state";
import { moveToFinal } from "@/lib/payments/refunds/transition";

export type OwnAddress = Pick<typeof receiveAddresses.$inferSelect, "id" | "merchantId"> & {
  address: HexAddress;
  /** its ledger begins behind this block */
  since: number;
};

export type Outgoing = Pick<
  typeof outgoingTransfers.$inferSelect,
  "id" | "merchantId" | "txHash" | "amountMicros" | "occurredAt"
> & {
  from: HexAddress;
  to: HexAddress;
  blockNumber: bigint;
};

/**
 * Records transfers that left our addresses, each once, also if another block includes its transaction again, and the
 * refunds they fulfil. Returns the new ones.
 */
export async function recordOutgoing(
  tx: Transaction,
  network: string,
  leaving: readonly ChainTransfer[],
  own: ReadonlyMap<string, OwnAddress>,
): Promise<Outgoing[]> {
  const left = await insertOutgoing(tx, network, leaving, own);
  for (const one of left) await matchRefund(tx, network, one);
  return left;
}

/** `senders`: whose the addresses are. Returns those that were not recorded yet. */
export async function insertOutgoing(
  tx: Transaction,
  network: string,
  leaving: readonly ChainTransfer[],
  senders: ReadonlyMap<string, { merchantId: string }>,
): Promise<Outgoing[]> {
  if (leaving.length === 0) return [];
  const list = <T>(pick: (one: ChainTransfer) => T) => leaving.map(pick);
  return tx<Outgoing[]>`
    insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                    block_number, block_hash, occurred_at)
    select merchant, ${network}, tx_hash, log_index, sender, receiver, amount, block, hash, occurred::timestamptz
      from (select *, row_number() over (partition by tx_hash, sender, receiver, amount order by log_index) as nth
              from unnest(${list((o) => senders.get(o.from)?.merchantId ?? null)}::uuid[], ${list((o) => o.txHash)}::text[],
                          ${list((o) => o.logIndex)}::int[], ${list((o) => o.from)}::text[], ${list((o) => o.to)}::text[],
                          ${list((o) => String(o.amountMicros))}::bigint[], ${list((o) => o.blockNumber)}::bigint[],
                          ${list((o) => o.blockHash)}::text[], ${list((o) => o.occurredAt.toISOString())}::text[])
                   as u(merchant, tx_hash, log_index, sender, receiver, amount, block, hash, occurred)) o
     where nth > (select count(*) from outgoing_transfers e
                   where e.network = ${network} and e.merchant_id = o.merchant and e.tx_hash = o.tx_hash
                     and e.from_address = o.sender and e.to_address = o.receiver and e.amount_micros = o.amount
                     and case when e.block_hash is null then e.block_number <> o.block else e.block_hash <> o.hash end)
     order by tx_hash, log_index
    on conflict (network, tx_hash, log_index) do nothing
    returning id, merchant_id as "merchantId", tx_hash as "txHash", from_address as "from", to_address as "to",
              amount_micros as "amountMicros", block_number as "blockNumber", occurred_at as "occurredAt"`;
}

export type Candidate = Pick<typeof refunds.$inferSelect, "id" | "itemId">;

/**
 * A refund may be cancelled just before its transfer's time: the chain's clock and the database's differ, and a wallet
 * takes a moment.
 */
const MARGIN = "1 minute";

/**
 * Matches the transfer to the refund that its transaction was sent for, whatever the token's fee took of it, or else to
 * the oldest waiting refund like it, or to one that was cancelled only after the transfer. Settles the item after its
 * last refund.
 */
async function matchRefund(tx: Transaction, network: string, out: Outgoing): Promise<void> {
  for (const refund of await listSentBy(tx, network, out)) if (await match(tx, out, refund, ANY)) return;
  for (const refund of await listLike(tx, out, false)) if (await match(tx, out, refund, OPEN)) return;
  for (const refund of await listLike(tx, out, true)) if (await match(tx, out, refund, ANY)) return;
}

/** A refund that was cancelled meanwhile has left nevertheless. */
export const ANY = statusesBefore("final");
const OPEN = ANY.filter(isOpenRefund);

export function listSentBy(
  tx: Transaction,
  network: string,
  { merchantId, txHash, from, to }: Pick<Outgoing, "merchantId" | "txHash" | "from" | "to">,
) {
  return tx<Candidate[]>`
    select f.id, f.item_id as "itemId"
      from sent_transactions s join refunds f on f.id = s.refund_id and f.merchant_id = s.merchant_id
     where s.merchant_id = ${merchantId} and s.network = ${network} and s.tx_hash = ${txHash}
       and f.from_address = ${from} and f.to_address = ${to}`;
}

/**
 * Refunds that were prepared before the transfer and haven't left, the oldest first: those that wait, or those that
 * were cancelled only after it.
 */
export function listLike(tx: Transaction, out: Omit<Outgoing, "id" | "txHash">, wereCancelled: boolean) {
  return tx<Candidate[]>`
    select id, item_id as "itemId" from refunds f
     where merchant_id = ${out.merchantId} and from_address = ${out.from} and to_address = ${out.to}
       and amount_micros = ${out.amountMicros} and status <> 'final'
       and case when ${wereCancelled} then withdrawn_at > ${out.occurredAt}::timestamptz - ${MARGIN}::interval
                else withdrawn_at is null end
       and case when head_block is null then created_at <= ${out.occurredAt}::timestamptz + interval '1 minute'
                else head_block < ${out.blockNumber} end
     order by created_at, id`;
}

/** Locks the item before the refund, as preparing and cancelling do. False: another transfer is its own. */
export async function match(
  tx: Transaction,
  out: Outgoing,
  { id, itemId }: Candidate,
  from: RefundStatus[],
): Promise<boolean> {
  const { merchantId } = out;
  if (itemId) await lockItemOf(tx, { id: itemId, merchantId });
  const moved = await moveToFinal(tx, { id, merchantId }, { by: { outgoingId: out.id }, at: out.occurredAt, from });
  if (moved && itemId) await resolveIfRefunded(tx, { id: itemId, merchantId });
  return moved !== null;
}

async function lockItemOf(tx: Transaction, { id, merchantId }: { id: string; merchantId: string }): Promise<void> {
  await tx`select from attention_items where id = ${id} and merchant_id = ${merchantId} for update`;
}
