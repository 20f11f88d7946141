import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Environment = "sandbox" | "live";
type UrlOptions = { allowPrivateSandbox: boolean };

export type UrlVerdict =
  | { ok: true; url: URL }
  | {
      ok: false;
      code: "invalid_url_scheme" | "http_in_live" | "private_ip_in_live";
      message: string;
    };

const MAX_URL_LENGTH = 2048;
const EXAMPLE = "for example https://shop.example/webhooks.";

/**
 * Decides whether a merchant may have webhooks sent to `url`, with the specification's codes. What is no usable URL at
 * all (not parsable, invisible characters, a password in it, over 2,048 characters) is `invalid_url_scheme` too.
 * A name may still resolve to a forbidden address: `addressAllowed` decides again on what is dialled.
 */
export function checkWebhookUrl(text: string, environment: Environment, options: UrlOptions): UrlVerdict {
  const url = parse(text);
  if (typeof url === "string") return { ok: false, code: "invalid_url_scheme", message: url };
  if (environment === "live" && url.protocol === "http:") {
    const message = `This URL uses http. Live webhooks go over https only, ${EXAMPLE}`;
    return { ok: false, code: "http_in_live", message };
  }
  if (!hostAllowed(url.hostname, environment, options)) {
    const message = explainHost(url.hostname, environment, options);
    return { ok: false, code: "private_ip_in_live", message };
  }
  return { ok: true, url };
}

/** True when a connection to this IP address (no name, no zone) may be made; false for anything that is not one. */
export function addressAllowed(address: string, environment: Environment, options: UrlOptions): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const ip = ipaddr.process(address); // ::ffff:a.b.c.d becomes a.b.c.d
  if (METADATA_ADDRESSES.has(ip.toNormalizedString())) return false;
  if (isPublic(ip)) return true;
  return privateAllowed(environment, options) && PRIVATE_RANGES.has(ip.range());
}

/** True for names that mean nothing on the internet: `localhost`, one label alone, `.local`, `.internal` and the like. */
export function isInternalName(host: string): boolean {
  const [named = ""] = /^.*[^.]/.exec(host.toLowerCase()) ?? [];
  const labels = named.split(".");
  return (
    labels.length === 1 ||
    INTERNAL_SUFFIXES.has(labels.slice(-1).join()) ||
    INTERNAL_SUFFIXES.has(labels.slice(-2).join("."))
  );
}

/** What a sandbox may reach on top of public addresses. Anything unlisted (link-local, multicast, 6to4 …) stays closed. */
const PRIVATE_RANGES = new Set<string>(["loopback", "private", "carrierGradeNat", "uniqueLocal"]);

/** Cloud machines' own services outside link-local: Azure, Alibaba, AWS, Google, Scaleway. */
const METADATA_ADDRESSES = new Set(
  ["168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254", "fd00:42::42"].map((text) =>
    ipaddr.parse(text).toNormalizedString(),
  ),
);

/** RFC 6761, 6762, 8375 and ICANN's `.internal`, and what home and office routers use. */
const INTERNAL_SUFFIXES = new Set(
  "localhost local localdomain internal intranet private corp home lan home.arpa".split(" "),
);

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Unicast by every special-purpose registry; IPv6 also has to be inside the only block that is handed out, 2000::/3. */
function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return ip.range() === "unicast" && (ip.kind() === "ipv4" || ip.match(GLOBAL_IPV6));
}

function privateAllowed(environment: Environment, options: UrlOptions): boolean {
  return environment === "sandbox" && options.allowPrivateSandbox;
}

function hostAllowed(host: string, environment: Environment, options: UrlOptions): boolean {
  const literal = host.startsWith("[") ? host.slice(1, -1) : host;
  if (isIP(literal) !== 0) return addressAllowed(literal, environment, options);
  return privateAllowed(environment, options) || !isInternalName(host);
}

/** The parsed URL or the sentence that says what is wrong. The WHATWG parser turns every spelling of an IPv4 into one. */
function parse(text: string): URL | string {
  if (text.length > MAX_URL_LENGTH) {
    return `This URL is ${text.length} characters long. Up to 2,048 are allowed, ${EXAMPLE}`;
  }
  // The parser would drop tabs, line breaks and soft hyphens silently: what was read is not what would be called.
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) {
    return `This URL contains a space or an invisible character. Write it without, ${EXAMPLE}`;
  }
  if (!/^https?:\/\//i.test(text)) {
    return `This URL does not start with http:// or https://. Write it in full, ${EXAMPLE}`;
  }
  if (!/^https?:\/\/[^/?#\\]/i.test(text) || !URL.canParse(text)) {
    return `This URL has no valid host name or port. Write both as in a browser, ${EXAMPLE}`;
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    return `This URL contains a user name or password. Write it without (every webhook is signed), ${EXAMPLE}`;
  }
  return url;
}

function explainHost(host: string, environment: Environment, options: UrlOptions): string {
  if (environment === "live") {
    return `${host} is not a public address. Live webhooks go to servers on the internet only, ${EXAMPLE} Your own machine can receive sandbox webhooks.`;
  }
  if (!options.allowPrivateSandbox) {
    return `${host} is not a public address. Here sandbox webhooks go to servers on the internet only, ${EXAMPLE}`;
  }
  return `${host} is reserved for network services. Sandbox webhooks go to the internet, your network or your own machine, for example http://localhost:3000/webhooks.`;
}
