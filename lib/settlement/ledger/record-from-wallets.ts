import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import type { ChainTransfer } from "@/lib/chain/nodes/chain-transfer";
import { hasProposal } from "@/lib/payments/refunds/in-flight";
import {
  ANY,
  type Candidate,
  insertOutgoing,
  listLike,
  listSentBy,
  match,
} from "@/lib/settlement/ledger/record-outgoing";

/** A business that has or had the address as its refund wallet. */
export type Payer = { merchantId: string; address: HexAddress };

/** Whose refund wallets the senders are or were. */
export function findPayers(tx: Transaction, paying: readonly ChainTransfer[]): Promise<Payer[]> | Payer[] {
  const senders = [...new Set(paying.map((one) => one.from))];
  if (senders.length === 0) return [];
  return tx<Payer[]>`
    select distinct merchant_id as "merchantId", address from refund_wallets
     where address = any(${senders}::text[]) order by 1, 2`;
}

/**
 * Transfers from refund wallets: one that Till sent fulfils its refund; another one that is like an open refund becomes
 * a proposal, about which a member decides. Everything else is left out. Each counts once, also if another block
 * includes its transaction again. Returns how many were recorded or proposed. The caller holds the ledger lock and the
 * refunds' items.
 */
export async function recordFromWallets(
  tx: Transaction,
  network: string,
  paying: readonly ChainTransfer[],
  payers: readonly Payer[],
): Promise<number> {
  if (payers.length === 0) return 0;
  let recorded = 0;
  for (const transfer of await leaveOutKnown(tx, network, paying)) {
    const owners = payers.filter((payer) => payer.address === transfer.from);
    if (await fulfil(tx, network, transfer, owners)) recorded++;
    else if (await propose(tx, network, transfer, owners)) recorded++;
  }
  return recorded;
}

/** Those that are neither recorded nor were proposed, by this block or by one that a fork replaced. */
async function leaveOutKnown(
  tx: Transaction,
  network: string,
  paying: readonly ChainTransfer[],
): Promise<ChainTransfer[]> {
  const list = <T>(pick: (one: ChainTransfer) => T) => paying.map(pick);
  const rows = await tx<{ place: number }[]>`
    with seen as (
      select *, row_number() over (partition by tx_hash, hash, sender, receiver, amount order by log_index) as nth
        from unnest(${list((t) => t.txHash)}::text[], ${list((t) => t.logIndex)}::int[], ${list((t) => t.from)}::text[],
                    ${list((t) => t.to)}::text[], ${list((t) => String(t.amountMicros))}::bigint[],
                    ${list((t) => t.blockHash)}::text[])
               with ordinality as u(tx_hash, log_index, sender, receiver, amount, hash, place)),
    known as (
      select network, tx_hash, log_index, from_address, to_address, amount_micros, block_hash from outgoing_transfers
      union
      select network, tx_hash, log_index, from_address, to_address, amount_micros, block_hash
        from refund_wallet_transfers)
    select place::int from seen s
     where not exists (select from known k
                        where k.network = ${network} and k.tx_hash = s.tx_hash and k.log_index = s.log_index)
       and nth > (select count(*) from known k
                   where k.network = ${network} and k.tx_hash = s.tx_hash and k.from_address = s.sender
                     and k.to_address = s.receiver and k.amount_micros = s.amount and k.block_hash <> s.hash)
     order by place`;
  return rows.flatMap(({ place }) => paying[place - 1] ?? []);
}

/** The refund that Till sent this transaction for is final. False: there is none. */
async function fulfil(
  tx: Transaction,
  network: string,
  transfer: ChainTransfer,
  owners: readonly Payer[],
): Promise<boolean> {
  for (const { merchantId } of owners) {
    for (const refund of await listSentBy(tx, network, { ...transfer, merchantId })) {
      const [isFinal] = await tx`
        select from refunds where id = ${refund.id} and merchant_id = ${merchantId} and status = 'final'`;
      if (isFinal) continue;
      const [out] = await insertOutgoing(tx, network, [transfer], new Map([[transfer.from, { merchantId }]]));
      if (!out || !(await match(tx, out, refund, ANY))) throw new Error(`refund ${refund.id} changed under its lock`);
      await proposeAgain(tx, { merchantId, refundId: refund.id });
      return true;
    }
  }
  return false;
}

type Proposed = Omit<ChainTransfer, "blockNumber"> & { blockNumber: bigint; merchantId: string };

/** A refund that left by Till's own transaction needs no other: what was proposed for it may be another refund's. */
async function proposeAgain(tx: Transaction, { merchantId, refundId }: { merchantId: string; refundId: string }) {
  const freed = await tx<Proposed[]>`
    delete from refund_wallet_transfers
     where refund_id = ${refundId} and merchant_id = ${merchantId} and decided_at is null
    returning merchant_id as "merchantId", network, tx_hash as "txHash", log_index as "logIndex", from_address as from,
              to_address as to, amount_micros as "amountMicros", block_number as "blockNumber", block_hash as "blockHash",
              occurred_at as "occurredAt"`;
  for (const { merchantId, blockNumber, ...transfer } of freed) {
    const again = { ...transfer, blockNumber: Number(blockNumber) };
    await propose(tx, transfer.network, again, [{ merchantId, address: transfer.from }]);
  }
}

/** False: no open refund is like it, or each of those waits for a decision about another transfer. */
async function propose(
  tx: Transaction,
  network: string,
  transfer: ChainTransfer,
  owners: readonly Payer[],
): Promise<boolean> {
  for (const { merchantId } of owners) {
    const out = { ...transfer, merchantId, blockNumber: BigInt(transfer.blockNumber) };
    for (const wereCancelled of [false, true]) {
      for (const refund of await listLike(tx, out, wereCancelled)) {
        if (await proposeFor(tx, network, { transfer, merchantId, refund })) return true;
      }
    }
  }
  return false;
}

async function proposeFor(
  tx: Transaction,
  network: string,
  { transfer, merchantId, refund }: { transfer: ChainTransfer; merchantId: string; refund: Candidate },
): Promise<boolean> {
  // no one signs or cancels it between the look and the proposal
  await tx`select from refunds where id = ${refund.id} and merchant_id = ${merchantId} for no key update`;
  const { txHash, logIndex, from, to, amountMicros, blockNumber, blockHash, occurredAt } = transfer;
  const proposed = await tx`
    insert into refund_wallet_transfers (merchant_id, refund_id, network, tx_hash, log_index, from_address, to_address,
                                         amount_micros, block_number, block_hash, occurred_at)
    select f.merchant_id, f.id, ${network}, ${txHash}, ${logIndex}, ${from}, ${to}, ${amountMicros}, ${blockNumber},
           ${blockHash}, ${occurredAt}
      from refunds f
     where f.id = ${refund.id} and f.merchant_id = ${merchantId} and f.status <> 'final' and not ${hasProposal(tx)}
    on conflict (network, tx_hash, log_index) do nothing
    returning id`;
  return proposed.length > 0;
}
