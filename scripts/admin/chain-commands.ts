import { z } from "zod";
import { requireNetwork } from "@/lib/base/context/network";
import { watcherHealth } from "@/lib/chain/nodes/health";
import { watchContext } from "@/lib/chain/nodes/watch-context";
import { restAfterLoss } from "@/lib/chain/wallets/rest-after-loss";
import { clearAlarmByHand } from "@/lib/settlement/watcher/clear-alarm-by-hand";
import { restartWatching } from "@/lib/settlement/watcher/restart";
import { type Command, command, Flag } from "@/scripts/admin/command";
import { operator } from "@/scripts/admin/context";

/** Alarms that an operator has to clear after checking them. */
const ENDED_BY_HAND = ["hole_found", "canary", "wrong_chain", "provider_down", "bad_block_time"] as const;

export const CHAIN_COMMANDS: Record<string, Command> = {
  chain: command({
    what: "Shows the last block read, the sync lag and active alarms.",
    options: {},
    run: async (db) => {
      const { settings } = operator(db);
      const network = requireNetwork(settings);
      const { isHealthy, reasonText, lagSeconds, cursor } = await watcherHealth(db.sql, network.id, settings.watcher);
      const alarms = await db.sql`
        select kind, message, times, raised_at, merchant_id from chain_alarms
         where network = ${network.id} and cleared_at is null order by raised_at`;
      return {
        network: network.id,
        healthy: isHealthy,
        reason: reasonText,
        read_up_to: cursor?.blockNumber ?? null,
        final: cursor?.finalizedNumber ?? null,
        head: cursor?.headNumber ?? null,
        lag_seconds: lagSeconds,
        provider: cursor?.provider ?? null,
        alarms,
      };
    },
  }),
  "clear-alarm": command({
    what: "Clears an alarm after you have checked it. For a fork, use restart-watching.",
    options: { kind: z.enum(ENDED_BY_HAND) },
    run: async (db, { kind }) => {
      const ctx = operator(db);
      return { kind, cleared: await clearAlarmByHand(ctx, { network: requireNetwork(ctx.settings).id, kind }) };
    },
  }),
  "rest-addresses": command({
    what:
      "After the database has lost its latest changes: keeps addresses of lost payments from being given to others. restore " +
      "does the same.",
    options: {},
    run: async (db) => ({ addresses: await restAfterLoss(db.sql, operator(db).actor) }),
  }),
  "restart-watching": command({
    what:
      "Trusts the node again after you have checked a fork, and resumes at the last block read. With --new-chain, begins at the " +
      "node's last final block if it doesn't have that one: only for a chain that was made anew, since earlier blocks are never read.",
    options: { "new-chain": Flag },
    run: async (db, { "new-chain": isNewChain }) => {
      const ctx = operator(db);
      const network = requireNetwork(ctx.settings);
      const { goesOnFrom } = await restartWatching(watchContext(ctx, network), { isNewChain });
      return goesOnFrom === null
        ? { begins_at: "the chain's last final block" }
        : { goes_on_from: goesOnFrom, read_again: "the last day" };
    },
  }),
};
