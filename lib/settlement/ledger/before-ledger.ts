import type { Transaction } from "@/lib/base/db/client";
import type { WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { afterBlock } from "@/lib/chain/wallets/after-block";
import type { OwnAddress } from "@/lib/settlement/ledger/record-outgoing";

type Own = ReadonlyMap<string, OwnAddress>;

/** Whether a block is before the ledger of an address began, so that its opening balance contains what moved there. */
export function isBeforeLedger(address: OwnAddress | undefined, block: number): boolean {
  return address !== undefined && block <= address.since;
}

/**
 * What arrives at and leaves our own addresses, without what moved before the ledger of the address began:
 * `beforeLedger` counts it.
 */
export async function leaveOutBefore(tx: Transaction, seen: readonly WatchedTransfer[], own: Own) {
  const toOwn = seen.filter((one) => one.arrives !== false && own.has(one.to));
  const fromOwn = seen.filter((one) => one.leaves !== false && own.has(one.from));
  const sinceLease = await findSinceLease(tx, toOwn, own);
  const arriving = toOwn.filter((one) => !isBeforeLedger(own.get(one.to), one.blockNumber) || sinceLease.has(one));
  const leaving = fromOwn.filter((one) => !isBeforeLedger(own.get(one.from), one.blockNumber));
  const beforeLedger = toOwn.length - arriving.length + fromOwn.length - leaving.length;
  return { arriving, leaving, beforeLedger };
}

/**
 * Those that arrived before the ledger began, but after the last block that had been read when a payment got the
 * address with that ledger, or that still has it. A ledger begins behind the newest block of its time, which may be
 * replaced or wrongly reported: they may be the payment's.
 */
async function findSinceLease(
  tx: Transaction,
  toOwn: readonly WatchedTransfer[],
  own: Own,
): Promise<ReadonlySet<WatchedTransfer>> {
  const before = toOwn.flatMap((transfer) => {
    const address = own.get(transfer.to);
    return address && isBeforeLedger(address, transfer.blockNumber) ? [{ transfer, address }] : [];
  });
  if (before.length === 0) return new Set();
  const list = <T>(pick: (one: (typeof before)[number]) => T) => before.map(pick);
  const found = await tx<{ place: number }[]>`
    select b.place::int as place
      from unnest(${list((b) => b.address.id)}::uuid[], ${list((b) => b.transfer.blockNumber)}::bigint[],
                  ${list((b) => b.address.since)}::bigint[])
           with ordinality as b(address_id, block, since, place)
     where exists (
       select from address_leases l
        where l.address_id = b.address_id and l.leased_at_block < b.block
          and (l.released_at is null or ${afterBlock(tx, "l")} >= b.since))`;
  return new Set(found.flatMap(({ place }) => before[place - 1]?.transfer ?? []));
}

/**
 * Takes transfers out of the opening balances that contain them, because they were recorded: the ledgers' sums stay the
 * same.
 */
export async function takeFromOpening(
  tx: Transaction,
  network: string,
  recorded: readonly { address: string; amountMicros: bigint }[],
): Promise<void> {
  if (recorded.length === 0) return;
  await tx`
    update address_ledgers l set opening_micros = l.opening_micros - r.micros
      from (select address, sum(micros)::bigint as micros
              from unnest(${recorded.map((one) => one.address)}::text[],
                          ${recorded.map((one) => String(one.amountMicros))}::bigint[]) as t(address, micros)
             group by address) r
     where l.network = ${network} and l.address = r.address and l.opening_micros is not null`;
}
