import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { rotateKey } from "@/lib/business/keys/rotate";
import { issueKeyToTerminal } from "@/lib/business/terminals/issue-key";
import type { WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import type { RpcCall } from "@/lib/chain/nodes/rpc-calls";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { getWallet } from "@/lib/chain/wallets/get-wallet";
import { previewWallet } from "@/lib/chain/wallets/preview-wallet";
import { setWallet } from "@/lib/chain/wallets/set-wallet";
import { recordTransfers } from "@/lib/settlement/ledger/record";
import { refreshBalances } from "@/lib/settlement/watcher/balances";
import { outcome, renewed, withSettings } from "@/tests/support/accounts";
import { createMerchantFixture } from "@/tests/support/fixtures";
import {
  addressesOf,
  liveMerchant,
  MAINNET,
  newXpub,
  randomAddresses,
  randomHex,
  turnLiveOn,
  USDT,
} from "@/tests/support/live";
import { booksOf, makeLiveIntent } from "@/tests/support/live-intents";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf, memberContext } from "@/tests/support/member-context";

turnLiveOn();

const member = async () => memberContext(await createMerchantFixture(), { environment: "live" });
const set = (ctx: Awaited<ReturnType<typeof member>>, addresses: string[], confirmation = addresses[0] ?? "") =>
  setWallet(ctx, { wallet: addresses.join("\n"), confirmation });
const liveOnes = async (merchantId: string) =>
  (await addressesOf(merchantId)).filter((one) => !one.retired).map((one) => tronFromHex(one.address));

