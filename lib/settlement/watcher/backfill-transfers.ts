import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { raiseAlarm } from "@/lib/chain/nodes/alarms";
import { growBlockRange } from "@/lib/chain/nodes/block-range";
import { requireBlockTimes, toDatedBlock } from "@/lib/chain/nodes/block-times";
import type { ChainTransfer } from "@/lib/chain/nodes/chain-transfer";
import { checkLogs } from "@/lib/chain/nodes/check";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import type { Block } from "@/lib/chain/nodes/rpc-values";
import { type Scan, scanRange } from "@/lib/chain/nodes/scan";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { NO_PLACE } from "@/lib/payments/attention/items";
import { agreeOn } from "@/lib/settlement/ledger/agree";
import { openDisputed } from "@/lib/settlement/ledger/disputed";
import { filterUndecided, filterUnrecorded } from "@/lib/settlement/ledger/filter-unrecorded";
import { recordWhatFits } from "@/lib/settlement/ledger/record-what-fits";
import { openUnreadable, toUnreadable } from "@/lib/settlement/ledger/unreadable";

export type Backfill = Scan & {
  end: Block;
  /** no later scan covers these blocks: a transfer that the other provider can't confirm now is disputed at once */
  isLast?: boolean;
  /** for the alarm */
  where: string;
};

export type Found = {
  entered: number;
  /** addresses with a transfer that the providers do not agree about, or that could not be read */
  unsettled: Set<HexAddress>;
};

/**
 * Records transfers of past blocks that the ledger lacks, and raises an alarm for those that a pass missed. Only adds,
 * never removes. Uses the second provider where there is one, because a hole in a node's index doesn't heal. Errors as
 * `scanRange`.
 */
export async function backfillTransfers(ctx: WatchContext, backfill: Backfill): Promise<Found> {
  const { rescans } = ctx.rangeLimits;
  // a narrow scan that is answered says nothing of wider ones
  const isWide = backfill.toBlock - backfill.fromBlock + 1 >= rescans.blocks;
  const { foundBy, checked, hasFailed } = await withSecond(ctx, async (rpc) => {
    const found = await scanRange(ctx, rpc, backfill);
    const logs = await filterUnrecorded(ctx, found.logs);
    const checked = await checkLogs(ctx, rpc, { logs, unread: await filterUndecided(ctx, found.unread) });
    requireBlockTimes(rpc.host, [backfill.end, ...checked.transfers.map(toDatedBlock)]);
    return checked;
  });
  if (isWide && !hasFailed) growBlockRange(rescans);
  const { agreed, undecided, contradicted } = await agreeOn(ctx, checked.transfers, { foundBy });
  const disputed = backfill.isLast ? [...undecided, ...contradicted] : contradicted;
  const unsettled = new Set([...undecided, ...contradicted].map((one) => one.to));
  for (const { to } of checked.unreadable) if (to) unsettled.add(to);
  if (checked.transfers.length + checked.unreadable.length === 0) return { entered: 0, unsettled };
  return ctx.db.sql.begin(async (tx) => {
    const missed = await withoutItem(tx, ctx.network.id, agreed);
    const { arrived, left, fromOpening, unfit } = await recordWhatFits(tx, ctx.network.id, agreed);
    for (const { to } of unfit) unsettled.add(to);
    await openUnreadable(tx, ctx.network.id, [...checked.unreadable, ...unfit.map(toUnreadable)]);
    await openDisputed(tx, ctx.network.id, disputed);
    const entered = arrived.length + left.length;
    // what came before a ledger began was missed by no pass
    const count = Math.min(entered - fromOpening, missed);
    if (count > 0) {
      const message = `${count === 1 ? "1 missed transfer" : `${count} missed transfers`} found in ${backfill.where}.`;
      await raiseAlarm(tx, { network: ctx.network.id, kind: "hole_found", message });
    }
    return { entered, unsettled };
  });
}

/** Counts the transfers without an item. Those with one were seen by a pass and deliberately not recorded. */
async function withoutItem(tx: Transaction, network: string, transfers: readonly ChainTransfer[]): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count
      from unnest(${transfers.map((one) => one.txHash)}::text[], ${transfers.map((one) => String(one.logIndex))}::text[],
                  ${transfers.map((one) => one.from)}::text[], ${transfers.map((one) => one.to)}::text[])
             as t(tx_hash, log_index, sender, receiver)
     where not exists (
       select from attention_items n
        where n.disputed ->> 'network' = ${network} and n.disputed ->> 'txHash' = t.tx_hash
          and (n.disputed ->> 'logIndex' = t.log_index
               or n.disputed ->> 'logIndex' = ${String(NO_PLACE)}
                  and coalesce(n.disputed ->> 'address', n.disputed ->> 'from') in (t.sender, t.receiver)))`;
  return row.count;
}

/**
 * By the second provider if there is one and it answers, else by the one in use. `hasFailed`: the second one was asked
 * and didn't.
 */
async function withSecond<T>({ providers }: WatchContext, work: (rpc: Rpc) => Promise<T>) {
  let isAsked = false;
  const ask = (rpc: Rpc) => {
    isAsked = true;
    return work(rpc);
  };
  const second = await providers.second(ask).catch((error) => {
    if (!isRpcError(error)) throw error;
    return null;
  });
  if (second) return { foundBy: "second" as const, checked: second.value, hasFailed: false };
  return { foundBy: "current" as const, checked: await providers.use(work), hasFailed: isAsked };
}
