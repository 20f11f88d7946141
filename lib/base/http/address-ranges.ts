import ipaddr from "ipaddr.js";

type Parsed = ReturnType<typeof ipaddr.process>;
type Range = [Parsed, number];

/** Whether an address is one of those, or in one of those ranges. */
export function addressMatcher(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.map(rangeOf);
  return (address) => {
    const parsed = parseAddress(address);
    return (
      parsed !== null &&
      ranges.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match([net, bits] as never))
    );
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

/** Null for other text. An IPv4 address that is mapped into IPv6 is IPv4. */
export function parseAddress(address: string): Parsed | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

const MAPPED_BITS = 96;

/**
 * An address or a range in CIDR notation as it is kept: IPv4 also where it was mapped into IPv6, with zeros behind the
 * prefix. Null for other text.
 */
export function toAddressRange(text: string): string | null {
  const [address = "", prefix, ...more] = text.trim().split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !/%/.test(address));
  if (!isAddress || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null;
  const given = ipaddr.parse(address);
  const bits = given.kind() === "ipv4" ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return null;
  const plain = ipaddr.process(address);
  const shorter = plain.kind() === given.kind() ? length : length - MAPPED_BITS;
  if (shorter < 0) return null;
  const cidr = `${plain.toString()}/${shorter}`;
  const network = (plain.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(cidr);
  return `${network.toString()}/${shorter}`;
}
