import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { clientAddressFinder } from "@/lib/service/server/admission";

const request = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

describe("the client's address", () => {
  it.each([
    ["no proxies: the peer", [], "203.0.113.7", undefined, "203.0.113.7"],
    ["no proxies: a forged header changes nothing", [], "203.0.113.7", "1.1.1.1", "203.0.113.7"],
    ["no proxies: not even from this machine", [], "127.0.0.1", "1.1.1.1", "127.0.0.1"],
    ["a peer that is no proxy may not speak for others", ["10.0.0.0/8"], "203.0.113.7", "1.1.1.1", "203.0.113.7"],
    ["one proxy: who it names", ["10.0.0.1"], "10.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["one proxy: what a client put in front does not count", ["10.0.0.1"], "10.0.0.1", "9.9.9.9, 1.1.1.1", "1.1.1.1"],
    ["two proxies", ["10.0.0.0/8"], "10.0.0.1", "9.9.9.9, 1.1.1.1, 10.0.0.2", "1.1.1.1"],
    ["only proxies: the first of them", ["10.0.0.0/8"], "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["a hop that is no address ends the search", ["10.0.0.0/8"], "10.0.0.1", "1.1.1.1, unknown", "10.0.0.1"],
    ["a port beside an address is left out", ["10.0.0.0/8"], "10.0.0.1", "1.1.1.1:5678, 10.0.0.2:443", "1.1.1.1"],
    ["as beside an IPv6 address", ["fd00::/8"], "fd00::1", "[2001:db8::7]:443, [fd00::2]", "2001:db8::7"],
    ["and beside a mapped one", ["10.0.0.1"], "10.0.0.1", "[::ffff:1.1.1.1]:80", "1.1.1.1"],
    ["what has no port ends the search", ["10.0.0.1"], "10.0.0.1", "1.1.1.1:", "10.0.0.1"],
    ["and so does a name with one", ["10.0.0.1"], "10.0.0.1", "shop.example:443", "10.0.0.1"],
    ["an empty header", ["10.0.0.1"], "10.0.0.1", "", "10.0.0.1"],
    ["an IPv4 peer on an IPv6 socket", ["10.0.0.1"], "::ffff:10.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["IPv6 proxies and clients", ["fd00::/8"], "fd00::1", "2001:db8::7", "2001:db8::7"],
  ])("%s", (_what, proxies, peer, forwarded, expected) => {
    expect(clientAddressFinder(proxies)(request(peer, forwarded))).toBe(expected);
  });
});
