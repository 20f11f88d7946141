import { randomUUID } from "node:crypto";
import type { Transaction } from "@/lib/base/db/client";
import { lockLedger } from "@/lib/base/db/locks";
import type { ChainTransfer, WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { lockAddresses } from "@/lib/chain/wallets/lock-addresses";
import { NO_PLACE, type OwnedItem, resolveItems } from "@/lib/payments/attention/items";
import {
  type CreditedTransfer,
  creditTransfers,
  keyOf,
  lockIntents,
  type MatchedTransfer,
} from "@/lib/payments/intents/credit";
import { isBeforeLedger, leaveOutBefore, takeFromOpening } from "@/lib/settlement/ledger/before-ledger";
import { attributeTransfers } from "@/lib/settlement/ledger/leases";
import { findPayers, type Payer, recordFromWallets } from "@/lib/settlement/ledger/record-from-wallets";
import { type OwnAddress, recordOutgoing } from "@/lib/settlement/ledger/record-outgoing";

export type RecordedTransfers = {
  /** transfers that were not recorded before */
  arrived: { transferId: string; txHash: string; logIndex: number; intentId: string | null; counted: boolean }[];
  left: (Pick<ChainTransfer, "txHash" | "from" | "to" | "amountMicros"> & { merchantId: string; addressId: string })[];
  /** from refund wallets, of open refunds: recorded, or proposed to a member */
  paid: number;
  /** transfers that weren't recorded because the opening balance of their address contains them */
  beforeLedger: number;
  /** those of `arrived` that were taken out of an opening balance */
  fromOpening: number;
};

/**
 * The only writer of live transfers; records each once, however often it is called. In the caller's transaction:
 * credits, items, refunds that have left, and their events. Leaves out what moved before the ledger of an address
 * began. Takes the ledger lock, so the caller must hold none on intents, transfers or addresses.
 */
export async function recordTransfers(
  tx: Transaction,
  network: string,
  transfers: readonly WatchedTransfer[],
): Promise<RecordedTransfers> {
  const seen = inChainOrder(transfers.filter((one) => one.amountMicros > 0n));
  if (seen.length === 0) return { arrived: [], left: [], paid: 0, beforeLedger: 0, fromOpening: 0 };
  await lockLedger(tx, network);
  const own = await ownAddresses(tx, network, seen);
  const { arriving, leaving, beforeLedger } = await leaveOutBefore(tx, seen, own);
  const matched = await matchTransfers(tx, network, arriving, own);
  const paying = seen.filter((one) => one.leaves !== false && !own.has(one.from));
  const payers = await findPayers(tx, paying);
  await lockItemsOf(tx, { matched, leaving, payers }, own);
  await lockAddresses(
    tx,
    network,
    [...own.values()].map((one) => one.address),
  );
  const credited = await creditTransfers(tx, matched);
  const fromOpening = credited.flatMap(({ transfer: { chain, amountMicros } }) =>
    chain && isBeforeLedger(own.get(chain.address), chain.blockNumber) ? [{ ...chain, amountMicros }] : [],
  );
  await takeFromOpening(tx, network, fromOpening);
  const left = await recordOutgoing(tx, network, leaving, own);
  const paid = await recordFromWallets(tx, network, paying, payers);
  await settleDisputed(tx, network, seen);
  await settleHidden(tx, credited);
  await touchAddresses(tx, [
    ...credited.flatMap((one) => one.transfer.chain?.address ?? []),
    ...left.map((one) => one.from),
  ]);
  return {
    arrived: credited.map(({ transfer, intent, counted }) => ({
      transferId: transfer.id,
      txHash: transfer.txHash,
      logIndex: transfer.logIndex,
      intentId: intent?.id ?? null,
      counted,
    })),
    left: left.map(({ merchantId, txHash, from, to, amountMicros }) => ({
      merchantId,
      txHash,
      from,
      to,
      amountMicros,
      addressId: (own.get(from) as OwnAddress).id,
    })),
    paid,
    beforeLedger,
    fromOpening: fromOpening.length,
  };
}

/** In the chain's order and without duplicates, so that the same transfer completes an intent for every caller. */
function inChainOrder(transfers: WatchedTransfer[]): WatchedTransfer[] {
  const once = new Map(transfers.map((one) => [keyOf(one), one]));
  return [...once.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

async function ownAddresses(
  tx: Transaction,
  network: string,
  seen: WatchedTransfer[],
): Promise<Map<string, OwnAddress>> {
  const addresses = [...new Set(seen.flatMap((one) => [one.from, one.to]))];
  const rows = await tx<(Omit<OwnAddress, "since"> & { since: bigint })[]>`
    select a.id, a.merchant_id as "merchantId", a.address, coalesce(l.since_block, 0) as since
      from receive_addresses a left join address_ledgers l on l.network = ${network} and l.address = a.address
     where a.address = any(${addresses})`;
  return new Map(rows.map((row) => [row.address, { ...row, since: Number(row.since) }]));
}

async function matchTransfers(
  tx: Transaction,
  network: string,
  arriving: readonly WatchedTransfer[],
  own: Map<string, OwnAddress>,
): Promise<MatchedTransfer[]> {
  const attributed = await attributeTransfers(tx, arriving);
  const intents = await lockIntents(tx, [...new Set(attributed.flatMap((lease) => lease?.intentId ?? []))]);
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  return arriving.map(({ txHash, logIndex, amountMicros, occurredAt, to, from, blockNumber, blockHash }, index) => ({
    transfer: {
      id: randomUUID(),
      network,
      txHash,
      logIndex,
      amountMicros,
      occurredAt,
      chain: { address: to, from, blockNumber, blockHash },
    },
    intent: byId.get(attributed[index]?.intentId ?? "") ?? null,
    merchantId: (own.get(to) as OwnAddress).merchantId,
  }));
}

/**
 * Settles disputed and unreadable items whose transfer is recorded now. Of those with an unknown log index, several
 * addresses may have one about the same transaction: only the recorded transfers' own.
 */
async function settleDisputed(tx: Transaction, network: string, seen: WatchedTransfer[]): Promise<void> {
  const ends = seen.flatMap(({ txHash, from, to, arrives, leaves }) => [
    ...(arrives === false ? [] : [{ txHash, address: to }]),
    ...(leaves === false ? [] : [{ txHash, address: from }]),
  ]);
  const items = await tx<OwnedItem[]>`
    select id, merchant_id as "merchantId" from attention_items
     where disputed is not null and resolved_at is null
       and (disputed ->> 'network', disputed ->> 'txHash', disputed ->> 'logIndex') in (
         select ${network}, s.tx_hash, p.place
           from unnest(${seen.map((one) => one.txHash)}::text[], ${seen.map((one) => String(one.logIndex))}::text[])
                  as s(tx_hash, log_index), unnest(array[s.log_index, ${String(NO_PLACE)}]) as p(place))
       and (disputed ->> 'logIndex' <> ${String(NO_PLACE)}
            or (disputed ->> 'txHash', coalesce(disputed ->> 'address', disputed ->> 'from')) in (
                 select tx_hash, address
                   from unnest(${ends.map((one) => one.txHash)}::text[], ${ends.map((one) => one.address)}::text[])
                          as e(tx_hash, address)))
     order by id for update`;
  await resolveItems(tx, items, { resolution: "settled" });
}

/** Settles the items of expired intents about money that no node had shown, once it is recorded. */
async function settleHidden(tx: Transaction, credited: readonly CreditedTransfer[]): Promise<void> {
  const intents = credited.flatMap(({ intent }) => (intent?.status === "expired" ? [intent] : []));
  if (intents.length === 0) return;
  const items = await tx<OwnedItem[]>`
    select n.id, n.merchant_id as "merchantId"
      from unnest(${intents.map((one) => one.id)}::uuid[], ${intents.map((one) => one.merchantId)}::uuid[])
             as ended(intent_id, merchant_id)
           join attention_items n on n.intent_id = ended.intent_id and n.merchant_id = ended.merchant_id
     where n.kind = 'unreadable' and n.disputed is null and n.resolved_at is null order by n.id for update of n`;
  await resolveItems(tx, items, { resolution: "settled" });
}

/**
 * The items whose refunds may be among what leaves, and those of the intents for which something arrives: a decision
 * about an item locks it before the address it gives or takes.
 */
async function lockItemsOf(
  tx: Transaction,
  {
    matched,
    leaving,
    payers,
  }: { matched: readonly MatchedTransfer[]; leaving: readonly WatchedTransfer[]; payers: readonly Payer[] },
  own: ReadonlyMap<string, OwnAddress>,
): Promise<void> {
  const ended = matched.flatMap(({ intent }) => (intent?.status === "expired" ? [intent] : []));
  if (leaving.length + ended.length + payers.length === 0) return;
  const from = [...leaving.flatMap((one) => own.get(one.from) ?? []), ...payers];
  await tx`
    select from attention_items n
           join (select f.item_id, f.merchant_id
                   from unnest(${from.map((one) => one.merchantId)}::uuid[], ${from.map((one) => one.address)}::text[])
                          as o(merchant_id, address)
                        join refunds f on f.merchant_id = o.merchant_id and f.from_address = o.address
                  where f.status <> 'final'
                 union
                 select e.id, e.merchant_id
                   from unnest(${ended.map((one) => one.id)}::uuid[], ${ended.map((one) => one.merchantId)}::uuid[])
                          as i(id, merchant_id)
                        join attention_items e on e.intent_id = i.id and e.merchant_id = i.merchant_id
                  where e.resolved_at is null) open
             on open.item_id = n.id and open.merchant_id = n.merchant_id
     order by n.id for update of n`;
}

/** Marks the balances of addresses that this transaction has locked for refreshing after it. */
async function touchAddresses(tx: Transaction, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx`update receive_addresses set balance_at = null where address = any(${[...new Set(addresses)]})`;
}
