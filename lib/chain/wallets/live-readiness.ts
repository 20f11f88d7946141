import { and, eq, isNull } from "drizzle-orm";
import { receivingWallets } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { watcherHealth } from "@/lib/chain/nodes/health";

/** What blocks live payments of a merchant: no node, no wallet, no running watcher, clocks that differ; or `ready`. */
export type LiveReadiness = "off" | "no_wallet" | "not_watching" | "clock_skew" | "ready";

/** How a merchant stands with live payments, cheap enough for every page. */
export async function getLiveReadiness(ctx: MerchantContext): Promise<LiveReadiness> {
  const { network, watcher: settings } = ctx.settings;
  if (!network) return "off";
  const { sql, orm } = ctx.db;
  const [[wallet], watcher] = await Promise.all([
    orm
      .select({ id: receivingWallets.id })
      .from(receivingWallets)
      .where(and(eq(receivingWallets.merchantId, ctx.merchantId), isNull(receivingWallets.retiredAt))),
    watcherHealth(sql, network.id, settings),
  ]);
  if (!wallet) return "no_wallet";
  if (watcher.isHealthy) return "ready";
  return watcher.reason === "clock_skew" ? "clock_skew" : "not_watching";
}