describe("a list", () => {
  it("is shown before it is set, and nothing is kept of a look", async () => {
    const ctx = await member();
    const addresses = randomAddresses(5);
    expect(await previewWallet(ctx, { wallet: addresses.join(",") })).toEqual({
      kind: "list",
      count: 5,
      capacity: { atOnce: 5, perHour: 5 },
      first: addresses.slice(0, 3).map((address, index) => ({ index, address })),
      keeps: 0,
      retires: 0,
      isCurrent: false,
    });
    expect(await getWallet(ctx)).toBeNull();
    expect(await addressesOf(ctx.merchantId)).toEqual([]);
  });

  it("is set once its first address is confirmed, in full or by its last six characters", async () => {
    for (const characters of [34, 6]) {
      const ctx = await member();
      const own = randomAddresses(3);
      await set(ctx, own, own[0]?.slice(-characters));
      expect(await getWallet(ctx)).toMatchObject({
        kind: "list",
        xpub: null,
        neverReuse: false,
        pool: { total: 3, free: 3, use: 0 },
      });
      expect((await liveOnes(ctx.merchantId)).sort()).toEqual([...own].sort());
    }
  });

  it("is not set by another confirmation", async () => {
    const ctx = await member();
    const addresses = randomAddresses(2);
    const [first = "", second = ""] = addresses;
    for (const wrong of [second, second.slice(-6), first.slice(-6).toLowerCase().padStart(7, "x"), first.slice(0, 6)]) {
      await expect(set(ctx, addresses, wrong)).rejects.toMatchObject({
        code: "invalid_request",
        extra: { field: "confirmation" },
      });
    }
    expect(await getWallet(ctx)).toBeNull();
  });

  it("with anything wrong is refused whole, with its lines", async () => {
    const ctx = await member();
    const [address = ""] = randomAddresses(1);
    const wallet = `${address}\n${USDT}\n${address}`;
    const refused = {
      code: "invalid_request",
      message: `Line 2: ${USDT} is the USDT contract. Funds sent there would be lost.\nLine 3: ${address} is already in line 1.`,
      extra: { field: "wallet" },
    };
    await expect(previewWallet(ctx, { wallet })).rejects.toMatchObject(refused);
    await expect(setWallet(ctx, { wallet, confirmation: address })).rejects.toMatchObject(refused);
    const many = Array.from({ length: 9 }, () => "x").join("\n");
    await expect(previewWallet(ctx, { wallet: `${address}\n${many}` })).rejects.toMatchObject({
      message: expect.stringMatching(/^(Line .*\n){5}And 4 more problems\.$/),
    });
    expect(await addressesOf(ctx.merchantId)).toEqual([]);
  });

  it("says how many it took from a table, and which lines have other text", async () => {
    const rows = randomAddresses(5).map((address, index) => `\u200B${address}\uFF0CTill ${index}`);
    const preview = await previewWallet(await member(), { wallet: ["\uFEFFAddress\uFF0CLabel", ...rows].join("\n") });
    expect(preview).toMatchObject({ kind: "list", count: 5, unused: { count: 6 } });
    expect(preview.unused?.lines.slice(0, 2)).toEqual([
      { line: 1, text: "Address，Label" },
      { line: 2, text: "…，Till 0" },
    ]);
  });

  it("keeps what it shares with the one before, retires the rest, and says so in the log", async () => {
    const ctx = await member();
    const [a = "", b = "", c = ""] = randomAddresses(3);
    await set(ctx, [a, b]);
    const before = await addressesOf(ctx.merchantId);
    expect(await previewWallet(ctx, { wallet: `${b} ${c}` })).toMatchObject({ keeps: 1, retires: 1 });
    await set(ctx, [b, c]);
    expect((await liveOnes(ctx.merchantId)).sort()).toEqual([b, c].sort());
    const after = await addressesOf(ctx.merchantId);
    expect(after).toHaveLength(3);
    for (const { id, address } of before) expect(after).toContainEqual(expect.objectContaining({ id, address }));
    expect((await getWallet(ctx))?.pool).toMatchObject({ total: 2, retired: 1 });
    const log = (await auditOf(ctx.merchantId)).filter((entry) => entry.action === "wallet.set");
    expect(log.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: null, after: { kind: "list", addresses: 2, first: a, keeps: 0, retires: 0 } },
      { before: { kind: "list", addresses: 2 }, after: { kind: "list", addresses: 2, first: b, keeps: 1, retires: 1 } },
    ]);
    await set(ctx, [a, b]);
    expect(await addressesOf(ctx.merchantId)).toHaveLength(3);
  });

  it("that is set already is not set again, in whatever order", async () => {
    const ctx = await member();
    const addresses = randomAddresses(3);
    await set(ctx, addresses);
    const turned = addresses.toReversed();
    expect(await previewWallet(ctx, { wallet: turned.join(" ") })).toMatchObject({
      isCurrent: true,
      keeps: 3,
      retires: 0,
    });
    await expect(set(ctx, turned)).rejects.toMatchObject({ code: "conflict" });
  });

  it("with another merchant's address is refused, also when he has retired it", async () => {
    const [theirs, ours] = [await member(), await member()];
    const [a = "", b = "", c = ""] = randomAddresses(3);
    await set(theirs, [a, b]);
    await set(theirs, [b]);
    for (const taken of [a, b]) {
      const refused = { code: "conflict", message: expect.stringContaining(taken), extra: { field: "wallet" } };
      await expect(previewWallet(ours, { wallet: `${c}\n${taken}` })).rejects.toMatchObject(refused);
      await expect(set(ours, [c, taken])).rejects.toMatchObject(refused);
    }
    expect(await addressesOf(ours.merchantId)).toEqual([]);
  });

  it("that twenty merchants want at once becomes one's, and nobody waits for ever", async () => {
    const shared = randomAddresses(50);
    const people = await Promise.all(Array.from({ length: 20 }, member));
    const done = await Promise.all(
      people.map((ctx, i) => outcome(set(ctx, i % 2 === 0 ? shared : shared.toReversed()))),
    );
    expect(done.toSorted()).toEqual([...Array.from({ length: 19 }, () => "conflict"), "done"]);
    const owners = await database().sql`
      select distinct merchant_id from receive_addresses where address in (
        select address from receive_addresses where merchant_id = any(${people.map((ctx) => ctx.merchantId)}))`;
    expect(owners).toHaveLength(1);
  });

  it("of twenty that one merchant sets at once leaves one wallet with its own addresses", async () => {
    const ctx = await member();
    const lists = Array.from({ length: 20 }, () => randomAddresses(3));
    const done = await Promise.all(lists.map((list) => outcome(set(ctx, list))));
    expect(new Set(done)).toEqual(new Set(["done"]));
    const wallets = await database().sql`
      select id from receiving_wallets where merchant_id = ${ctx.merchantId} and retired_at is null`;
    expect(wallets).toHaveLength(1);
    const now = (await liveOnes(ctx.merchantId)).sort();
    expect(lists.map((list) => [...list].sort())).toContainEqual(now);
  });

  it("is set while the balances of its addresses are refreshed, in whatever order they were asked for", async () => {
    const ctx = await member();
    const own = randomAddresses(2);
    await set(ctx, own);
    const { sql } = database();
    const [low, high] = await sql<{ id: string }[]>`
      select id from receive_addresses where merchant_id = ${ctx.merchantId} order by id`;
    // the higher one is asked for first, and its row comes first
    await sql`update receive_addresses set last_leased_at = now() - interval '2 days' where id = ${high?.id ?? ""}`;
    await sql`update receive_addresses set last_leased_at = now() - interval '1 day' where id = ${low?.id ?? ""}`;
    const block = { number: 1, hash: "0xa", time: new Date() };
    const rpc = {
      batch: async (calls: RpcCall<unknown>[]) =>
        calls.map(({ method }) => ({ value: method === "eth_call" ? 5n : block })),
      batchSize: () => 100,
    };
    const providers = { use: (ask: (provider: typeof rpc) => unknown) => ask(rpc) };
    const watcher = { ...ctx, network: ctx.settings.network, providers } as unknown as WatchContext;
    const cursor = { head: null, block, finalized: block } as ChainCursor;
    const running = await sql.begin(async (tx) => {
      await tx`select from receive_addresses where id = ${low?.id ?? ""} for no key update`;
      const setting = outcome(set(ctx, [...own, ...randomAddresses(1)]));
      await waitForLocks(1);
      const refreshing = outcome(refreshBalances(watcher, cursor));
      await waitForLocks(2);
      return [setting, refreshing];
    });
    expect(await Promise.all(running)).toEqual(["done", "done"]);
  });

  it.each(["recording", "setting"])(
    "is set while a payment ends and money nobody asked for comes to another of its addresses, %s first",
    async (first) => {
      const { member: ctx, merchantId, terminalId, addresses: own } = await liveMerchant();
      const { sql } = database();
      const [low, high] = await sql<{ id: string; address: HexAddress; walletId: string }[]>`
        select id, address, wallet_id as "walletId" from receive_addresses where merchant_id = ${merchantId} order by id`;
      if (!low || !high) throw new Error("no addresses");
      const shop = { merchantId, terminalId, walletId: high.walletId };
      const intent = await makeLiveIntent(MAINNET, shop, { address: high.address });
      const seen = [high, low].map(
        ({ address }, logIndex): WatchedTransfer => ({
          network: MAINNET,
          txHash: `0x${randomUUID().replaceAll("-", "").repeat(2)}`,
          logIndex,
          from: randomHex(),
          to: address,
          amountMicros: intent.amountMicros,
          blockNumber: 1021,
          blockHash: "0xc",
          occurredAt: new Date(),
        }),
      );
      const record = () => outcome(sql.begin((tx) => recordTransfers(tx, MAINNET, seen)));
      const setMore = () => outcome(set(ctx, [...own, ...randomAddresses(1)]));
      const running = await sql.begin(async (tx) => {
        if (first === "recording") {
          // stops between the payment's end and the end of the transaction
          await tx`lock table attention_items in share mode`;
        } else {
          await tx`select from receive_addresses where id = ${low.id} for no key update`;
        }
        const acts = first === "recording" ? [record, setMore] : [setMore, record];
        const begun: Promise<string>[] = [];
        for (const act of acts) {
          begun.push(act());
          await waitForLocks(begun.length);
        }
        return begun;
      });
      expect(await Promise.all(running)).toEqual(["done", "done"]);
      expect(await booksOf(intent.id)).toMatchObject({ status: "paid" });
    },
  );
});

