import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { HexAddress } from "@/lib/base/tron/address";
import { createRpc, type Rpc } from "@/lib/chain/nodes/rpc";
import { askToken, blockAt, chainId, headNumber, receiptOf, transfersIn } from "@/lib/chain/nodes/rpc-calls";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import type { HttpFault } from "@/tests/support/chain/faults";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import { waitFor } from "@/tests/support/wait";

const SHOP: HexAddress = "0xc8599111f29c1e1e061265b4af93ea1f274ad78a";
const OTHER: HexAddress = "0xb6e708a39781c96bd399c7657780ff9fe9f052a8";

let chain: Chain;
let proxy: TronProxy;
let rpc: Rpc;

beforeAll(async () => {
  chain = await startChain();
  proxy = await tronProxy(chain);
  rpc = createRpc({ url: proxy.url, apiKey: "a-secret-key", timeoutMs: 20_000 });
});

afterEach(() => {
  proxy.heal();
  proxy.resetCounts();
});

afterAll(async () => {
  await rpc.close();
  await proxy.stop();
  await chain.stop();
});

const payer = () => chain.payers[0];

/** Transfers to the shop's two addresses in the last blocks. */
async function arrived(blocks = 40) {
  const { number } = await chain.head();
  const filter = { token: chain.token, fromBlock: number - blocks, toBlock: number, to: [SHOP, OTHER] };
  return (await rpc.ask([transfersIn(filter)]))[0];
}

describe("a node that is well", () => {
  test("one HTTP request answers a batch of every kind of question", async () => {
    const txHash = await chain.transfer(payer(), SHOP, 12_500_000n);
    await chain.finalize();
    const head = await chain.head();
    proxy.resetCounts();
    const [chainOfNode, number, finalized, receipt, [transfer], decimals, balance] = await rpc.ask([
      chainId,
      headNumber,
      blockAt("finalized"),
      receiptOf(txHash),
      transfersIn({ token: chain.token, fromBlock: head.number - 30, toBlock: head.number, to: [SHOP] }),
      askToken(chain.token, "decimals"),
      askToken(chain.token, "balanceOf", SHOP),
    ]);
    expect(proxy.counts.http).toBe(1);
    expect(chainOfNode).toBe(chain.chainId);
    expect(number).toBe(head.number);
    expect(finalized).toEqual(await chain.block(head.number - 18));
    expect(receipt).toMatchObject({ txHash, succeeded: true, blockNumber: finalized?.number });
    expect(transfer).toMatchObject({ txHash, from: payer(), to: SHOP, amountMicros: 12_500_000n });
    expect(receipt?.logs[0]).toMatchObject({ logIndex: transfer?.logIndex, data: transfer?.data });
    expect(decimals).toBe(6n);
    expect(balance).toBe(12_500_000n);
  });

  test("a batch of 250 calls goes as three HTTP requests and keeps its order", async () => {
    const numbers = Array.from({ length: 250 }, (_, index) => index % 30);
    const blocks = await rpc.ask(numbers.map(blockAt));
    expect(blocks.map((block) => block?.number)).toEqual(numbers);
    expect(proxy.counts.http).toBe(3);
  });

  test("one call's error leaves the others their answers", async () => {
    const [head, logs] = await rpc.batch([
      headNumber,
      transfersIn({ token: chain.token, fromBlock: 0, toBlock: 1, to: Array(1_001).fill(SHOP) }),
    ]);
    expect(head.value).toBeGreaterThan(0);
    expect(logs.error?.kind).toBe("limit");
  });

  test("the key goes with every request", () => {
    expect(proxy.keys.length).toBeGreaterThan(0);
    expect(new Set(proxy.keys)).toEqual(new Set(["a-secret-key"]));
  });
});

