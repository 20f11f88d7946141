import { judge } from "@/lib/settlement/agree";
import { clearDisputed, openDisputes } from "@/lib/settlement/disputed";
import type { SeenTransfer } from "@/lib/settlement/record";
import { recordWhatFits } from "@/lib/settlement/record-what-fits";
import { isRpcError } from "@/lib/settlement/rpc-error";
import type { WatchContext } from "@/lib/settlement/watch-context";
import { watchSet } from "@/lib/settlement/watch-set";

/**
 * Asks about each open dispute again, however old. What both providers confirm by now, or the only one that is left, is
 * entered, and that settles the item.
 */
export async function settleDisputes(ctx: WatchContext): Promise<void> {
  const disputes = await openDisputes(ctx.db.sql, ctx.network.id);
  if (disputes.length === 0) return clearDisputed(ctx.db.sql, ctx.network.id);
  const since = new Map((await watchSet(ctx.db.sql)).map((one) => [one.address as string, one.since]));
  const isOurs = (address: string, block: number) => block > (since.get(address) ?? Number.POSITIVE_INFINITY);
  const confirmed: SeenTransfer[] = [];
  for (const dispute of disputes) {
    const { to, from, blockNumber } = dispute;
    const transfer = { ...dispute, arrives: isOurs(to, blockNumber), leaves: isOurs(from, blockNumber) };
    if ((transfer.arrives || transfer.leaves) && (await isConfirmed(ctx, transfer))) confirmed.push(transfer);
  }
  await ctx.db.sql.begin((tx) => recordWhatFits(tx, ctx.network.id, confirmed));
  await clearDisputed(ctx.db.sql, ctx.network.id);
}

async function isConfirmed(ctx: WatchContext, transfer: SeenTransfer): Promise<boolean> {
  try {
    const first = await ctx.providers.use((rpc) => judge(ctx, rpc, transfer));
    if (first !== "agreed") return false;
    const second = await ctx.providers.second((rpc) => judge(ctx, rpc, transfer));
    return second === null || second.value === "agreed";
  } catch (error) {
    if (isRpcError(error)) return false;
    throw error;
  }
}
