import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { probeProviders } from "@/lib/chain/nodes/probe";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";

let chain: Chain;
let proxy: TronProxy;

beforeAll(async () => {
  chain = await startChain();
  proxy = await tronProxy(chain);
  await chain.mine(40);
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await proxy.stop();
  await chain.stop();
});

const probe = async (network = chain.network(proxy)) => (await probeProviders(network))[0];

it("a node that is well has neither a problem nor a warning", async () => {
  expect(await probe()).toEqual({ host: proxy.host, problem: null, warnings: [] });
});

it("a stock node's refusals are told with the settings that end them", async () => {
  proxy.faults.noConstantCalls = true;
  expect((await probe())?.problem).toMatch(/does not support constant.*vm\.supportConstant = true/);
  proxy.heal();
  const network = chain.network(proxy);
  const off = { ...network, rpcUrls: network.rpcUrls.map((url) => url.replace("/jsonrpc", "/")) };
  expect((await probe(off))?.problem).toMatch(/HTTP 405.*node\.jsonrpc\.httpFullNodeEnable = true/);
  const nobody = { ...network, rpcUrls: ["http://127.0.0.1:1/jsonrpc"] };
  expect((await probe(nobody))?.problem).toMatch(/ECONNREFUSED.*node\.jsonrpc\.httpFullNodeEnable = true/);
});

it("another chain and an address without a token are problems", async () => {
  proxy.faults.chainId = 7;
  expect((await probe())?.problem).toMatch(/chain 7, not 424242/);
  proxy.heal();
  expect((await probe({ ...chain.network(proxy), token: chain.owner }))?.problem).toMatch(/no token/);
});

it("no batches, no tag finalized and a solidity port are warnings", async () => {
  proxy.faults.noBatches = true;
  expect(await probe()).toMatchObject({
    problem: null,
    warnings: [expect.stringMatching(/doesn't support batch requests/)],
  });
  proxy.heal();
  proxy.faults.noFinalizedTag = true;
  expect(await probe()).toMatchObject({ problem: null, warnings: [expect.stringMatching(/27 behind/)] });
  proxy.heal();
  proxy.faults.finalLag = 18;
  expect(await probe()).toMatchObject({
    problem: null,
    warnings: [expect.stringMatching(/36 blocks behind.*solidity port/)],
  });
});

it("a solidity port is named where its blocks are as far apart as a full node's", async () => {
  proxy.faults.isSolidityPort = true;
  proxy.faults.lag = 18;
  expect(await probe()).toMatchObject({
    problem: null,
    warnings: [expect.stringMatching(/solidity port.*full node port/)],
  });
});

it("a node that has just started is asked again, and one that stays slow is a warning", async () => {
  proxy.faults.coldCalls = 2;
  expect(await probe()).toMatchObject({ problem: null, warnings: [] });
  proxy.faults.coldCalls = 9;
  expect(await probe()).toMatchObject({
    problem: null,
    warnings: [expect.stringMatching(/longer than it allows itself.*CPU timeout/)],
  });
});

it("blocks without a log where there must be some tell since when the node keeps them", async () => {
  await chain.transfer(chain.payers[0], chain.payers[1], 1n);
  await chain.finalize();
  const [report] = await probeProviders(chain.network(proxy), { hasTraffic: true });
  expect(report).toMatchObject({ problem: null, warnings: [expect.stringMatching(/a day ago, in block 1\./)] });
  await chain.mine();
  const [later] = await probeProviders(chain.network(proxy), { hasTraffic: true });
  expect(later?.warnings).toEqual([
    expect.stringMatching(/only has logs of blocks it received while JSON-RPC was enabled/),
  ]);
});

it("every provider of the list is asked, and a key is shown by none", async () => {
  const network = {
    ...chain.network(proxy, proxy),
    rpcUrls: [`${proxy.url}`, "http://user:secret-word@127.0.0.1:1/jsonrpc"],
  };
  const reports = await probeProviders(network, { apiKey: "tg-secret" });
  expect(reports.map(({ problem }) => problem === null)).toEqual([true, false]);
  expect(JSON.stringify(reports)).not.toMatch(/secret/);
});