describe("an xpub", () => {
  it("gives its first address at once, is confirmed by it, and stands shortened in the log", async () => {
    const ctx = await member();
    const xpub = newXpub();
    const [first = "", ...more] = deriveAddresses(xpub, 0, 3).map(tronFromHex);
    expect(await previewWallet(ctx, { wallet: xpub })).toMatchObject({
      kind: "xpub",
      count: null,
      first: [first, ...more].map((address, index) => ({ index, address })),
    });
    await setWallet(ctx, { wallet: xpub, confirmation: first.slice(-6) });
    expect(await liveOnes(ctx.merchantId)).toEqual([first]);
    expect(await getWallet(ctx)).toMatchObject({
      kind: "xpub",
      xpub: expect.stringMatching(/^xpub.{4}….{4}$/),
      pool: { use: null },
    });
    const log = JSON.stringify((await auditOf(ctx.merchantId)).filter((entry) => entry.action === "wallet.set"));
    expect(log).toContain(first);
    for (const secret of [xpub, xpub.slice(0, 20), xpub.slice(-20)]) expect(log).not.toContain(secret);
  });

  it("is one merchant's alone, whether pasted as the account's or the chain's", async () => {
    const [theirs, ours] = [await member(), await member()];
    const account = newXpub({ account: true });
    const [first = ""] = deriveAddresses(account, 0, 1).map(tronFromHex);
    await setWallet(theirs, { wallet: account, confirmation: first });
    for (const wallet of [account, newXpub({ of: account })]) {
      await expect(setWallet(ours, { wallet, confirmation: first })).rejects.toMatchObject({ code: "conflict" });
    }
    const again = setWallet(theirs, { wallet: newXpub({ of: account }), confirmation: first });
    await expect(again).rejects.toMatchObject({ code: "conflict", message: expect.stringMatching(/already set/) });
  });

  it("that comes back goes on where it stopped, with the addresses that it had", async () => {
    const xpub = newXpub();
    const { member: ctx, merchantId } = await liveMerchant({ wallet: xpub });
    await database().sql`
      update receiving_wallets set next_index = 7 where merchant_id = ${merchantId} and retired_at is null`;
    await set(ctx, randomAddresses(1));
    const [first = ""] = deriveAddresses(xpub, 0, 1).map(tronFromHex);
    expect(await liveOnes(merchantId)).not.toContain(first);
    await setWallet(ctx, { wallet: xpub, confirmation: first });
    expect(await liveOnes(merchantId)).toEqual([first]);
    const [wallet] = await database().sql<{ next_index: number }[]>`
      select next_index from receiving_wallets where merchant_id = ${merchantId} and retired_at is null`;
    expect(wallet?.next_index).toBe(7);
  });
});

