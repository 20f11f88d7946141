import { watcherHealth } from "@/lib/chain/health";
import { liveNetwork } from "@/lib/chain/network";
import type { MerchantContext } from "@/lib/context";
import { env } from "@/lib/env";

/** What blocks live payments of a merchant: no node, no wallet, no running watcher, clocks that differ; or `ready`. */
export type LiveReadiness = "off" | "no_wallet" | "not_watching" | "clock_skew" | "ready";

/** How a merchant stands with live payments, cheap enough for every page. */
export async function getLiveReadiness(ctx: MerchantContext): Promise<LiveReadiness> {
  const network = liveNetwork();
  if (!network) return "off";
  const { sql } = ctx.db;
  const [wallets, watcher] = await Promise.all([
    sql`select from receiving_wallets where merchant_id = ${ctx.merchantId} and retired_at is null`,
    watcherHealth(sql, network.id, env().TRON_POLL_IDLE_MS),
  ]);
  if (wallets.count === 0) return "no_wallet";
  if (watcher.isHealthy) return "ready";
  return watcher.reason === "clock_skew" ? "clock_skew" : "not_watching";
}
