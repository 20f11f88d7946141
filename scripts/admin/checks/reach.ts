import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { text as readText } from "node:stream/consumers";
import { daysLeft, RENEW_DAYS, readCertificate } from "@/lib/base/http/certificate";
import { env } from "@/lib/base/process/env";
import { DOCTOR_HEADER, doctorToken, SeenRequest } from "@/lib/service/server/seen-request";
import { type Check, fail, ok, REACH_MS, warn } from "@/scripts/admin/checks/check";

/**
 * Whether the service responds at its public URL, whether clients' addresses arrive there, and how long its certificate
 * lasts.
 */
export async function checkReach(): Promise<Check[]> {
  const { APP_URL } = env();
  const certificate = APP_URL.startsWith("https:") ? [await checkCertificate(new URL(APP_URL))] : [];
  const url = `${APP_URL}/api/health/live`;
  try {
    const { status, text, ourPort } = await ask(url);
    const responds = `${url} returns ${status}`;
    if (status !== 200) return [fail("APP_URL", responds, "Does the proxy pass requests on?"), ...certificate];
    const seen = SeenRequest.safeParse(parse(text));
    const proxy = seen.success ? judgeProxy(seen.data, APP_URL, ourPort) : ANOTHER;
    return [ok("APP_URL", responds), proxy, ...certificate];
  } catch {
    const todo = "Is the service running, and is the URL right?";
    return [fail("APP_URL", `${url} doesn't respond`, todo), ...certificate];
  }
}

type Asked = { status: number | undefined; text: string; ourPort: number | undefined };

/** `ourPort`: where the connection began on this machine. `fetch` doesn't tell. */
async function ask(url: string): Promise<Asked> {
  const headers = { [DOCTOR_HEADER]: doctorToken() };
  const { get } = url.startsWith("https:") ? https : http;
  const request = get(url, { headers, agent: false, signal: AbortSignal.timeout(REACH_MS) });
  // one that comes with the body ends the reading too
  request.on("error", () => {});
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  const ourPort = request.socket?.localPort;
  return { status: answer.statusCode, text: await readText(answer), ourPort };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const ANOTHER = fail(
  "proxy",
  "the service at APP_URL doesn't know this ENCRYPTION_KEY",
  "Is it this installation? Give this command the same settings.",
);

const SHARED = "so all clients share its address and one rate limit";
const SEND = "Let it send the header: deploy/proxies has examples.";

/**
 * Whether rate limits and logs see the clients' own addresses. `ourPort`: where the request's connection began. If the
 * service saw another one, a proxy was between.
 */
export function judgeProxy(
  { peer, peerPort, isTrusted, forwardedFor, client }: SeenRequest,
  appUrl: string,
  ourPort?: number,
): Check {
  if (forwardedFor === null) {
    const silent = `${peer} sends no X-Forwarded-For, ${SHARED}`;
    if (isTrusted || appUrl.startsWith("https:")) return fail("proxy", silent, SEND);
    const isDirect = ourPort === undefined || peerPort === undefined || ourPort === peerPort;
    if (isDirect) return ok("proxy", "none between: clients' addresses are their connections'");
    return warn("proxy", silent, `${SEND} If Docker only translates this machine's own address, you can ignore this.`);
  }
  if (!forwardedFor.split(",").some(isAddress)) {
    return fail(
      "proxy",
      `${peer} sends no address in X-Forwarded-For (${JSON.stringify(forwardedFor)}), ${SHARED}`,
      SEND,
    );
  }
  if (!isTrusted) {
    const todo = `If it is your proxy, set TRUSTED_PROXIES=${peer}.`;
    return fail("proxy", `${peer} is not in TRUSTED_PROXIES, ${SHARED}`, todo);
  }
  return ok("proxy", `${peer} is trusted; this request came from ${client}`);
}

/** Some gateways add the client's port. */
function isAddress(hop: string): boolean {
  const [, bracketed] = /^\[([^\]]*)\]/.exec(hop.trim()) ?? [];
  return isIP(bracketed ?? hop.trim()) !== 0 || isIP(hop.trim().split(":")[0] ?? "") !== 0;
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
