import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { isDecided, judge, type Verdicts } from "@/lib/settlement/ledger/agree";
import { clearDisputed, type Dispute, endHolds, openDisputes } from "@/lib/settlement/ledger/disputed";
import { recordWhatFits } from "@/lib/settlement/ledger/record-what-fits";

/**
 * Asks again about each open dispute, however old, or only about held ones. Transfers confirmed by both providers, or
 * by the only one left, are recorded, which settles the item; held transfers that one of them denies become disputes.
 */
export async function settleDisputes(ctx: WatchContext, only: "held" | "all" = "all"): Promise<void> {
  const disputes = await openDisputes(ctx.db.sql, ctx.network.id, only);
  if (disputes.length === 0) return only === "all" ? clearDisputed(ctx.db.sql, ctx.network.id) : undefined;
  const { agreed, contradicted } = await judgeAll(ctx, disputes);
  await ctx.db.sql.begin((tx) => recordWhatFits(tx, ctx.network.id, agreed));
  await endHolds(
    ctx.db.sql,
    contradicted.filter((one) => one.isHeld).map((one) => one.itemId),
  );
  await clearDisputed(ctx.db.sql, ctx.network.id);
}

/** One at a time: a provider that has just failed is paused, so the remaining disputes cost no calls. */
async function judgeAll<T extends Dispute>(ctx: WatchContext, disputes: readonly T[]) {
  const judged: Record<keyof Verdicts, T[]> = { agreed: [], undecided: [], contradicted: [] };
  for (const dispute of disputes) {
    try {
      judged[await judgeByBoth(ctx, dispute)].push(dispute);
    } catch (error) {
      if (!isRpcError(error)) throw error;
      judged.undecided.push(dispute);
    }
  }
  return judged;
}

/** The second provider first, since it is the one that was missing. */
async function judgeByBoth(ctx: WatchContext, dispute: Dispute): Promise<keyof Verdicts> {
  const second = await ctx.providers.second((rpc) => judge(ctx, rpc, dispute), isDecided);
  if (second && second.value !== "agreed") return second.value;
  return ctx.providers.use((rpc) => judge(ctx, rpc, dispute));
}
