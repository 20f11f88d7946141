import { EnvError } from "@/lib/base/process/env";
import { openService, type Service } from "@/lib/service/server/boot";
import { checkChain, checkNodes, checkSending } from "@/scripts/admin/checks/blockchain";
import type { Check } from "@/scripts/admin/checks/check";
import { checkLive } from "@/scripts/admin/checks/live";
import { checkReach } from "@/scripts/admin/checks/reach";
import { checkInngest, checkLimits, checkMail } from "@/scripts/admin/checks/services";
import {
  checkBackup,
  checkDatabase,
  checkDisk,
  checkSecrets,
  checkSettings,
  checkZones,
} from "@/scripts/admin/checks/storage";
import { untilAborted } from "@/scripts/admin/interruption";

const MARKS = { ok: "ok  ", warn: "warn", fail: "FAIL" };

type Options = { live: boolean; signal: AbortSignal };

/**
 * Prints a line for each check, which says what to do if something is wrong. The exit code is 1 if one fails. `live`:
 * also what is needed before real money is taken.
 */
export async function doctor(root: string, { live, signal }: Options): Promise<void> {
  const checks: Check[] = [checkDisk(root)];
  try {
    const service = await openService(root, { create: false, migrate: false });
    try {
      await untilAborted(signal, () => examine(service, live, checks));
    } finally {
      await service.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    checks.push({
      name: error instanceof EnvError ? "settings" : "database",
      state: "fail",
      detail: error instanceof Error ? error.message : String(error),
    });
  }
  for (const { name, state, detail } of checks) console.log(`${MARKS[state]}  ${name.padEnd(11)} ${detail}`);
  process.exitCode = checks.some((check) => check.state === "fail") ? 1 : 0;
}

/** Adds each check as it is done, so that those before an error are shown too. */
async function examine(service: Service, live: boolean, checks: Check[]): Promise<void> {
  checks.push(...(await checkDatabase(service)), ...(await checkSettings(service)));
  checks.push(await checkZones(service), await checkSecrets(service), await checkBackup(service));
  checks.push(...(await checkReach()));
  checks.push(...(await checkNodes()), ...(await checkSending()), await checkChain(service));
  checks.push(await checkLimits(), await checkMail(), ...(await checkInngest()));
  if (live) checks.push(...(await checkLive(service)));
}
