import { eq, sql as fragment } from "drizzle-orm";
import { chainCursors } from "@/drizzle/schema";
import type { ChainCursor } from "@/lib/chain/cursor";
import { firstSince } from "@/lib/chain/scan";
import type { WatchContext } from "@/lib/chain/watch-context";
import { watchSet } from "@/lib/wallets/watch-set";
import { backfillTransfers } from "@/lib/watcher/backfill-transfers";

/** Blocks of three seconds. */
const BLOCKS = { hour: 1_200, day: 28_800 } as const;
const COLUMNS = { hour: "rescannedHourAt", day: "rescannedDayAt" } as const;

/**
 * Reads the last hour or day again, because a node whose index has a hole silently returns no logs. Returns how many transfers
 * were missing.
 */
export async function rescan(ctx: WatchContext, cursor: ChainCursor, span: "hour" | "day"): Promise<number> {
  const { network, db } = ctx;
  const addresses = await watchSet(db.sql, network.id);
  const { entered } = await backfillTransfers(ctx, {
    addresses,
    fromBlock: Math.max(firstSince(addresses) + 1, cursor.block.number - BLOCKS[span] + 1),
    end: cursor.block,
    isLast: span === "day",
    where: `the last ${span}`,
  });
  await db.orm
    .update(chainCursors)
    .set({ [COLUMNS[span]]: fragment`now()` })
    .where(eq(chainCursors.network, network.id));
  return entered;
}
