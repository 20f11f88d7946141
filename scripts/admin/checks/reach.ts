import { env } from "@/lib/env";
import { daysLeft, RENEW_DAYS, readCertificate } from "@/lib/http/certificate";
import { DOCTOR_HEADER, doctorToken, SeenRequest } from "@/lib/server/seen-request";
import { type Check, fail, ok, REACH_MS, warn } from "@/scripts/admin/checks/check";

/** Whether the service responds at its public URL, whether clients' addresses arrive there, and how long its certificate lasts. */
export async function checkReach(): Promise<Check[]> {
  const { APP_URL } = env();
  const certificate = APP_URL.startsWith("https:") ? [await checkCertificate(new URL(APP_URL))] : [];
  const url = `${APP_URL}/api/health/live`;
  try {
    const headers = { [DOCTOR_HEADER]: doctorToken() };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(REACH_MS), redirect: "manual" });
    const responds = `${url} returns ${answer.status}`;
    if (answer.status !== 200) return [fail("APP_URL", responds, "Does the proxy pass requests on?"), ...certificate];
    const seen = SeenRequest.safeParse(await answer.json().catch(() => null));
    const proxy = seen.success ? judgeProxy(seen.data, APP_URL) : ANOTHER;
    return [ok("APP_URL", responds), proxy, ...certificate];
  } catch {
    const todo = "Is the service running, and is the URL right?";
    return [fail("APP_URL", `${url} doesn't respond`, todo), ...certificate];
  }
}

const ANOTHER = fail(
  "proxy",
  "the service at APP_URL doesn't know this ENCRYPTION_KEY",
  "Is it this installation? Give this command the same settings.",
);

/** Whether rate limits and logs see the clients' own addresses. */
export function judgeProxy({ peer, isTrusted, forwardedFor, client }: SeenRequest, appUrl: string): Check {
  if (forwardedFor === null) {
    if (!appUrl.startsWith("https:")) return ok("proxy", "none between: clients' addresses are their connections'");
    const todo = "Let it send the header: deploy/proxies has examples.";
    return fail("proxy", `${peer} sends no X-Forwarded-For, so all clients share its address and one rate limit`, todo);
  }
  if (!isTrusted) {
    const todo = `If it is your proxy, set TRUSTED_PROXIES=${peer}.`;
    return fail(
      "proxy",
      `${peer} is not in TRUSTED_PROXIES, so all clients share its address and one rate limit`,
      todo,
    );
  }
  return ok("proxy", `${peer} is trusted; this request came from ${client}`);
}

async function checkCertificate(url: URL): Promise<Check> {
  const found = await readCertificate(url, REACH_MS);
  if (!found) return fail("certificate", `${url.hostname}'s can't be read`, "Is TLS set up in the proxy?");
  return judgeCertificate(found.validTo, found.distrust);
}

/** `distrust` is why a browser wouldn't accept it. */
export function judgeCertificate(validTo: Date, distrust: Error | string | null | undefined, now = new Date()): Check {
  const name = "certificate";
  const days = daysLeft(validTo, now);
  if (days < 0)
    return fail(name, `it ended on ${validTo.toISOString().slice(0, 10)}`, "Renew it: browsers refuse the pages.");
  if (distrust) return fail(name, `browsers don't trust it (${String(distrust)})`, "Use one of a public authority.");
  const detail = `it is valid for another ${days} days`;
  return days >= RENEW_DAYS ? ok(name, detail) : warn(name, detail, "Does its renewal work?");
}
