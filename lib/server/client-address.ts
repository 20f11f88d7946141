import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

type Parsed = ReturnType<typeof ipaddr.process>;
type Range = [Parsed, number];

/**
 * Finds the client's address: the socket's peer, or the last address in `X-Forwarded-For` that isn't a trusted proxy
 * (addresses or CIDR ranges). Without trusted proxies the header is ignored.
 */
export function clientAddressFinder(trustedProxies: string[]): (request: IncomingMessage) => string {
  const ranges = trustedProxies.map(rangeOf);
  const trusted = (address: string) => {
    const parsed = parse(address);
    return (
      parsed !== null &&
      ranges.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match([net, bits] as never))
    );
  };
  return (request) => {
    const peer = plain(request.socket.remoteAddress ?? "");
    if (ranges.length === 0 || !trusted(peer)) return peer;
    const hops = String(request.headers["x-forwarded-for"] ?? "").split(",");
    let client = peer;
    for (const hop of hops.reverse()) {
      const address = plain(hop.trim());
      if (!parse(address)) break;
      client = address;
      if (!trusted(address)) break;
    }
    return client;
  };
}

function rangeOf(entry: string): Range {
  if (entry.includes("/")) {
    const [net, bits] = ipaddr.parseCIDR(entry);
    return [net, bits];
  }
  const address = ipaddr.process(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function parse(address: string): Parsed | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
