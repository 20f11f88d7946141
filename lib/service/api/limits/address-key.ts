import { isIPv6 } from "node:net";

/** Returns the limit key of an address. IPv6 addresses are limited by /64, since a customer usually owns all of it. */
export function addressKey(address: string): string {
  return isIPv6(address) ? expandV6(address).slice(0, 4).join(":") : address;
}

function expandV6(address: string): string[] {
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array(Math.max(0, gap)).fill("0"), ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}
