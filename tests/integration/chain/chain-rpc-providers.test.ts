import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createProviders, type Providers } from "@/lib/chain/nodes/providers";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { headNumber, transfersIn } from "@/lib/chain/nodes/rpc-calls";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";

let chain: Chain;
let first: TronProxy;
let second: TronProxy;
let now = 0;

beforeAll(async () => {
  chain = await startChain();
  first = await tronProxy(chain);
  second = await tronProxy(chain);
});

afterEach(() => {
  for (const proxy of [first, second]) {
    proxy.heal();
    proxy.resetCounts();
  }
});

afterAll(async () => {
  await first.stop();
  await second.stop();
  await chain.stop();
});

function providers(proxies = [first, second], changes: Partial<Parameters<typeof createProviders>[0]> = {}): Providers {
  const network = chain.network(...proxies);
  const made = createProviders({ network, now: () => now, random: () => 0.5, timeoutMs: 20_000, ...changes });
  onTestFinished(() => made.close());
  return made;
}

const head = (rpc: Rpc) => rpc.ask([headNumber]);
const kindOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "answered",
    (error) => (error as RpcError).kind,
  );

/** Asks as a watcher does, waiting out each pause, and tells who answered or why nobody did. */
async function askTimes(asked: Providers, times: number) {
  const story: string[] = [];
  for (let n = 0; n < times; n++) {
    now += asked.pauseMs();
    const host = asked.current() === first.host ? "first" : "second";
    story.push(`${host}: ${await kindOf(asked.use(head))}`);
  }
  return story;
}

