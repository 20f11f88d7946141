import type { IncomingMessage } from "node:http";
import { addressMatcher, parseAddress } from "@/lib/base/http/address-ranges";
import type { ErrorCode, PageErrorCode } from "@/lib/base/values/errors";

export type Refusal = { status: number; code: ErrorCode | PageErrorCode; message: string; allow?: string };

const HOST = /^[\w.~!$&'()*+,;=:[\]%-]*$/;
/** A multipart body can't be parsed without its boundary. */
const MULTIPART = /^multipart\/form-data(?!.*;\s{0,9}boundary=.)/i;
/** Partial and conditional responses aren't supported; Next would answer these headers with its own error page. */
const CONDITIONS_LEFT_OUT = ["range", "if-range", "if-match", "if-unmodified-since"];

/**
 * Returns why a request is invalid whatever its path, or null if it is valid. Replaces an absolute request target with
 * its path, and removes a fragment and headers that would only fail later.
 */
export function refusalOf(request: IncomingMessage): Refusal | null {
  const { headers } = request;
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1") || !HOST.test(headers.host ?? "")) {
    return invalid("Send exactly one valid Host header.");
  }
  const refused = refuseTarget(request);
  if (refused) return refused;
  if (headers.origin !== undefined && headers.origin !== "null" && !URL.canParse(headers.origin)) {
    return invalid("The Origin header isn't a valid origin.");
  }
  if (MULTIPART.test(headers["content-type"] ?? "")) return invalid("The Content-Type header has no boundary.");
  for (const name of CONDITIONS_LEFT_OUT) delete headers[name];
  return null;
}

function refuseTarget(request: IncomingMessage): Refusal | null {
  // a fragment is no part of a request
  let target = (request.url ?? "").split("#", 1)[0] ?? "";
  const absolute = /^https?:\/\/([^/?]+)(.*)/i.exec(target);
  if (absolute) {
    const [, authority = "", rest = ""] = absolute;
    if (authority.toLowerCase() !== request.headers.host?.toLowerCase()) {
      return { ...invalid("The request target and the Host header name different hosts."), status: 421 };
    }
    target = rest.startsWith("/") ? rest : `/${rest}`;
  }
  request.url = target;
  if (!target.startsWith("/")) return invalid("The request target must be a path that starts with a slash.");
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return null;
  } catch {
    return invalid("The path isn't valid percent-encoded UTF-8.");
  }
}

/** Returns the refusal of a method that pages and files don't support, or null if it is supported. */
export function refusalOfPages({ method = "", url = "/" }: IncomingMessage): Refusal | null {
  const path = url.split("?", 1)[0] ?? "";
  // routes under /api check their own methods, but Next only passes these on
  const allowed = path.startsWith("/api/")
    ? ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    : isFile(path)
      ? ["GET", "HEAD"]
      : ["GET", "HEAD", "POST"];
  if (allowed.includes(method)) return null;
  const allow = allowed.join(", ");
  return { status: 405, code: "method_not_allowed", message: `${method} isn't supported here. Use ${allow}.`, allow };
}

function isFile(path: string): boolean {
  return path.startsWith("/_next/") || path.slice(path.lastIndexOf("/")).includes(".");
}

function invalid(message: string): Refusal {
  return { status: 400, code: "invalid_request", message };
}

/**
 * Finds the client's address: the socket's peer, or the last address in `X-Forwarded-For` that isn't a trusted proxy
 * (addresses or CIDR ranges), with or without a port. Without trusted proxies the header is ignored.
 */
export function clientAddressFinder(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trusted = addressMatcher(trustedProxies);
  return (request) => {
    const peer = peerOf(request);
    if (trustedProxies.length === 0 || !trusted(peer)) return peer;
    const hops = String(request.headers["x-forwarded-for"] ?? "").split(",");
    let client = peer;
    for (const hop of hops.reverse()) {
      const address = plain(withoutPort(hop.trim()));
      if (!parseAddress(address)) break;
      client = address;
      if (!trusted(address)) break;
    }
    return client;
  };
}

/** The address at the other end of the connection. */
export function peerOf(request: IncomingMessage): string {
  return plain(request.socket.remoteAddress ?? "");
}

/** `192.0.2.1:5678`, `[2001:db8::1]:443` and `[2001:db8::1]`: some gateways add the client's port. */
function withoutPort(hop: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/.exec(hop) ?? [];
  return ipv4 ?? ipv6 ?? hop;
}

function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
