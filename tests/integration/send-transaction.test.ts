import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { findSendFault, sendTransaction } from "@/lib/chain/send-transaction";
import type { Network } from "@/lib/network";

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
const ACCEPTS = says({ result: true, txid: "ab" });

const network = (...nodes: { url: string }[]): Network => ({
  ...{ id: "tron-9", name: "Test", chainId: 9, isPublic: false, token: "0x", rpcUrls: [] },
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
    expect(result).toMatchObject({ state: "unclear" });
    expect(JSON.stringify(result)).not.toMatch(/a-password|a-key/);
  });
});

describe("a node's HTTP API", () => {
  it("is there when it refuses what is no transaction", async () => {
    expect(await findSendFault((await node(says({ Error: "class x : y" }))).url, {})).toBeNull();
  });

  it("is not there when something else answers", async () => {
    const other = await node((response) => response.writeHead(405).end("{}"));
    expect(await findSendFault(other.url, {})).toMatch(/^127\.0\.0\.1:\d+: HTTP 405, not TRON's HTTP API$/);
  });
});