describe("a node that errs", () => {
  test.each<[HttpFault, string]>([
    ["busy", "rate_limited"],
    ["forbidden", "rate_limited"],
    ["too_many", "rate_limited"],
    ["overloaded", "rate_limited"],
    ["bad_gateway", "unavailable"],
    ["wrong_key", "unavailable"],
    ["drop", "unavailable"],
    ["cut", "unavailable"],
    ["hang", "unavailable"],
    ["page", "bad_answer"],
    ["redirect", "bad_answer"],
    ["half", "bad_answer"],
    ["missing_id", "bad_answer"],
    ["duplicated_ids", "bad_answer"],
    ["text_ids", "bad_answer"],
    ["huge", "limit"],
  ])("%s is %s, and the next question is answered", async (fault, kind) => {
    const patience = fault === "hang" ? 500 : 20_000;
    const asking = createRpc({ url: proxy.url, timeoutMs: patience, maxBytes: 1_000_000 });
    proxy.next(fault);
    await expect(asking.batch([headNumber, chainId])).rejects.toMatchObject({ kind });
    await asking.close();
    // what came too late to meet the fault must not leave it to the next question
    proxy.heal();
    await expect(rpc.ask([headNumber])).resolves.toHaveLength(1);
  });

  test("a redirect is not followed", async () => {
    proxy.next("redirect");
    await rpc.batch([headNumber]).catch(() => {});
    expect(proxy.counts.http).toBe(1);
  });

  test("two answers under each other's id are noticed by what they hold", async () => {
    proxy.next("swapped_ids");
    const answers = await rpc.batch([blockAt(3), blockAt(4)]);
    expect(answers.map((answer) => answer.error?.kind)).toEqual(["bad_answer", "bad_answer"]);
  });

  test("one that takes no batches is asked one by one from then on", async () => {
    const patient = createRpc({ url: proxy.url });
    proxy.faults.noBatches = true;
    await expect(patient.ask([chainId, headNumber, blockAt(1)])).resolves.toHaveLength(3);
    expect(proxy.counts.http).toBe(4);
    await patient.ask([chainId, headNumber]);
    expect(proxy.counts.http).toBe(6);
    await patient.close();
  });

  test("one that takes shorter batches gets shorter ones", async () => {
    const patient = createRpc({ url: proxy.url });
    proxy.faults.limits = { ...proxy.faults.limits, batch: 10 };
    await expect(patient.ask(Array(25).fill(headNumber))).resolves.toHaveLength(25);
    expect(proxy.counts.http).toBe(4);
    await patient.ask(Array(25).fill(headNumber));
    expect(proxy.counts.http).toBe(7);
    await patient.close();
  });

  test("one before java-tron 4.8.0 has no finalized block to tell", async () => {
    proxy.faults.noFinalizedTag = true;
    const [finalized, first] = await rpc.batch([blockAt("finalized"), blockAt(1)]);
    expect(finalized.error?.kind).toBe("no_finalized_tag");
    expect(first.value?.number).toBe(1);
  });

  test("more blocks or results than it gives at once are a limit that the caller can heed", async () => {
    proxy.faults.limits = { ...proxy.faults.limits, blockRange: 20, results: 2 };
    for (let n = 0; n < 3; n++) await chain.transfer(payer(), SHOP, 1n);
    await chain.mine();
    await expect(arrived(21)).rejects.toMatchObject({ kind: "limit", details: { code: -32602 } });
    await expect(arrived(20)).rejects.toMatchObject({ kind: "limit", details: { code: -32005 } });
  });

  test("one that closed its kept connections is asked over new ones", async () => {
    await rpc.ask([headNumber]);
    proxy.cut();
    await waitFor("an answer", () => rpc.ask([headNumber]).catch(() => null));
    expect(await rpc.ask([headNumber])).toHaveLength(1);
  });
});

