import type { chainAlarms } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { type WatcherHealth, watcherHealth } from "@/lib/chain/nodes/health";

export type StandingAlarm = Pick<
  typeof chainAlarms.$inferSelect,
  "kind" | "message" | "times" | "raisedAt" | "lastAt"
> & {
  /** of this merchant; else of the whole installation */
  isOwn: boolean;
};

export type SettlementHealth = {
  network: { id: string; name: string };
  watcher: WatcherHealth;
  /** the newest first */
  alarms: StandingAlarm[];
};

/** The state of live settlement, for a merchant's page; null when live is off on this installation. */
export async function getSettlementHealth(ctx: MemberContext): Promise<SettlementHealth | null> {
  const { network, watcher: settings } = ctx.settings;
  if (!network) return null;
  const { sql } = ctx.db;
  const [watcher, alarms] = await Promise.all([
    watcherHealth(sql, network.id, settings),
    sql<StandingAlarm[]>`
      select kind, message, times, raised_at as "raisedAt", last_at as "lastAt", merchant_id is not null as "isOwn"
        from chain_alarms
       where network = ${network.id} and cleared_at is null and (merchant_id is null or merchant_id = ${ctx.merchantId})
       order by last_at desc`,
  ]);
  return { network: { id: network.id, name: network.name }, watcher, alarms };
}
