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
 * Decides whether webhooks may be sent to `text`, with the specification's codes. `invalid_url_scheme` also covers text
 * that is no usable URL: not parsable, invisible characters, a password, over 2,048 characters. A host name may still
 * resolve to a forbidden address, so `resolvedAddressAllowed` checks the address that is dialled.
 */
export function checkWebhookUrl(text: string, environment: Environment, options: UrlOptions): UrlVerdict {
  const url = parse(text);
  if (typeof url === "string") return { ok: false, code: "invalid_url_scheme", message: url };
  if (environment === "live" && url.protocol === "http:") {
    const message = `Live webhooks require HTTPS. Enter a URL that starts with https://, ${EXAMPLE}`;
    return { ok: false, code: "http_in_live", message };
  }
  if (!hostAllowed(url.hostname, environment, options)) {
    const message = explainHost(url.hostname, environment, options);
    return { ok: false, code: "private_ip_in_live", message };
  }
  return { ok: true, url };
}

/** True when this IP address may be dialled. False for anything that is not an IP address, or has a zone. */
export function addressAllowed(address: string, environment: Environment, options: UrlOptions): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const ip = ipaddr.process(address); // ::ffff:a.b.c.d becomes a.b.c.d
  if (METADATA_ADDRESSES.has(ip.toNormalizedString())) return false;
  if (isPublic(ip)) return true;
  return privateAllowed(environment, options) && PRIVATE_RANGES.has(ip.range());
}

/**
 * As `addressAllowed`, for an address that a name server returned. On IPv6-only networks, it puts the IPv4 address of a
 * host without IPv6 into one of 64:ff9b::/96 (DNS64, RFC 6147), and a gateway connects to that IPv4 address: so that
 * one must be allowed.
 */
export function resolvedAddressAllowed(address: string, environment: Environment, options: UrlOptions): boolean {
  return addressAllowed(findEmbeddedIpv4(address) ?? address, environment, options);
}

function findEmbeddedIpv4(address: string): string | null {
  if (isIP(address) !== 6 || address.includes("%")) return null;
  const ip = ipaddr.IPv6.parse(address);
  return ip.match(DNS64) ? new ipaddr.IPv4(ip.toByteArray().slice(12)).toString() : null;
}

/** True for names without meaning on the internet: `localhost`, a single label, `.local`, `.internal` and similar. */
export function isInternalName(host: string): boolean {
  const labels = host.toLowerCase().split(".").filter(Boolean);
  return (
    labels.length <= 1 ||
    INTERNAL_SUFFIXES.has(labels.slice(-1).join()) ||
    INTERNAL_SUFFIXES.has(labels.slice(-2).join("."))
  );
}

/** What a sandbox may reach besides public addresses. Anything else (link-local, multicast, 6to4 …) is refused. */
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

const DNS64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Not in any special-purpose registry; IPv6 must also be in 2000::/3, the only block in public use. */
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

/**
 * The parsed URL or the sentence that says what is wrong. The WHATWG parser turns every spelling of an IPv4 into one.
 */
function parse(text: string): URL | string {
  if (text.length > MAX_URL_LENGTH) {
    return `This URL has ${text.length} characters. Enter one with up to 2,048, ${EXAMPLE}`;
  }
  // The URL parser silently drops tabs, line breaks and soft hyphens: the URL called would differ from the one shown.
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) {
    return `This URL contains a space or an invisible character. Enter one without it, ${EXAMPLE}`;
  }
  if (!/^https?:\/\//i.test(text)) {
    return `This URL doesn't start with http:// or https://. Enter the full URL, ${EXAMPLE}`;
  }
  if (!/^https?:\/\/[^/?#\\]/i.test(text) || !URL.canParse(text)) {
    return `This URL has no valid host name or port. Enter it as in a browser, ${EXAMPLE}`;
  }
  const url = new URL(text);
  // Node 24 takes a label of Punycode without a character, which names nothing
  if (url.hostname.split(".").includes("xn--")) {
    return `This URL has no valid host name. Enter it as in a browser, ${EXAMPLE}`;
  }
  if (url.username !== "" || url.password !== "") {
    return `This URL contains a user name or password. Remove it, since every webhook is signed. Enter a URL ${EXAMPLE}`;
  }
  return url;
}

function explainHost(host: string, environment: Environment, options: UrlOptions): string {
  if (environment === "live") {
    return `${host} isn't a public address. Live webhooks are only sent to public servers, ${EXAMPLE} To test on your own machine, use a sandbox endpoint.`;
  }
  if (!options.allowPrivateSandbox) {
    return `${host} isn't a public address. On this installation, sandbox webhooks are only sent to public servers, ${EXAMPLE}`;
  }
  return `${host} is reserved for network services. Use a server on the internet, in your network or on your own machine, for example http://localhost:3000/webhooks.`;
}