describe("a node that lies or lags", () => {
  test("a backend behind the others answers with less and no error", async () => {
    await chain.transfer(payer(), SHOP, 5n);
    const number = await chain.mine();
    expect((await arrived(0)).map(({ amountMicros }) => amountMicros)).toEqual([5n]);
    proxy.faults.lag = 1;
    const filter = { token: chain.token, fromBlock: number, toBlock: number, to: [SHOP] };
    await expect(rpc.ask([transfersIn(filter), blockAt(number), headNumber])).resolves.toEqual([[], null, number - 1]);
  });

  test("a hole in the index, and what a test may make up, come out as they are", async () => {
    const txHash = await chain.transfer(payer(), SHOP, 6n);
    const number = await chain.mine();
    proxy.faults.holes = [[number, number]];
    expect(await arrived(0)).toEqual([]);
    proxy.heal();
    proxy.faults.failed.add(txHash);
    proxy.faults.notInReceipt.add(txHash);
    proxy.faults.rewritten.set(number, `0x${"ab".repeat(32)}`);
    const [[log], receipt, block] = await rpc.ask([
      transfersIn({ token: chain.token, fromBlock: number, toBlock: number }),
      receiptOf(txHash),
      blockAt(number),
    ]);
    expect(receipt).toMatchObject({ succeeded: false, logs: [], blockHash: `0x${"ab".repeat(32)}` });
    expect([log?.blockHash, block?.hash]).toEqual([receipt?.blockHash, receipt?.blockHash]);
    proxy.heal();
    proxy.faults.removed.add(txHash);
    await expect(arrived(0)).rejects.toMatchObject({ kind: "bad_answer" });
  });

  test("a log of another token, address or event than those asked for is refused", async () => {
    await chain.transfer(payer(), SHOP, 7n);
    const number = await chain.mine();
    const [real] = (await chain.call("eth_getLogs", [{ fromBlock: `0x${number.toString(16)}` }])) as {
      topics: string[];
    }[];
    const toSomebody = [...(real?.topics.slice(0, 2) ?? []), `0x${"0".repeat(24)}${"9".repeat(40)}`];
    for (const change of [{ address: chain.fake }, { topics: toSomebody }, { topics: toSomebody.slice(0, 2) }]) {
      proxy.faults.invented = [{ ...real, ...change }];
      await expect(arrived(0)).rejects.toMatchObject({ kind: "bad_answer" });
    }
  });
});

describe("the chain under test", () => {
  test("a reorganised head has other blocks and lost what was in them", async () => {
    const before = await chain.mine();
    const lost = await chain.transfer(payer(), OTHER, 9n);
    const { hash } = await chain.block(await chain.mine());
    await chain.reorgHead(1);
    expect((await chain.block(before + 1)).hash).not.toBe(hash);
    expect(await rpc.ask([receiptOf(lost)])).toEqual([null]);
    expect(await chain.balanceOf(OTHER)).toBe(0n);
    await chain.transfer(payer(), OTHER, 10n);
    await chain.mine();
    expect(await chain.balanceOf(OTHER)).toBe(10n);
  });

  test("blocks are three seconds apart, and time can be moved", async () => {
    const head = await chain.head();
    const next = await chain.block(await chain.mine());
    expect(next.time.getTime() - head.time.getTime()).toBe(3_000);
    const later = await chain.block(await chain.timeTravel(600));
    expect(later.time.getTime() - next.time.getTime()).toBe(600_000);
    const until = new Date(later.time.getTime() + 60_000);
    expect(await chain.mineUntil(until)).toBe(later.number + 20);
  });

  test("the token has USDT's manners: fee, pause, blacklist, many in one, transfers of nothing", async () => {
    await chain.setFee(10, 1);
    await chain.transfer(payer(), SHOP, 20_000_000n);
    await chain.mine();
    expect((await arrived(0))[0]?.amountMicros).toBe(19_980_000n);
    await chain.setFee(0, 0);

    await chain.transferMany(chain.payers[1], [
      { to: SHOP, micros: 1n },
      { to: OTHER, micros: 2n },
    ]);
    await chain.mine();
    expect((await arrived(0)).map(({ to, amountMicros }) => [to, amountMicros])).toEqual([
      [SHOP, 1n],
      [OTHER, 2n],
    ]);

    await chain.transferMany(chain.payers[1], [{ to: SHOP, micros: 3n }], { fails: true });
    await chain.lie(payer(), SHOP, 4n);
    await chain.transferNothing(OTHER, payer(), SHOP);
    await chain.mine();
    expect((await arrived(0)).map(({ amountMicros }) => amountMicros)).toEqual([0n]);

    await chain.blacklist(payer());
    const refused = await chain.transfer(payer(), SHOP, 5n);
    await chain.mine();
    expect((await rpc.ask([receiptOf(refused)]))[0]).toMatchObject({ succeeded: false, logs: [] });
    await chain.blacklist(payer(), false);
    await chain.pause();
    await chain.deprecate();
    const flags = await rpc.ask([
      askToken(chain.token, "paused"),
      askToken(chain.token, "deprecated"),
      askToken(chain.token, "isBlackListed", payer()),
    ]);
    expect(flags).toEqual([1n, 1n, 0n]);
    await chain.pause(false);
    await chain.deprecate(false);
  });
});
