import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { hexFromTron } from "@/lib/base/tron/address";
import { issueKeyToTerminal } from "@/lib/business/terminals/issue-key";
import { setWallet } from "@/lib/chain/wallets/set-wallet";
import { countAttention } from "@/lib/payments/attention/attention-list";
import { AttachInput, attachTransfer } from "@/lib/settlement/ledger/attach-transfer";
import { call } from "@/tests/support/api";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { randomAddresses } from "@/tests/support/live";
import { readAll, watcherOn } from "@/tests/support/live-intents";
import { auditOf, memberContext } from "@/tests/support/member-context";

let chain: Chain;
let proxy: TronProxy;
let second: TronProxy;
let ctx: MemberContext;
let address: string;
let liveKey: string;

beforeAll(async () => {
  chain = await startChain({ startsAt: new Date() });
  proxy = await tronProxy(chain);
  second = await tronProxy(chain);
  Object.assign(process.env, chain.env(proxy, second), { TRON_POLL_IDLE_MS: "600000" });
  resetEnv();
});
beforeEach(async () => {
  const merchant = await createMerchantFixture();
  ctx = await memberContext(merchant, { environment: "live" });
  [address = ""] = randomAddresses(1);
  await setWallet(ctx, { wallet: address, confirmation: address });
  liveKey = (await issueKeyToTerminal(ctx, { terminalId: merchant.terminalId })).key;
  await read();
});
afterEach(() => {
  proxy.heal();
  second.heal();
});
afterAll(async () => {
  await Promise.all([proxy.stop(), second.stop()]);
  await chain.stop();
});

const usdt = (amount: number) => BigInt(amount) * 1_000_000n;
const read = () => readAll(watcherOn(chain.network(proxy)));
const attach = (txHash: string) => attachTransfer(ctx, AttachInput.parse({ txHash }));
const transfers = () =>
  database().sql<{ tx_hash: string; counted: boolean }[]>`
    select tx_hash, counted from transfers where merchant_id = ${ctx.merchantId}`;

/** Makes what waits final, in a block that the index of neither provider has: the watcher passes it by. */
async function passBy() {
  const block = await chain.mine();
  for (const { faults } of [proxy, second]) faults.holes.push([block, block]);
  await chain.finalize();
  await chain.mine(30);
  await read();
}

/** A payment that is final and that the watcher has passed by. */
async function missed(amount = 5): Promise<string> {
  const txHash = await chain.transfer(chain.payers[0], address, usdt(amount));
  await passBy();
  expect(await transfers()).toEqual([]);
  return txHash;
}

