import { eq, sql as fragment } from "drizzle-orm";
import { chainCursors } from "@/drizzle/schema";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import { firstSince } from "@/lib/chain/nodes/scan";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { watchedPayments } from "@/lib/chain/wallets/refund-wallet-watch";
import { watchSet } from "@/lib/chain/wallets/watch-set";
import { backfillInParts, scanDeadline } from "@/lib/settlement/watcher/backfill-in-parts";
import { unfinishedScans } from "@/lib/settlement/watcher/unfinished-scans";

/** Blocks of three seconds. */
const BLOCKS = { hour: 1_200, day: 28_800 } as const;
const COLUMNS = { hour: "rescannedHourAt", day: "rescannedDayAt" } as const;

/**
 * Reads the last hour or day again, because a node whose index has a hole silently returns no logs. With a slow
 * provider it takes several calls, each of which goes on where the last one ended. Returns how many transfers were
 * missing.
 */
export async function rescan(ctx: WatchContext, cursor: ChainCursor, span: "hour" | "day"): Promise<number> {
  const { network, db } = ctx;
  const addresses = await watchSet(db.sql, network.id);
  const pairs = await watchedPayments(db.sql);
  const scans = unfinishedScans(network.id, "rescan");
  const goesOnFrom = (scans.get(span) ?? 0) + 1;
  const { entered, isWhole } = await backfillInParts(
    ctx,
    {
      addresses,
      pairs,
      fromBlock: Math.max(firstSince(addresses) + 1, cursor.block.number - BLOCKS[span] + 1, goesOnFrom),
      end: cursor.block,
      isLast: span === "day",
      where: `the last ${span}`,
    },
    { until: scanDeadline(), onRead: (block) => scans.set(span, block) },
  );
  if (!isWhole) return entered;
  scans.delete(span);
  await db.orm
    .update(chainCursors)
    .set({ [COLUMNS[span]]: fragment`now()` })
    .where(eq(chainCursors.network, network.id));
  return entered;
}
