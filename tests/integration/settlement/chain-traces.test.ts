import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { expect, it } from "vitest";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { withWatchedChain } from "@/tests/support/chain/watched-chain";
import { makeLiveIntent, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";
import { startTracing } from "@/tests/support/tracing";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

const KEY = "a-password-of-the-node";

/** A provider whose address has a key in it. */
function network() {
  const found = chain.network(proxy);
  return { ...found, rpcUrls: found.rpcUrls.map((url) => url.replace("://", `://operator:${KEY}@`)) };
}

it("a pass is a span with its blocks and transfers, and its calls to the node are spans within it, without the URL", async () => {
  const watcher = watcherOn(network());
  await readAll(watcher);
  const intent = await makeLiveIntent(watcher.network.id, shop);
  await chain.pay(intent.address, 12.5);
  await chain.finalize();
  const { exported } = startTracing();
  await readAll(watcher);

  const passes = exported().filter(({ name }) => name === "chain pass");
  const sum = (key: string) => passes.reduce((all, { attributes }) => all + Number(attributes[key] ?? 0), 0);
  expect(sum("till.chain.transfers.arrived")).toBe(1);
  expect(sum("till.chain.blocks")).toBeGreaterThan(0);
  const [pass] = passes;
  expect(pass?.attributes).toMatchObject({ "till.chain.network": watcher.network.id, "till.chain.outcome": "passed" });
  const calls = exported().filter(({ kind }) => kind === SpanKind.CLIENT);
  const [call] = calls.filter(({ parentSpanContext }) => parentSpanContext?.spanId === pass?.spanContext().spanId);
  expect(call?.attributes).toMatchObject({
    "rpc.system.name": "jsonrpc",
    "rpc.method": expect.stringContaining("eth_"),
    "http.response.status_code": 200,
    "server.address": new URL(proxy.url).hostname,
  });
  const told = JSON.stringify(
    exported().map(({ name, attributes, status, events }) => [name, attributes, status, events]),
  );
  for (const secret of [KEY, intent.address, intent.id, "12500000"]) expect(told).not.toContain(secret);
});

it("a node that fails marks the call and the pass, by the kind of the failure", async () => {
  const watcher = watcherOn(network());
  await readAll(watcher);
  const { exported } = startTracing();
  proxy.next("too_many");
  await watchOnce(watcher);
  const failed = exported().filter(({ status }) => status.code === SpanStatusCode.ERROR);
  expect(failed.map(({ attributes }) => attributes["error.type"])).toEqual(["429", "rate_limited"]);
  expect(failed.map(({ status }) => status.message)).toEqual([undefined, undefined]);
});