describe("a private key", () => {
  it.each([
    ["xprv", newXpub({ secret: true })],
    ["hexadecimal", "e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262"],
    ["words", "legal winner thank year wave sausage worth useful legal winner thank yellow"],
  ])("as %s is refused loudly and stands nowhere afterwards", async (_, wallet) => {
    const ctx = await member();
    const tries = [() => previewWallet(ctx, { wallet }), () => setWallet(ctx, { wallet, confirmation: "123456" })];
    for (const offer of tries) {
      const refused = offer();
      await expect(refused).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringMatching(/Move your funds to a new wallet now/),
      });
      const error = await refused.catch((thrown) => thrown);
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain(wallet.slice(0, 20));
    }
    expect(await addressesOf(ctx.merchantId)).toEqual([]);
    expect((await auditOf(ctx.merchantId)).map((entry) => entry.action)).not.toContain("wallet.set");
  });
});

describe("a live key", () => {
  it("is issued once a wallet is set, refused with what is missing before, and rotated whatever is missing", async () => {
    const ctx = await member();
    const [terminal] = await database().sql<{ id: string }[]>`
      select id from terminals where merchant_id = ${ctx.merchantId}`;
    const terminalId = terminal?.id ?? "";
    await expect(issueKeyToTerminal(ctx, { terminalId })).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/receiving wallet/),
    });
    await set(ctx, randomAddresses(1));
    await withSettings({ TRON_RPC_URLS: "" }, async () => {
      await expect(issueKeyToTerminal(renewed(ctx), { terminalId })).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringMatching(/TRON_RPC_URLS/),
      });
    });
    expect((await issueKeyToTerminal(ctx, { terminalId })).key).toMatch(/^svc_live_/);
    const rotation = { terminalId, environment: "live", graceHours: 0 } as const;
    expect((await rotateKey(ctx, rotation)).key).toMatch(/^svc_live_/);
    await withSettings({ TRON_RPC_URLS: "" }, async () => {
      expect((await rotateKey(renewed(ctx), rotation)).key).toMatch(/^svc_live_/);
    });
  });
});

it("without a way to the chain no wallet is looked at or set", async () => {
  const ctx = await member();
  const addresses = randomAddresses(1);
  await withSettings({ TRON_RPC_URLS: "" }, async () => {
    const refused = { code: "conflict", message: expect.stringMatching(/TRON_RPC_URLS/) };
    await expect(previewWallet(renewed(ctx), { wallet: addresses.join() })).rejects.toMatchObject(refused);
    await expect(set(renewed(ctx), addresses)).rejects.toMatchObject(refused);
  });
});
