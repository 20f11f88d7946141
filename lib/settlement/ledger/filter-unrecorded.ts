import type { UnreadTransaction } from "@/lib/chain/nodes/ask-logs";
import type { SeenLog } from "@/lib/chain/nodes/scan";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { NO_PLACE } from "@/lib/payments/attention/items";

type Known = { txHash: string; logIndex: number; arrived: boolean; left: boolean; decided: boolean };

/**
 * The logs that are not recorded yet, per direction. Logs whose item was resolved are left out, so it isn't opened
 * again.
 */
export async function filterUnrecorded({ db, network }: WatchContext, logs: readonly SeenLog[]): Promise<SeenLog[]> {
  if (logs.length === 0) return [];
  const rows = await db.sql<Known[]>`
    select k.tx_hash as "txHash", k.log_index as "logIndex",
           exists (select from transfers t where t.network = ${network.id} and t.tx_hash = k.tx_hash
                      and t.log_index = k.log_index) as arrived,
           exists (select from outgoing_transfers o where o.network = ${network.id} and o.tx_hash = k.tx_hash
                      and o.log_index = k.log_index)
             or exists (select from refund_wallet_transfers p where p.network = ${network.id} and p.tx_hash = k.tx_hash
                      and p.log_index = k.log_index) as left,
           exists (select from attention_items n where n.disputed is not null and n.resolved_at is not null
                      and n.disputed ->> 'network' = ${network.id} and n.disputed ->> 'txHash' = k.tx_hash
                      and n.disputed ->> 'logIndex' = k.log_index::text) as decided
      from unnest(${logs.map((log) => log.txHash)}::text[], ${logs.map((log) => log.logIndex)}::int[])
             as k(tx_hash, log_index)`;
  const known = new Map(rows.map((row) => [`${row.txHash} ${row.logIndex}`, row]));
  return logs.flatMap((log) => {
    const row = known.get(`${log.txHash} ${log.logIndex}`);
    const arrives = log.arrives && !row?.arrived;
    const leaves = log.leaves && !row?.left;
    return (arrives || leaves) && !row?.decided ? [{ ...log, arrives, leaves }] : [];
  });
}

/** The unread transactions without those whose item at the address was resolved: they hold up no payment any more. */
export async function filterUndecided(
  { db, network }: WatchContext,
  unread: readonly UnreadTransaction[],
): Promise<UnreadTransaction[]> {
  if (unread.length === 0) return [];
  const rows = await db.sql<{ txHash: string | null; address: string | null }[]>`
    select disputed ->> 'txHash' as "txHash", coalesce(disputed ->> 'address', disputed ->> 'from') as address
      from attention_items
     where disputed is not null and resolved_at is not null and disputed ->> 'network' = ${network.id}
       and disputed ->> 'txHash' = any(${unread.map((one) => one.txHash)}::text[])
       and disputed ->> 'logIndex' = ${String(NO_PLACE)}`;
  const decided = new Set(rows.map(({ txHash, address }) => `${txHash} ${address}`));
  return unread.filter(({ txHash, address }) => !decided.has(`${txHash} ${address}`));
}
