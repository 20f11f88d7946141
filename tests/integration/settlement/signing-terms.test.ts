import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { estimateCost } from "@/lib/settlement/funds/estimate-cost";
import { signingTerms } from "@/lib/settlement/funds/signing-terms";
import type { Chain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { newAddress, type Shop } from "@/tests/support/live-intents";
import { memberContext } from "@/tests/support/member-context";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

let second: TronProxy;
beforeAll(async () => {
  second = await tronProxy(chain);
});
afterAll(() => second.stop());

const TO_HOLDER = 64_285;
const TO_OTHER = 130_285;
const TRX = 1_000_000;

async function on(network: Network) {
  const member = await memberContext(shop, { environment: "live" });
  return { ...member, settings: { ...member.settings, network } } satisfies MemberContext;
}

const contextOn = (...proxies: TronProxy[]) => on(chain.network(...proxies));

/** An address that holds so many USDT. */
async function holder(amount = 50): Promise<HexAddress> {
  const address = newAddress();
  await chain.pay(address, amount);
  await chain.mine();
  return address;
}

const one = (from: HexAddress, to: HexAddress, amountMicros = usdt(2)) => ({ from, to, amountMicros });
const shown = ({ from, to, amountMicros }: ReturnType<typeof one>) => ({
  from: tronFromHex(from),
  to: tronFromHex(to),
  amountMicros,
});

describe("fee limits", () => {
  it("follow the energy of each transfer and the network's price", async () => {
    const ctx = await contextOn(proxy);
    const [from, rich, poor] = [await holder(), await holder(), newAddress()];
    const transfers = [one(from, rich), one(from, poor)];
    const limits = (when: "at once" | "within a day") =>
      signingTerms(ctx, ctx.settings.network as Network, transfers, when);
    expect(await limits("at once")).toEqual([9.7 * TRX, 19.6 * TRX]);
    expect(await limits("within a day")).toEqual([13.5 * TRX, 27.4 * TRX]);
    proxy.faults.sunPerEnergy = 210;
    proxy.faults.dynamicEnergy = 0.2;
    expect(await limits("at once")).toEqual([24.3 * TRX, 49.3 * TRX]);
    proxy.faults.sunPerEnergy = 900;
    await expect(limits("at once")).rejects.toMatchObject({
      code: "conflict",
      message:
        "A transfer would cost 140.707 TRX now, more than the 100.00 TRX that Till allows. Try again later.".replace(
          "140.707",
          "140.7078",
        ),
    });
  });

  it("of a thousand transfers take two questions about energy and a few batches", async () => {
    const ctx = await contextOn(proxy);
    const [from, rich] = [await holder(5_000), await holder()];
    const transfers = Array.from({ length: 1_000 }, (_, n) => one(from, n % 2 ? rich : newAddress()));
    proxy.resetCounts();
    const limits = await signingTerms(ctx, ctx.settings.network as Network, transfers, "within a day");
    expect(new Set(limits)).toEqual(new Set([13.5 * TRX, 27.4 * TRX]));
    expect(proxy.counts.methods["/wallet/triggerconstantcontract"]).toBe(2);
    expect(proxy.counts.http).toBeLessThan(20);
  });

  it("are safe ones where no node says what a transfer takes", async () => {
    const from = await holder();
    for (const fault of ["busy", "drop", "page"] as const) {
      const ctx = await contextOn(proxy);
      proxy.faults.httpApi = fault;
      expect(await signingTerms(ctx, ctx.settings.network as Network, [one(from, from)], "at once")).toEqual([
        30 * TRX,
      ]);
    }
    proxy.faults.httpApi = null;
    // a transfer that would fail
    const ctx = await contextOn(proxy);
    const failing = [one(newAddress(), from)];
    expect(await signingTerms(ctx, ctx.settings.network as Network, failing, "at once")).toEqual([30 * TRX]);
    // beside one of its kind that wouldn't, it is as dear as that
    const beside = [...failing, one(from, from)];
    expect(await signingTerms(ctx, ctx.settings.network as Network, beside, "at once")).toEqual([9.7 * TRX, 9.7 * TRX]);
  });

  it("are the next node's if the first one doesn't answer", async () => {
    const ctx = await contextOn(proxy, second);
    const from = await holder();
    proxy.faults.httpApi = "too_many";
    expect(await signingTerms(ctx, ctx.settings.network as Network, [one(from, newAddress())], "at once")).toEqual([
      19.6 * TRX,
    ]);
  });

  it("are given to nobody for a frozen recipient or sender", async () => {
    const ctx = await contextOn(proxy);
    const [from, to] = [await holder(), newAddress()];
    const limits = () => signingTerms(ctx, ctx.settings.network as Network, [one(from, to)], "at once");
    await chain.blacklist(to);
    await expect(limits()).rejects.toMatchObject({
      code: "conflict",
      message: `The issuer of USDT has frozen ${tronFromHex(to)}. USDT sent there couldn't be used. Use another address. Nothing was sent.`,
    });
    await chain.blacklist(to, false);
    await chain.blacklist(from);
    await expect(limits()).rejects.toMatchObject({
      message: `The issuer of USDT has frozen ${tronFromHex(from)}. No USDT can leave it. Nothing was sent.`,
    });
  });

  it("of a token that freezes nobody are given for anybody", async () => {
    const ctx = await on({ ...chain.network(proxy), token: chain.fake });
    const { frozen, isFreezeKnown } = await estimateCost(ctx, [shown(one(newAddress(), newAddress()))]);
    expect({ frozen, isFreezeKnown }).toEqual({ frozen: [], isFreezeKnown: true });
  });
});

describe("an estimate", () => {
  const ownBytes = { freeBytesUsed: 600 };

  it("says what the transfers burn, which addresses lack TRX, and how much to send there", async () => {
    const ctx = await contextOn(proxy);
    const [able, poor, fresh, to] = [await holder(), await holder(), await holder(), await holder()];
    proxy.faults.accounts = new Map([
      [able, { sun: 20 * TRX, energy: 100_000 }],
      [poor, { sun: 2 * TRX, ...ownBytes }],
      [fresh, null],
    ]);
    const transfers = [able, poor, fresh].map((from) => shown(one(from, to)));
    const { cost, ...rest } = await estimateCost(ctx, transfers);
    expect(rest).toEqual({ transfers: 3, frozen: [], isFreezeKnown: true });
    expect(cost).toMatchObject({
      energy: 3 * TO_HOLDER,
      sunPerEnergy: 100,
      sun: 2 * (TO_HOLDER * 100 + 345_000),
      senders: 3,
      unread: 0,
      short: [
        { address: tronFromHex(poor), sun: 2 * TRX, hasAccount: true, topUpSun: 6 * TRX, activationSun: 0 },
        { address: tronFromHex(fresh), sun: 0, hasAccount: false, topUpSun: 8 * TRX, activationSun: 1_100_000 },
      ],
    });
    expect(cost?.commands[1]).toMatch(/"T\w{33}",2000000 false 13500000 0 0 #$/);
  });

  it("adds up what one address sends, and asks about it once", async () => {
    const ctx = await contextOn(proxy);
    const from = await holder(500);
    const transfers = Array.from({ length: 40 }, () => shown(one(from, newAddress())));
    proxy.resetCounts();
    const { cost } = await estimateCost(ctx, transfers);
    // the free bandwidth of the day covers one of them
    const sun = 40 * TO_OTHER * 100 + 39 * 345_000;
    expect(cost).toMatchObject({ sun, senders: 1, short: [{ topUpSun: Math.ceil((sun * 1.1) / TRX - 100) * TRX }] });
    expect(proxy.counts.methods["/wallet/getaccount"]).toBe(1);
    expect(proxy.counts.methods["/wallet/triggerconstantcontract"]).toBe(1);
  });

  it("asks about fifty addresses of many, and says of how many it didn't", async () => {
    const ctx = await contextOn(proxy);
    const from = await holder();
    const rest = Array.from({ length: 69 }, () => newAddress());
    const { cost } = await estimateCost(
      ctx,
      [from, ...rest].map((sender) => shown(one(sender, from))),
    );
    expect(cost).toMatchObject({ senders: 70, unread: 20, short: [] });
  });

  it("is the same for half a minute, however often a page asks", async () => {
    const ctx = await contextOn(proxy);
    const transfers = [shown(one(await holder(), newAddress()))];
    const first = await estimateCost(ctx, transfers);
    proxy.resetCounts();
    expect(await estimateCost(ctx, transfers)).toEqual(first);
    expect(proxy.counts.http).toBe(0);
  });

  it("has no cost where no node says so, and doesn't fail", async () => {
    const ctx = await contextOn(proxy);
    proxy.faults.httpApi = "forbidden";
    proxy.always("drop");
    const { cost, isFreezeKnown } = await estimateCost(ctx, [shown(one(newAddress(), newAddress()))]);
    expect({ cost, isFreezeKnown }).toEqual({ cost: null, isFreezeKnown: false });
  });

  it("waits for a node that doesn't answer only so long", async () => {
    const ctx = await contextOn(proxy);
    proxy.faults.httpApi = "hang";
    proxy.always("hang");
    const { cost, isFreezeKnown } = await estimateCost(ctx, [shown(one(newAddress(), newAddress()))]);
    expect({ cost, isFreezeKnown }).toEqual({ cost: null, isFreezeKnown: false });
  });

  it("has commands with the ceiling where a transfer takes more than any may", async () => {
    const ctx = await contextOn(proxy);
    proxy.faults.sunPerEnergy = 900;
    const { cost } = await estimateCost(ctx, [shown(one(await holder(), newAddress()))]);
    expect(cost?.commands).toEqual([expect.stringContaining(` ${100 * TRX} `)]);
  });

  it("names who is frozen", async () => {
    const ctx = await contextOn(proxy);
    const [from, to] = [await holder(), newAddress()];
    await chain.blacklist(to);
    expect(await estimateCost(ctx, [shown(one(from, to))])).toMatchObject({ frozen: [tronFromHex(to)] });
  });
});
