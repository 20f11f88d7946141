import dgram from "node:dgram";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { resolveHost } from "@/lib/base/http/resolve";

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

type Zone = Record<number, { code?: number; data?: number[] }>;

/** A DNS server on UDP that answers every name alike; a type that the zone lacks has no records. */
async function startDns(zone: Zone): Promise<string[]> {
  const socket = dgram.createSocket("udp4");
  socket.on("message", (query, from) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const { code = 0, data } = zone[query.readUInt16BE(questionEnd - 4)] ?? {};
    const head = Buffer.from(query.subarray(0, questionEnd));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(data === undefined ? 0 : 1, 6);
    head.fill(0, 8, 12);
    const type = query.subarray(questionEnd - 4, questionEnd);
    const record = data && [0xc0, 0x0c, ...type, 0, 0, 0, 60, 0, data.length, ...data];
    socket.send(Buffer.concat([head, Buffer.from(record ?? [])]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return [`127.0.0.1:${socket.address().port}`];
}

test("a name gives its IPv4 and its IPv6 addresses", async () => {
  const data = [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1];
  const servers = await startDns({ [TYPE_A]: { data: [192, 0, 2, 1] }, [TYPE_AAAA]: { data } });
  expect(await resolveHost("shop.example", servers)).toEqual(["192.0.2.1", "2001:db8::1"]);
});

test("one family is enough, even if the other is broken", async () => {
  const servers = await startDns({
    [TYPE_A]: { data: [192, 0, 2, 1] },
    [TYPE_AAAA]: { code: SERVER_FAILURE },
  });
  expect(await resolveHost("shop.example", servers)).toEqual(["192.0.2.1"]);
});

test("a broken zone is an error, and the system is not asked", async () => {
  const servers = await startDns({
    [TYPE_A]: { code: SERVER_FAILURE },
    [TYPE_AAAA]: { code: SERVER_FAILURE },
  });
  await expect(resolveHost("shop.example", servers)).rejects.toMatchObject({ code: "ESERVFAIL" });
});

test("a name that the DNS does not know is left to the system", async () => {
  const servers = await startDns({
    [TYPE_A]: { code: NAME_ERROR },
    [TYPE_AAAA]: { code: NAME_ERROR },
  });
  const unknown = resolveHost("shop.invalid", servers);
  await expect(unknown).rejects.toMatchObject({ syscall: "getaddrinfo" });
});

test("localhost is the system's", async () => {
  for (const address of await resolveHost("localhost")) {
    expect(["127.0.0.1", "::1"]).toContain(address);
  }
});
