import dns from "node:dns/promises";
import { isInternalName } from "@/lib/base/http/url-rules";

const QUERY_TIMEOUT_MS = 1000;
const QUERY_TRIES = 2;

/** DNS errors after which local sources (hosts file, VPN, search domains) may still know the name. */
const UNKNOWN_TO_DNS = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED"]);

/**
 * All addresses of a host name, IPv4 first. Queries the DNS directly: with a silent name server, `dns.lookup` would
 * block one of the four pool threads that sign-in and file access need too. `servers`: `ip:port`.
 */
export async function resolveHost(host: string, servers?: string[]): Promise<string[]> {
  if (isInternalName(host)) return systemLookup(host);
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const broken = answers.find((answer) => answer.status === "rejected" && !UNKNOWN_TO_DNS.has(answer.reason.code));
  if (broken?.status === "rejected") throw broken.reason;
  return systemLookup(host);
}

async function systemLookup(host: string): Promise<string[]> {
  return (await dns.lookup(host, { all: true })).map((entry) => entry.address);
}
