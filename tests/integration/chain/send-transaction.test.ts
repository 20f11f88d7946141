import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import type { Network } from "@/lib/base/context/network";
import { findSendFault, sendTransaction } from "@/lib/chain/nodes/send-transaction";

type Asked = { url: string; key: string | undefined; body: unknown };
type Answer = (response: http.ServerResponse) => void;

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A node's HTTP API that always answers so, with what it was asked. */
async function node(answer: Answer, path = "") {
  const asked: Asked[] = [];
  const server = http.createServer(async (request, response) => {
    const key = request.headers["tron-pro-api-key"]?.toString();
    asked.push({ url: request.url ?? "", key, body: JSON.parse(await text(request)) });
    answer(response);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, asked };
}

const says = (value: object) => (response: http.ServerResponse) => response.end(JSON.stringify(value));
const LIMITS = "a node limits requests";
const ACCEPTS = says({ result: true, txid: "ab" });

const network = (...nodes: { url: string }[]): Network => ({
  id: "tron-9",
  name: "Test",
  chainId: 9,
  isPublic: false,
  token: "0x",
  rpcUrls: [],
  httpUrls: nodes.map(({ url }) => url),
});
const send = (...nodes: { url: string }[]) => sendWithin(60_000, ...nodes);
const sendWithin = (timeoutMs: number, ...nodes: { url: string }[]) =>
  sendTransaction(network(...nodes), { hex: "0a01", apiKey: "a-key", timeoutMs });

describe("a signed transaction", () => {
  it("goes to the first node that takes it, below its base URL and with the key", async () => {
    const [first, second] = [await node(ACCEPTS, "/v1/secret-of-the-path/"), await node(ACCEPTS)];
    expect(await send(first, second)).toEqual({ state: "accepted" });
    const url = "/v1/secret-of-the-path/wallet/broadcasthex";
    expect(first.asked).toEqual([{ url, key: "a-key", body: { transaction: "0a01" } }]);
    expect(second.asked).toEqual([]);
  });

  it("is accepted by a node that had it already", async () => {
    expect(await send(await node(says({ result: false, code: "DUP_TRANSACTION_ERROR" })))).toEqual({
      state: "accepted",
    });
  });

  it.each(["SERVER_BUSY", "NO_CONNECTION", "NOT_ENOUGH_EFFECTIVE_CONNECTION", "OTHER_ERROR"])(
    "goes on to the next node after %s",
    async (code) => {
      expect(await send(await node(says({ result: false, code })), await node(ACCEPTS))).toEqual({ state: "accepted" });
    },
  );

  it.each<[string, Answer]>([
    ["a page", (response) => response.end("<html>")],
    ["a list", says([])],
    ["nothing", (response) => response.end("{}")],
    ["a redirect", (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
    ["a cut connection", (response) => response.destroy()],
    ["a megabyte", (response) => response.end("x".repeat(1_000_000))],
  ])("is unclear after %s, and another node may take it", async (_name, answer) => {
    const silent = await node(answer);
    expect(await send(silent)).toMatchObject({ state: "unclear", cause: expect.stringContaining("127.0.0.1") });
    expect(await send(silent, await node(ACCEPTS))).toEqual({ state: "accepted" });
  });

  it("is unclear after silence, and another node may take it", async () => {
    const cause = expect.stringContaining("127.0.0.1");
    const silent = await node(() => {});
    expect(await sendWithin(500, silent)).toMatchObject({ state: "unclear", cause });
    expect(await sendWithin(2_000, silent, await node(ACCEPTS))).toEqual({ state: "accepted" });
  });

  it.each(["SIGERROR", "CONTRACT_VALIDATE_ERROR", "BANDWITH_ERROR", "TAPOS_ERROR", "TRANSACTION_EXPIRATION_ERROR"])(
    "is refused with %s when every node says so",
    async (code) => {
      const refusing = await node(says({ result: false, code, message: "why" }));
      expect(await send(refusing, refusing)).toEqual({ state: "refused", code, message: "why" });
    },
  );

  it("is unclear when one node refuses it and another may have taken it", async () => {
    const refusing = await node(says({ code: "SIGERROR" }));
    const silent = await node((response) => response.destroy());
    expect(await send(silent, refusing)).toMatchObject({ state: "unclear" });
  });

  it.each([404, 405])("is unavailable when every node answers %s, as a JSON-RPC port does", async (status) => {
    const other = await node((response) => response.writeHead(status).end("{}"));
    const cause = expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:\\d+: HTTP ${status}, not TRON's HTTP API$`));
    expect(await send(other)).toEqual({ state: "unavailable", cause });
    expect(await send(other, await node(ACCEPTS))).toEqual({ state: "accepted" });
    const refusing = await node(says({ code: "SIGERROR" }));
    expect(await send(other, refusing)).toMatchObject({ state: "refused", code: "SIGERROR" });
    const silent = await node((response) => response.destroy());
    expect(await send(silent, other)).toMatchObject({ state: "unclear" });
  });

  it("tells no key when a node can't be reached", async () => {
    const result = await send({ url: "http://user:a-password@127.0.0.1:1/a-key-in-the-path-of-the-url" });
    expect(result).toMatchObject({ state: "unsent", reasons: ["a node can't be reached"] });
    expect(JSON.stringify(result)).not.toMatch(/a-password|a-key/);
  });
});

describe("a signed transaction that no node looked at", () => {
  const busy = says({ result: false, code: "SERVER_BUSY", message: "Server busy." });
  const nobody = { url: "http://127.0.0.1:1" };

  it.each<[string, Answer, string]>([
    ["is busy", busy, "a node is busy"],
    [
      "has no peers",
      says({ code: "NO_CONNECTION", message: "No connection." }),
      "a node has no connection to the network",
    ],
    [
      "limits requests itself",
      says({ Error: "class java.lang.IllegalAccessException : lack of computing resources" }),
      LIMITS,
    ],
    ["is behind a balancer that does", (response) => response.writeHead(429).end("{}"), LIMITS],
    ["suspends the key", (response) => response.writeHead(403).end('{"Error":"suspended for 30s"}'), LIMITS],
  ])("isn't sent by a node that %s", async (_, answer, reason) => {
    const refusing = await node(answer);
    expect(await send(refusing)).toMatchObject({ state: "unsent", reasons: [reason] });
    expect(await send(nobody, refusing)).toMatchObject({
      state: "unsent",
      reasons: ["a node can't be reached", reason],
    });
    expect(await send(refusing, nobody, await node(ACCEPTS))).toEqual({ state: "accepted" });
  });

  it("isn't sent over a connection that was never made, and may be over one that was", async () => {
    const silent = await node(() => {});
    const handshake = { url: silent.url.replace("http:", "https:") };
    expect(await sendWithin(300, handshake)).toMatchObject({ state: "unsent" });
    expect(await sendWithin(300, handshake, silent)).toMatchObject({ state: "unclear" });
    expect(silent.asked).toHaveLength(1);
  });

  it("may be sent as soon as one node's answer is unclear, whatever the others say", async () => {
    const half = await node((response) => response.end('{"result":false,"code":"SERVER_BUSY"'));
    const after = await node(says({ code: "NOT_ENOUGH_EFFECTIVE_CONNECTION", message: "P2P broadcast failed." }));
    const unlisted = await node(says({ result: false, code: "SOMETHING_NEW" }));
    for (const unclear of [half, after, unlisted]) {
      expect(await send(await node(busy), unclear, nobody)).toMatchObject({ state: "unclear" });
    }
  });

  it("is refused if one node has looked at it, and unsent if that one is only behind", async () => {
    const refusing = await node(says({ code: "CONTRACT_VALIDATE_ERROR", message: "no balance" }));
    const behind = await node(says({ code: "TAPOS_ERROR", message: "Tapos check error." }));
    expect(await send(await node(busy), refusing, behind)).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
    expect(await send(behind, await node(busy))).toMatchObject({ state: "unsent", reasons: ["a node is busy"] });
    expect(await send(behind, nobody)).toMatchObject({ state: "unsent", reasons: ["a node can't be reached"] });
    expect(await send(behind, await node(ACCEPTS))).toEqual({ state: "accepted" });
  });
});

describe("a signed transaction that a node remembers", () => {
  const txId = createHash("sha256").update(Buffer.from("0a02", "hex")).digest("hex");
  const hex = "0a020a02";
  /** With `node.rpc.trxCacheEnable`: `known` is its answer to who asks for the transaction. */
  const remembering = (known: Answer) =>
    node((response) => {
      const isAsked = response.req.url === "/wallet/gettransactionbyid";
      if (isAsked) known(response);
      else says({ code: "DUP_TRANSACTION_ERROR", message: "Transaction already exists." })(response);
    });
  const sendTo = (...nodes: { url: string }[]) => sendTransaction(network(...nodes), { hex, timeoutMs: 60_000 });

  it("is sent if that node has it, and asked of the next one if it doesn't", async () => {
    const lacks = await remembering(says({}));
    expect(await sendTo(await remembering(says({ txID: txId })))).toEqual({ state: "accepted" });
    expect(lacks.asked).toEqual([]);
    expect(await sendTo(lacks, await node(ACCEPTS))).toEqual({ state: "accepted" });
    expect(lacks.asked.map(({ body }) => body)).toEqual([{ transaction: hex }, { value: txId }]);
    expect(await sendTo(lacks, lacks)).toMatchObject({ state: "refused", code: "DUP_TRANSACTION_ERROR" });
  });

  it.each<[string, Answer]>([
    ["has another one", says({ txID: "ab".repeat(32) })],
    ["can't be asked", (response) => response.writeHead(403).end("{}")],
    ["keeps none", (response) => response.end("this API is closed because this node is a lite fullnode")],
    ["says nothing", (response) => response.destroy()],
  ])("may be sent if that node %s", async (_, answer) => {
    const unclear = await remembering(answer);
    expect(await sendTo(unclear, await remembering(says({})))).toMatchObject({ state: "unclear" });
  });
});

describe("a node's HTTP API", () => {
  it("is there when it refuses what is no transaction", async () => {
    expect(await findSendFault((await node(says({ Error: "class x : y" }))).url, {})).toBeNull();
  });

  it("takes transactions if it can't read what is none, and not if it limits requests", async () => {
    const complains = async (of: string) => findSendFault((await node(says({ Error: of }))).url, {});
    expect(await complains("class com.google.protobuf.InvalidProtocolBufferException : invalid tag (zero)")).toBeNull();
    expect(await complains("class java.lang.IllegalAccessException : lack of computing resources")).toMatch(
      /^127\.0\.0\.1:\d+: HTTP 200, it limits requests$/,
    );
    expect(await complains("class java.lang.IllegalAccessException : closed")).not.toBeNull();
  });

  it("is not there when something else answers", async () => {
    const other = await node((response) => response.writeHead(405).end("{}"));
    expect(await findSendFault(other.url, {})).toMatch(/^127\.0\.0\.1:\d+: HTTP 405, not TRON's HTTP API$/);
  });
});
