import { systemContext } from "@/lib/base/context/context";
import { MAIN_NETWORK, type Network } from "@/lib/base/context/network";
import { readSettings } from "@/lib/base/context/settings";
import { env } from "@/lib/base/process/env";
import { findLiveReadiness } from "@/lib/business/merchants/live-readiness";
import { type Channel, operatorChannels } from "@/lib/delivery/notifications/operator";
import { backupAge } from "@/lib/service/backup/age";
import type { Service } from "@/lib/service/server/boot";
import { type Check, fail, ok, warn } from "@/scripts/admin/checks/check";
import { FIRST_BACKUP } from "@/scripts/admin/checks/storage";

/** What an installation needs before it takes real money, beyond what works in the sandbox. */
export async function checkLive({ db }: Service): Promise<Check[]> {
  const { APP_URL, SIGNUP, METRICS_TOKEN, BACKUP_MAX_AGE_HOURS } = env();
  const settings = readSettings();
  const { network } = settings;
  const nodes = network?.rpcUrls.length ?? 0;
  const ctx = systemContext(db, "doctor");
  const { wallets, keys, merchants } = await findLiveReadiness(ctx);
  const { isMissing } = await backupAge(ctx);
  return [
    APP_URL.startsWith("https:")
      ? ok("live", "customers reach the pages over HTTPS")
      : fail("live", `APP_URL is ${APP_URL}`, "Set it to the public URL, which begins with https://."),
    judgeNodes(nodes),
    ...(network ? [judgeNetwork(network)] : []),
    wallets > 0
      ? ok("live", `${wallets} of ${merchants} businesses have a receiving wallet`)
      : fail("live", "no business has a receiving wallet", "Set one in the dashboard under Live, Settlement."),
    keys > 0
      ? ok("live", `${keys} live keys can be used`)
      : warn("live", "there is no live key", "Issue one under Terminals if a server creates payments."),
    SIGNUP === "open"
      ? warn("live", "anyone can create an account", "Set SIGNUP=invite unless you want that.")
      : ok("live", "accounts need an invitation"),
    ...(BACKUP_MAX_AGE_HOURS > 0 ? [judgeBackup(isMissing)] : []),
    judgeAlarms(operatorChannels(settings)),
    METRICS_TOKEN
      ? ok("live", "metrics can be watched")
      : warn("live", "nothing watches this service", "Set METRICS_TOKEN and use deploy/monitoring."),
  ];
}

function judgeNetwork({ id }: Network): Check {
  if (id === MAIN_NETWORK) return ok("live", `the network is ${id}`);
  return warn(
    "live",
    `${id} is not TRON's main network`,
    "For real money, start with TRON_NETWORK=mainnet and a new database.",
  );
}

function judgeBackup(isMissing: boolean): Check {
  return isMissing ? fail("live", "there is no backup", FIRST_BACKUP) : ok("live", "the database is backed up");
}

function judgeAlarms(channels: Channel[]): Check {
  if (channels.length > 0) return ok("live", `you are notified of problems: ${channels.join(", ")}`);
  return warn(
    "live",
    "nobody is notified of problems",
    "Set ALARM_EMAIL, ALARM_TELEGRAM_CHAT_ID or ALARM_WEBHOOK_URL and what it needs.",
  );
}

function judgeNodes(nodes: number): Check {
  if (nodes === 0) return fail("live", "live payments are off", "Set TRON_RPC_URLS.");
  if (nodes > 1) return ok("live", `${nodes} nodes: one can fail, and a second one checks large payments`);
  return warn("live", "there is only one node", "Add a second one of another provider to TRON_RPC_URLS.");
}
