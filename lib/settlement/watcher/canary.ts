import { eq, sql as fragment } from "drizzle-orm";
import { chainCursors } from "@/drizzle/schema";
import { clearAlarm, raiseAlarm } from "@/lib/chain/nodes/alarms";
import { askAnchored, getResult } from "@/lib/chain/nodes/anchored";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import { transfersIn } from "@/lib/chain/nodes/rpc-calls";
import type { TransferLog } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { unfinishedScans } from "@/lib/settlement/watcher/unfinished-scans";
import { forgetFailure } from "@/lib/settlement/watcher/upkeep-failures";

/**
 * On a network where every block has a transfer of the token, reads all transfers of one block. A node that returns
 * none has lost its index and would hide payments: raises an alarm and re-scans the last hour at once.
 */
export async function checkCanary(ctx: WatchContext, cursor: ChainCursor): Promise<void> {
  const { network, db } = ctx;
  if (!ctx.watchSettings.hasTraffic) return;
  const { number } = cursor.block;
  const call = transfersIn({ token: network.token, fromBlock: number, toBlock: number });
  const { host, isSilent } = await ctx.providers.use(async (rpc) => {
    const { answers } = await askAnchored(rpc, [cursor.block], [call]);
    // more than it gives at once are not none
    const isSilent = answers[0]?.error?.kind !== "limit" && getResult<TransferLog[]>(answers[0]).length === 0;
    return { host: rpc.host, isSilent };
  });
  if (isSilent) {
    const message = `${host} reports no USDT transfers in block ${number}, which must have some.`;
    await raiseAlarm(db.sql, { network: network.id, kind: "canary", message });
    unfinishedScans(network.id, "rescan").delete("hour");
    forgetFailure(`${network.id} hour`);
  } else await clearAlarm(db.sql, { network: network.id, kind: "canary" });
  await db.orm
    .update(chainCursors)
    .set({ canaryAt: fragment`now()`, ...(isSilent && { rescannedHourAt: null }) })
    .where(eq(chainCursors.network, network.id));
}
