import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { HexAddress } from "@/lib/base/tron/address";
import { createRpc } from "@/lib/chain/nodes/rpc";
import {
  askToken,
  blockAt,
  chainId,
  headNumber,
  type RpcCall,
  receiptOf,
  type TransferFilter,
  transfersIn,
} from "@/lib/chain/nodes/rpc-calls";
import { isRpcError, type RpcError } from "@/lib/chain/nodes/rpc-error";
import { startReceiver } from "@/tests/support/receiver";

const USDT: HexAddress = "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c";
const FOLDER = path.resolve("tests/vectors/chain");

/** What a node was seen, or is written, to answer: the bytes as they come, and what the client must make of them. */
type Vector = {
  name: string;
  /** which node or provider answers so */
  from: string;
  ask: Record<string, unknown>[];
  status: number;
  headers: Record<string, string>;
  body: string;
  expect:
    | { throws: string; code?: number; retryAfterMs?: number; timedOut?: true }
    | { answers: ({ value: unknown } | { error: string })[] };
};

const CALLS: Record<string, (argument: never) => RpcCall<unknown>> = {
  headNumber: () => headNumber,
  chainId: () => chainId,
  blockAt: (which: number | "finalized") => blockAt(which),
  transfersIn: (filter: TransferFilter) => transfersIn(filter),
  receiptOf: (txHash: string) => receiptOf(txHash),
  askToken: ([what, address]: ["balanceOf", HexAddress]) => askToken(USDT, what, address),
};

function callOf(asked: Record<string, unknown>): RpcCall<unknown> {
  const [name = "", argument] = Object.entries(asked)[0] ?? [];
  const make = CALLS[name];
  if (!make) throw new Error(`there is no call ${name}`);
  return make(argument as never);
}

/** As JSON has it: amounts as text, times as ISO 8601. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part)));
}

async function askNode({ ask, status, headers, body }: Vector) {
  const { url, requests } = await startReceiver((_request, response) => response.writeHead(status, headers).end(body));
  const rpc = createRpc({ url });
  onTestFinished(() => rpc.close());
  const outcome = await rpc.batch(ask.map(callOf)).then(
    (answers) => ({
      answers: answers.map(({ value, error }) => (error ? { error: error.kind } : { value: plain(value) })),
    }),
    (error: unknown) => {
      if (!isRpcError(error)) throw error;
      return thrown(error);
    },
  );
  return { outcome, times: requests.length };
}

function thrown({ kind, details }: RpcError) {
  const entries = Object.entries({ throws: kind, ...details }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

describe.each(readdirSync(FOLDER))("%s", (file) => {
  const vectors = JSON.parse(readFileSync(path.join(FOLDER, file), "utf8")) as Vector[];
  test.each(vectors)("$name", async (vector) => {
    const { outcome, times } = await askNode(vector);
    expect(outcome).toEqual(vector.expect);
    // nothing is asked again behind the caller's back, and no redirect followed
    expect(times).toBe(1);
  });
});

test("a node that takes no batches, in each form in which it says so, is asked one by one", async () => {
  const refusals: [number, string][] = [
    [200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'],
    [200, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"batch requests are not supported"},"id":null}'],
    [400, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Batch requests are disabled"},"id":null}'],
  ];
  for (const [status, refusal] of refusals) {
    const { url, requests } = await startReceiver((_request, response, body) => {
      const asked = JSON.parse(body);
      if (Array.isArray(asked)) return void response.writeHead(status).end(refusal);
      response.end(`{"jsonrpc":"2.0","id":${asked.id},"result":"0x2b6653dc"}`);
    });
    const rpc = createRpc({ url });
    onTestFinished(() => rpc.close());
    expect(await rpc.ask([chainId, headNumber])).toEqual([0x2b6653dc, 0x2b6653dc]);
    expect(requests).toHaveLength(3);
  }
});

test("a batch that is too long for the node is split as it says", async () => {
  const sizes: number[] = [];
  const { url } = await startReceiver((_request, response, body) => {
    const asked = JSON.parse(body) as { id: number }[];
    sizes.push(asked.length);
    response.end(
      asked.length > 20
        ? `{"jsonrpc":"2.0","error":{"code":-32005,"message":"Batch size ${asked.length} exceeds the limit of 20"},"id":null}`
        : JSON.stringify(asked.map(({ id }) => ({ jsonrpc: "2.0", id, result: "0x1" }))),
    );
  });
  const rpc = createRpc({ url });
  onTestFinished(() => rpc.close());
  expect(await rpc.ask(Array(45).fill(headNumber))).toEqual(Array(45).fill(1));
  expect(sizes).toEqual([45, 20, 20, 5]);
});

test("an answer that was too long is the caller's to ask for in parts, and no reason for shorter batches", async () => {
  const sayings = [
    '{"code":-32005,"message":"Batch response size too large"}',
    '{"code":-32000,"message":"Response is too big"}',
    '{"code":-32602,"message":"Log response size exceeded"}',
    '{"code":-32003,"message":"Response byte size exceeds the limit of 26214400"}',
  ];
  for (const error of sayings) {
    const { url } = await startReceiver((_request, response) =>
      response.end(`{"jsonrpc":"2.0","error":${error},"id":null}`),
    );
    const rpc = createRpc({ url });
    onTestFinished(() => rpc.close());
    await expect(rpc.ask([headNumber, chainId])).rejects.toMatchObject({ kind: "limit" });
    expect(rpc.batchSize()).toBe(100);
  }
});

test("a question that is too long for a balancer is split", async () => {
  const sizes: number[] = [];
  const { url } = await startReceiver((_request, response, body) => {
    const asked = JSON.parse(body) as { id: number }[];
    sizes.push(asked.length);
    if (asked.length > 30) return void response.writeHead(413).end("<title>413 Request Entity Too Large</title>");
    response.end(JSON.stringify(asked.map(({ id }) => ({ jsonrpc: "2.0", id, result: "0x1" }))));
  });
  const rpc = createRpc({ url });
  onTestFinished(() => rpc.close());
  expect(await rpc.ask(Array(80).fill(headNumber))).toHaveLength(80);
  expect(sizes).toEqual([80, 40, 20, 20, 20, 20]);
});

test("a node that repeats the key and its address shows neither", async () => {
  const { port } = await startReceiver((request, response) => {
    const said = `key ${request.headers["tron-pro-api-key"]} of ${request.headers.authorization} at ${request.url}\u0000`;
    response.end(JSON.stringify({ Error: said }));
  });
  const url = `http://user:pass-word@127.0.0.1:${port}/v1/0123456789abcdef0123456789abcdef/jsonrpc`;
  const rpc = createRpc({ url, apiKey: "tg-0f5c9a" });
  onTestFinished(() => rpc.close());
  const error = (await rpc.batch([headNumber]).catch((caught) => caught)) as RpcError;
  expect(error.kind).toBe("rate_limited");
  for (const secret of ["tg-0f5c9a", "pass-word", "0123456789abcdef", btoa("user:pass-word"), "\u0000"]) {
    expect(error.message).not.toContain(secret);
  }
  expect(error.message).toContain(`127.0.0.1:${port}`);
});
