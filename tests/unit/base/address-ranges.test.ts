import { describe, expect, it } from "vitest";
import { addressMatcher, toAddressRange } from "@/lib/base/http/address-ranges";

describe("a range as it is kept", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7/32"],
    [" 203.0.113.7 ", "203.0.113.7/32"],
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["203.0.113.7/0", "0.0.0.0/0"],
    ["2001:db8::7", "2001:db8::7/128"],
    ["2001:DB8:0:0::7/64", "2001:db8::/64"],
    ["2001:db8::/0", "::/0"],
    ["::ffff:203.0.113.7", "203.0.113.7/32"],
    ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
    ["::ffff:cb00:7107", "203.0.113.7/32"],
    ["::1", "::1/128"],
  ])("%s is %s", (text, range) => {
    expect(toAddressRange(text)).toBe(range);
  });

  it.each([
    "",
    " ",
    "shop.example",
    "203.0.113",
    "203.0.113.7.1",
    "203.0.113.256",
    "0x7f.1",
    "2130706433",
    "010.0.0.1",
    "203.0.113.7/33",
    "203.0.113.7/-1",
    "203.0.113.7/",
    "203.0.113.7/1.5",
    "203.0.113.7/8/8",
    "203.0.113.7/255.255.255.0",
    "203.0.113.7-203.0.113.9",
    "203.0.113.*",
    "2001:db8::/129",
    "2001:db8::7%eth0",
    "[2001:db8::7]",
    // a part of IPv6 that mapped addresses don't have to themselves
    "::ffff:203.0.113.7/95",
    "203.0.113.7\u0000",
    "203.0.113.7, 203.0.113.8",
  ])("%j is none", (text) => {
    expect(toAddressRange(text)).toBeNull();
  });
});

describe("an address in ranges", () => {
  it.each([
    [["203.0.113.0/24"], "203.0.113.7", true],
    [["203.0.113.0/24"], "203.0.114.7", false],
    [["203.0.113.7"], "203.0.113.7", true],
    [["203.0.113.7/32", "198.51.100.0/24"], "198.51.100.1", true],
    // mapped into IPv6, as a socket of both kinds shows it
    [["203.0.113.0/24"], "::ffff:203.0.113.7", true],
    [["203.0.113.0/24"], "::ffff:203.0.114.7", false],
    [["2001:db8::/32"], "2001:db8:1::7", true],
    [["2001:db8::/32"], "2001:db9::7", false],
    [["::/0"], "2001:db8::7", true],
    // all of one kind is nothing of the other
    [["::/0"], "203.0.113.7", false],
    [["0.0.0.0/0"], "2001:db8::7", false],
    [["0.0.0.0/0"], "203.0.113.7", true],
    [[], "203.0.113.7", false],
    [["0.0.0.0/0", "::/0"], "unknown", false],
    [["0.0.0.0/0", "::/0"], "", false],
    [["0.0.0.0/0"], "203.0.113.7, 1.1.1.1", false],
  ])("%j has %s: %s", (ranges, address, isIn) => {
    expect(addressMatcher(ranges)(address)).toBe(isIn);
  });
});