describe("a transaction's hash", () => {
  it("enters what the books lack, once, by twenty who ask, and says where it is", async () => {
    const txHash = await missed();
    const answers = await Promise.all(Array.from({ length: 20 }, () => attach(txHash)));
    expect(answers.filter(({ found }) => found === "recorded")).toHaveLength(1);
    expect(answers.filter(({ found }) => found === "known")).toHaveLength(19);
    const recorded = answers.find(({ found }) => found === "recorded");
    expect(recorded).toMatchObject({
      message: "5.00 USDT from this transaction was missing and is now recorded. See Needs attention.",
      transfers: [{ to: address, amountMicros: usdt(5), intentId: null }],
    });
    expect(await transfers()).toEqual([{ tx_hash: txHash, counted: false }]);
    expect(await countAttention(ctx)).toEqual([{ kind: "unassigned", count: 1, isMore: false }]);
    const log = (await auditOf(ctx.merchantId)).filter((entry) => entry.action === "transfer.attached");
    expect(log).toMatchObject([{ after: { txHash, intentId: null } }]);
    expect(await attach(txHash.slice(2).toUpperCase())).toMatchObject({
      found: "known",
      message: expect.stringMatching(/already recorded/),
    });
  });

  it("of what the watcher has read is known, with its payment", async () => {
    const { json } = await call("create-payment-intent", { amount_usdt: 5 }, { key: liveKey });
    const txHash = await chain.transfer(chain.payers[0], address, usdt(5));
    await chain.finalize();
    await chain.mine(30);
    await read();
    expect(await attach(txHash)).toMatchObject({
      found: "known",
      message: "5.00 USDT from this transaction is already recorded. See the payment.",
      transfers: [{ intentId: json.intent.id }],
    });
  });

  it("that is not final, or that the watcher has yet to read, is left to it, with its count", async () => {
    const txHash = await chain.transfer(chain.payers[0], address, usdt(5));
    await chain.mine(7);
    expect(await attach(txHash)).toMatchObject({ found: "not_final", confirmations: 7, transfers: [] });
    await chain.finalize();
    expect(await attach(txHash)).toMatchObject({ found: "not_final", confirmations: 19 });
    expect(await transfers()).toEqual([]);
  });

  it.each([
    [
      "failed",
      "failed",
      () => chain.transferMany(chain.payers[0], [{ to: address, micros: usdt(5) }], { fails: true }),
    ],
    ["moved another token of the name", "other_token", () => chain.lie(chain.payers[0], address, usdt(5))],
    ["moved nothing", "empty", () => chain.transferNothing(chain.payers[1], chain.payers[0], address)],
    ["paid somebody else", "not_yours", () => chain.transfer(chain.payers[0], chain.payers[1], usdt(5))],
  ])("of what %s enters nothing", async (_, found, make) => {
    const txHash = await make();
    await chain.finalize();
    await chain.mine(30);
    await read();
    expect(await attach(txHash)).toMatchObject({ found, transfers: [] });
    expect(await transfers()).toEqual([]);
  });

  it("of USDT that moved nothing is told apart from another token's", async () => {
    const txHash = await chain.transferNothing(chain.payers[1], address, chain.payers[0]);
    await chain.finalize();
    await chain.mine(30);
    await read();
    expect((await attach(txHash)).message).toMatch(/transferred 0 USDT.*lookalike address/);
  });

  it("that paid another merchant is nothing of ours", async () => {
    const ours = ctx;
    const other = await memberContext(await createMerchantFixture(), { environment: "live" });
    const [theirs = ""] = randomAddresses(1);
    await setWallet(other, { wallet: theirs, confirmation: theirs });
    const txHash = await chain.transferMany(chain.payers[0], [
      { to: theirs, micros: usdt(3) },
      { to: address, micros: usdt(4) },
    ]);
    await passBy();
    expect((await attach(txHash)).transfers).toEqual([{ to: address, amountMicros: usdt(4), intentId: null }]);
    expect(await transfers()).toHaveLength(1);
    ctx = other;
    expect(await transfers()).toEqual([]);
    expect((await attach(txHash)).transfers).toEqual([{ to: theirs, amountMicros: usdt(3), intentId: null }]);
    ctx = ours;
  });

  it("of a large payment is entered only with a second provider's word", async () => {
    const txHash = await missed(1_000);
    second.faults.lag = 90;
    expect(await attach(txHash)).toMatchObject({ found: "disputed", transfers: [] });
    expect(await transfers()).toEqual([]);
    second.heal();
    expect(await attach(txHash)).toMatchObject({ found: "recorded" });
  });

  it("whose receipt one provider cannot give is read from another, and settles its item", async () => {
    const { json } = await call("create-payment-intent", { amount_usdt: 5 }, { key: liveKey });
    const txHash = await chain.transfer(chain.payers[0], address, usdt(5));
    const ballast = { address: chain.fake, topics: [], data: `0x${"ab".repeat(100_000)}` };
    proxy.faults.besideInReceipt.set(txHash, [ballast]);
    proxy.faults.limits.bytes = 100_000;
    await chain.finalize();
    await chain.mine(30);
    await read();
    expect(await transfers()).toEqual([]);
    expect(await countAttention(ctx)).toEqual([{ kind: "unreadable", count: 1, isMore: false }]);
    const intentId = json.intent.id;
    expect(await attach(txHash)).toMatchObject({ found: "recorded", transfers: [{ intentId }] });
    expect(await transfers()).toEqual([{ tx_hash: txHash, counted: true }]);
    expect(await countAttention(ctx)).toEqual([]);
  });

  it("that the chain does not know, or while it cannot be asked", async () => {
    const txHash = `0x${"ab".repeat(32)}`;
    expect(await attach(txHash)).toMatchObject({ found: "unknown" });
    proxy.always("busy");
    second.always("busy");
    await expect(attach(txHash)).rejects.toMatchObject({
      code: "api_error",
      message: expect.stringMatching(/Couldn't reach the blockchain.*Nothing was changed/),
    });
  });

  it("is sixty-four characters of hexadecimal", () => {
    for (const txHash of ["", "0x", "ab", "g".repeat(64), `${"a".repeat(64)}b`, null]) {
      expect(AttachInput.safeParse({ txHash }).success).toBe(false);
    }
    expect(AttachInput.parse({ txHash: ` ${"AB".repeat(32)}\n` }).txHash).toBe(`0x${"ab".repeat(32)}`);
  });

  // the last one, since the time of its many blocks is ahead of the clock
  it("of what came before the address was added is in its opening balance; of the block after that it is entered", async () => {
    const [fresh = ""] = randomAddresses(1);
    const before = await chain.transfer(chain.payers[0], fresh, usdt(5));
    const block = await chain.mine();
    await read();
    await setWallet(ctx, { wallet: fresh, confirmation: fresh });
    const ledger = async () => {
      const [row] = await database().sql`
        select l.since_block as since, l.opening_micros as opening, l.received_micros as received,
               a.differs_at is not null as differs
          from address_ledgers l join receive_addresses a using (address) where a.address = ${hexFromTron(fresh)}`;
      return row;
    };
    const compare = async () => {
      for (let n = 0; n < 2; n++) {
        await chain.mine(60);
        await read();
      }
    };
    const after = await chain.transfer(chain.payers[0], fresh, usdt(3));
    expect(await chain.mine()).toBe(block + 1);
    await compare();
    expect(await ledger()).toEqual({ since: BigInt(block), opening: usdt(5), received: usdt(3), differs: false });
    expect(await attach(before)).toMatchObject({
      found: "earlier",
      message: expect.stringMatching(/opening balance contains it/),
      transfers: [],
    });
    expect(await attach(after)).toMatchObject({ found: "known" });
    await database().sql`update receive_addresses set balance_at = null where address = ${hexFromTron(fresh)}`;
    await compare();
    expect(await ledger()).toMatchObject({ opening: usdt(5), received: usdt(3), differs: false });
    expect(await transfers()).toEqual([{ tx_hash: after, counted: false }]);
  });
});
