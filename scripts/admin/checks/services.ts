import { readSettings } from "@/lib/base/context/settings";
import { findMailFault } from "@/lib/base/mail/send";
import { env } from "@/lib/base/process/env";
import { sharedStore } from "@/lib/service/api/limits/shared-store";
import { type Check, fail, ok, REACH_MS, warn } from "@/scripts/admin/checks/check";

/** Redis or Upstash. */
export async function checkLimits(): Promise<Check> {
  const store = sharedStore();
  if (!store) return ok("limits", "counted in each process: REDIS_URL is not set");
  try {
    await store.get("till:doctor");
    return ok("limits", "the shared store responds");
  } catch (error) {
    const todo = "Limits apply to each process alone until it does. Check REDIS_URL or the Upstash settings.";
    return fail("limits", `the shared store doesn't respond: ${(error as Error).message}`, todo);
  }
}

export async function checkMail(): Promise<Check> {
  const settings = readSettings();
  if (!settings.mail) {
    return ok(
      "mail",
      "no mail server: SMTP_URL is not set, so you pass on links for invitations and passwords yourself",
    );
  }
  const fault = await findMailFault(settings);
  if (fault === null) return ok("mail", `${new URL(settings.mail.server).host} takes emails`);
  return fail("mail", `the mail server takes no emails: ${fault}`, "Check SMTP_URL.");
}

/** Whether Inngest's server responds, and whether ours responds to it. */
export async function checkInngest(): Promise<Check[]> {
  const { jobs, INNGEST_DEV, INNGEST_BASE_URL, INNGEST_SERVE_ORIGIN, APP_URL } = env();
  if (!jobs.inngest) return [];
  const dev = INNGEST_DEV && !/^(0|false)$/i.test(INNGEST_DEV) ? INNGEST_DEV : null;
  const server = INNGEST_BASE_URL ?? (dev && (URL.canParse(dev) ? dev : "http://127.0.0.1:8288"));
  const served = `${INNGEST_SERVE_ORIGIN ?? APP_URL}/api/inngest`;
  const checks: Check[] = [];
  if (dev)
    checks.push(warn("inngest", "INNGEST_DEV turns signature checks off", "Remove it where others can reach this."));
  if (!server) checks.push(ok("inngest", "Inngest Cloud isn't asked: see its dashboard"));
  else if ((await statusOf(server)) !== null) checks.push(ok("inngest", `${new URL(server).host} responds`));
  else checks.push(fail("inngest", `${new URL(server).host} doesn't respond`, "Start it, or set JOBS_DRIVER=both."));
  const status = await statusOf(served);
  if (status === 200) checks.push(ok("inngest", `${served} responds`));
  else checks.push(fail("inngest", `${served} ${status === null ? "doesn't respond" : `returns ${status}`}`, SERVE));
  return checks;
}

const SERVE = "Inngest calls it: set INNGEST_SERVE_ORIGIN to a process that is not TILL_ROLE=web.";

async function statusOf(url: string): Promise<number | null> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(REACH_MS), redirect: "manual" })).status;
  } catch {
    return null;
  }
}
