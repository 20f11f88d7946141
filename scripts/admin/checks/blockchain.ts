import { hasTraffic } from "@/lib/base/context/network";
import { readSettings } from "@/lib/base/context/settings";
import { watcherHealth } from "@/lib/chain/nodes/health";
import { probeProviders } from "@/lib/chain/nodes/probe";
import { getsKey } from "@/lib/chain/nodes/rpc-secrets";
import { findSendFault } from "@/lib/chain/nodes/send-transaction";
import type { Service } from "@/lib/service/server/boot";
import { type Check, ok, REACH_MS, warn } from "@/scripts/admin/checks/check";

/** One line per TRON node, and one for each warning about it. */
export async function checkNodes(): Promise<Check[]> {
  const { network, tronApiKey: apiKey } = readSettings();
  if (!network) return [];
  const reports = await probeProviders(network, {
    apiKey,
    timeoutMs: REACH_MS,
    hasTraffic: hasTraffic(network),
  });
  return reports.flatMap(({ host, problem, warnings }): Check[] => [
    problem === null
      ? ok("node", `${host} responds for ${network.id}`)
      : { name: "node", state: "fail", detail: problem },
    ...warnings.map((text): Check => ({ name: "node", state: "warn", detail: `${host}: ${text}` })),
  ]);
}

const LIMITED = /it limits requests$/;
const ASK_AGAIN =
  "So it couldn't be asked whether it takes transactions. Run doctor again in a minute, or raise its limit.";
const SET_URLS = "Refunds and sweeps can't be sent from the dashboard through it. Set TRON_HTTP_URLS.";

/** One line per node that should take the transactions that owners sign in the dashboard. Payments come in without. */
export async function checkSending(): Promise<Check[]> {
  const { network, tronApiKey } = readSettings();
  const checks = (network?.httpUrls ?? []).map(async (url): Promise<Check> => {
    const apiKey = getsKey(url, network?.httpUrls ?? []) ? tronApiKey : undefined;
    const fault = await findSendFault(url, { apiKey, timeoutMs: REACH_MS });
    if (fault === null) return ok("sending", `${new URL(url).host} takes transactions`);
    return warn("sending", fault, LIMITED.test(fault) ? ASK_AGAIN : SET_URLS);
  });
  return Promise.all(checks);
}

export async function checkChain({ db }: Service): Promise<Check> {
  const { network, watcher } = readSettings();
  if (!network) return ok("chain", "live payments are off: TRON_RPC_URLS is not set");
  const { isHealthy, reasonText, cursor, lagSeconds } = await watcherHealth(db.sql, network.id, watcher);
  if (isHealthy) return ok("chain", `${network.id} read up to block ${cursor?.blockNumber}, ${lagSeconds} s old`);
  return { name: "chain", state: "fail", detail: `${reasonText} Run chain for the alarms.` };
}