describe("fail-over", () => {
  test("the first stays until three failures in a row; then the second stays, also when the first is well again", async () => {
    const asked = providers();
    expect(await askTimes(asked, 1)).toEqual(["first: answered"]);
    first.next("busy", 2);
    expect(await askTimes(asked, 3)).toEqual(["first: rate_limited", "first: rate_limited", "first: answered"]);
    first.next("drop", 3);
    expect(await askTimes(asked, 5)).toEqual([
      "first: unavailable",
      "first: unavailable",
      "first: unavailable",
      "second: answered",
      "second: answered",
    ]);
    expect(asked.statuses()).toEqual([
      {
        host: first.host,
        current: false,
        failures: 3,
        failure: expect.stringContaining(first.host),
        wrongChain: false,
      },
      { host: second.host, current: true, failures: 0, failure: null, wrongChain: false },
    ]);
  });

  test("with both away the pauses grow to a minute, and whichever comes back is found", async () => {
    const asked = providers();
    first.always("drop");
    second.always("bad_gateway");
    const pauses: number[] = [];
    for (let n = 0; n < 16; n++) {
      pauses.push(asked.pauseMs());
      now += asked.pauseMs();
      await asked.use(head).catch(() => {});
    }
    expect(pauses.slice(0, 6)).toEqual([0, 2_000, 4_000, 0, 2_000, 4_000]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
    expect(asked.statuses().map(({ failures }) => failures)).toEqual([8, 8]);
    second.heal();
    const story = await askTimes(asked, 3);
    expect(story).toContain("second: answered");
    expect(asked.pauseMs()).toBe(0);
  });

  test("one alone is asked again and again, and not before it said", async () => {
    const asked = providers([first]);
    first.next("forbidden");
    expect(await kindOf(asked.use(head))).toBe("rate_limited");
    expect(asked.pauseMs()).toBe(30_000);
    first.next("drop", 4);
    await askTimes(asked, 4);
    expect(await askTimes(asked, 1)).toEqual(["first: answered"]);
  });

  test("a limit is the caller's to heed and no failure; what the caller finds wrong is one", async () => {
    const asked = providers();
    const tooWide = { token: chain.token, fromBlock: 0, toBlock: 1, to: Array(1_001).fill(chain.token) };
    for (let n = 0; n < 4; n++) expect(await kindOf(asked.use((rpc) => rpc.ask([transfersIn(tooWide)])))).toBe("limit");
    expect(asked.current()).toBe(first.host);
    for (let n = 0; n < 3; n++) {
      const work = () => Promise.reject(new RpcError("lagging", "a block is missing"));
      expect(await kindOf(asked.use(work))).toBe("lagging");
    }
    expect(asked.current()).toBe(second.host);
  });

  test("what goes wrong outside the provider does not count against it", async () => {
    const asked = providers();
    for (let n = 0; n < 4; n++) {
      await expect(asked.use(() => Promise.reject(new Error("the database is away")))).rejects.toThrow("database");
    }
    expect(asked.statuses()[0]).toMatchObject({ current: true, failures: 0 });
  });
});

describe("chain and token", () => {
  test("are asked once, before the provider's first answer counts", async () => {
    const asked = providers();
    await askTimes(asked, 3);
    expect(first.counts.methods).toEqual({ eth_chainId: 1, eth_call: 1, eth_blockNumber: 3 });
    expect(first.counts.http).toBe(4);
  });

  test("a provider of another chain is refused at once, and the next one asked", async () => {
    const asked = providers();
    first.faults.chainId = 0x2b6653dc;
    expect(await askTimes(asked, 2)).toEqual(["first: wrong_chain", "second: answered"]);
    expect(asked.statuses()[0]).toMatchObject({ wrongChain: true, failure: expect.stringContaining("728126428") });
    expect(first.counts.methods.eth_blockNumber).toBeUndefined();
  });

  test("so is one where there is no token, or one with other decimals", async () => {
    const nobody = "0x0000000000000000000000000000000000000abc" as const;
    const asked = providers([first], { network: { ...chain.network(first), token: nobody } });
    expect(await askTimes(asked, 2)).toEqual(["first: wrong_chain", "first: wrong_chain"]);
  });

  test("one that was busy when it was asked is asked again", async () => {
    const asked = providers();
    first.next("busy");
    expect(await askTimes(asked, 2)).toEqual(["first: rate_limited", "first: answered"]);
  });
});

describe("the second", () => {
  test("is another one than that in use; null where there is none", async () => {
    const asked = providers();
    expect((await asked.second(head))?.host).toBe(second.host);
    first.next("drop", 3);
    await askTimes(asked, 3);
    now += 60_000;
    expect((await asked.second(head))?.host).toBe(first.host);
    expect(await providers([first]).second(head)).toBeNull();
  });

  test("its failures are its own, and it is left alone while it rests", async () => {
    const asked = providers();
    second.next("drop");
    expect(await kindOf(asked.second(head))).toBe("unavailable");
    const { http } = second.counts;
    expect(await kindOf(asked.second(head))).toBe("unavailable");
    expect(second.counts.http).toBe(http);
    expect(asked.statuses()).toMatchObject([
      { current: true, failures: 0 },
      { current: false, failures: 1 },
    ]);
    now += 2_000;
    expect((await asked.second(head))?.host).toBe(second.host);
  });
});

test("a clock that is set back while one rests makes its pause no longer", async () => {
  const clock = vi.spyOn(Date, "now");
  onTestFinished(() => clock.mockRestore());
  const asked = createProviders({ network: chain.network(first), random: () => 0.5 });
  onTestFinished(() => asked.close());
  first.next("drop");
  expect(await kindOf(asked.use(head))).toBe("unavailable");
  clock.mockReturnValue(Date.now() - 3_600_000);
  expect(asked.pauseMs()).toBeLessThanOrEqual(2_000);
});

test("of several others, the second is one that failed before: its success is what ends its alarm", async () => {
  const third = await tronProxy(chain);
  onTestFinished(() => third.stop());
  const asked = providers([first, second, third]);
  first.next("drop", 3);
  await askTimes(asked, 3);
  second.next("drop", 3);
  await askTimes(asked, 3);
  expect(asked.current()).toBe(third.host);
  const failing = () => asked.statuses().flatMap(({ host, failure }) => (failure === null ? [] : [host]));
  expect(failing()).toEqual([first.host, second.host]);
  now += 600_000;
  expect((await asked.second(head))?.host).toBe(first.host);
  expect((await asked.second(head))?.host).toBe(second.host);
  expect(failing()).toEqual([]);
});

test("the key goes to one and only where it belongs, and no error repeats it", async () => {
  const before = first.keys.length;
  const asked = providers([first], { apiKey: "k-3fb1c2d4e5" });
  first.next("wrong_key");
  const error = await asked.use(head).catch((caught) => caught as RpcError);
  expect(String(error)).not.toContain("k-3fb1c2d4e5");
  expect(first.keys.slice(before)).toEqual(["k-3fb1c2d4e5"]);
});
