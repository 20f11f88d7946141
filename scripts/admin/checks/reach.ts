import { connect } from "node:tls";
import { env } from "@/lib/env";
import { DOCTOR_HEADER, doctorToken, SeenRequest } from "@/lib/server/seen-request";
import { type Check, fail, ok, REACH_MS, warn } from "@/scripts/admin/checks/check";

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;

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

function checkCertificate({ hostname, port }: URL): Promise<Check> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    });
    const done = (check: Check) => {
      socket.destroy();
      resolve(check);
    };
    const unread = () => done(fail("certificate", `${hostname}'s can't be read`, "Is TLS set up in the proxy?"));
    socket.setTimeout(REACH_MS, unread);
    socket.once("error", unread);
    socket.once("secureConnect", () => {
      done(judgeCertificate(new Date(socket.getPeerCertificate().valid_to), socket.authorizationError));
    });
  });
}

/** `distrust` is why a browser wouldn't accept it. */
export function judgeCertificate(validTo: Date, distrust: Error | string | null | undefined, now = new Date()): Check {
  const name = "certificate";
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  if (days < 0)
    return fail(name, `it ended on ${validTo.toISOString().slice(0, 10)}`, "Renew it: browsers refuse the pages.");
  if (distrust) return fail(name, `browsers don't trust it (${String(distrust)})`, "Use one of a public authority.");
  const detail = `it lasts another ${days} days`;
  return days >= CERTIFICATE_DAYS ? ok(name, detail) : warn(name, detail, "Does its renewal work?");
}
