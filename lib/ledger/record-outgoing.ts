import { resolveItems } from "@/lib/attention/items";
import type { ChainTransfer } from "@/lib/chain/chain-transfer";
import type { Transaction } from "@/lib/db/client";
import type { OwnAddress } from "@/lib/ledger/record";

type Outgoing = {
  id: string;
  merchantId: string;
  from: string;
  to: string;
  amountMicros: bigint;
  blockNumber: bigint;
  occurredAt: Date;
};

/** Records transfers that left our addresses, each once, and the refunds they fulfil. Returns the new ones. */
export async function recordOutgoing(
  tx: Transaction,
  network: string,
  leaving: readonly ChainTransfer[],
  own: ReadonlyMap<string, OwnAddress>,
): Promise<Outgoing[]> {
  if (leaving.length === 0) return [];
  const list = <T>(pick: (one: ChainTransfer) => T) => leaving.map(pick);
  const left = await tx<Outgoing[]>`
    insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                    block_number, occurred_at)
    select merchant, ${network}, tx_hash, log_index, sender, receiver, amount, block, occurred::timestamptz
      from unnest(${list((o) => own.get(o.from)?.merchantId ?? null)}::uuid[], ${list((o) => o.txHash)}::text[],
                  ${list((o) => o.logIndex)}::int[], ${list((o) => o.from)}::text[], ${list((o) => o.to)}::text[],
                  ${list((o) => String(o.amountMicros))}::bigint[], ${list((o) => o.blockNumber)}::bigint[],
                  ${list((o) => o.occurredAt.toISOString())}::text[])
           as o(merchant, tx_hash, log_index, sender, receiver, amount, block, occurred)
     order by tx_hash, log_index
    on conflict (network, tx_hash, log_index) do nothing
    returning id, merchant_id as "merchantId", from_address as "from", to_address as "to",
              amount_micros as "amountMicros", block_number as "blockNumber", occurred_at as "occurredAt"`;
  for (const one of left) await matchRefund(tx, one);
  return left;
}

/**
 * Matches the transfer to the oldest waiting refund like it, and settles the item after its last refund. Locks the item before
 * the refund, as preparing and cancelling do.
 */
async function matchRefund(tx: Transaction, out: Outgoing): Promise<void> {
  const waiting = await tx<{ id: string; itemId: string }[]>`
    select id, item_id as "itemId" from refunds
     where merchant_id = ${out.merchantId} and from_address = ${out.from} and to_address = ${out.to}
       and amount_micros = ${out.amountMicros} and outgoing_id is null and withdrawn_at is null
       and case when head_block is null then created_at <= ${out.occurredAt}::timestamptz + interval '1 minute'
                else head_block < ${out.blockNumber} end
     order by created_at, id`;
  for (const refund of waiting) {
    await tx`select id from attention_items where id = ${refund.itemId} for update`;
    const matched = await tx`
      update refunds set outgoing_id = ${out.id}
       where id = ${refund.id} and outgoing_id is null and withdrawn_at is null`;
    if (matched.count === 0) continue;
    const [more] = await tx`
      select id from refunds where item_id = ${refund.itemId} and outgoing_id is null and withdrawn_at is null limit 1`;
    if (!more) await resolveItems(tx, [refund.itemId], { resolution: "refunded" });
    return;
  }
}
