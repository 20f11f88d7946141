import { secp256k1 } from "@noble/curves/secp256k1.js";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { database } from "@/lib/base/db/client";
import { hexFromPublicKey, tronFromHex } from "@/lib/base/tron/address";
import { signTransaction } from "@/lib/base/tron/transfer-transaction";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { refreshSentState } from "@/lib/payments/refunds/settle-sent";
import { checkSent } from "@/lib/settlement/funds/check-sent";
import { discardSigned } from "@/lib/settlement/funds/discard-signed";
import { planSweep, SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { sendAgain } from "@/lib/settlement/funds/send-again";
import { SendSignedInput, sendSigned } from "@/lib/settlement/funds/send-signed";
import { refundToSign, sweepToSign, type TransferToSign } from "@/lib/settlement/funds/transfer-to-sign";
import { attachTransfer } from "@/lib/settlement/ledger/attach-transfer";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import type { Chain } from "@/tests/support/chain/chain";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { booksOf, makeLiveIntent, newAddress, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";
import { auditOf, memberContext } from "@/tests/support/member-context";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

/**
 * A payment of 10 USDT that got more at an address of which the test has the key, and a prepared refund of the excess.
 */
async function overpaid({ excess = 2, others = [] as TronProxy[] } = {}) {
  const watcher = watcherOn(chain.network(proxy, ...others), { settings: { receiptPatienceMs: 0 } });
  await readAll(watcher);
  const { secretKey, publicKey } = secp256k1.keygen();
  const address = hexFromPublicKey(publicKey);
  const expiresAt = await chain.inSeconds(1_800);
  const intent = await makeLiveIntent(watcher.network.id, shop, { address, amountMicros: usdt(10), expiresAt });
  const settle = async () => {
    await chain.finalize();
    await readAll(watcher);
  };
  await chain.pay(address, 10 + excess);
  await settle();
  const member = await memberContext(shop, { environment: "live" });
  const ctx: MemberContext = { ...member, settings: { ...member.settings, network: watcher.network } };
  const [item] = await database().sql<[{ id: string }]>`select id from attention_items where intent_id = ${intent.id}`;
  const to = newAddress();
  const input = PrepareRefundInput.parse({ itemId: item.id, to: tronFromHex(to), amount: String(excess) });
  const { refundId } = await prepareRefund(ctx, input);
  const sign = ({ transaction: { raw_data_hex: rawDataHex } }: TransferToSign) =>
    SendSignedInput.parse({ rawDataHex, signature: signTransaction(rawDataHex, secretKey) });
  const refund = async () => (await getAttention(ctx, { itemId: item.id })).refunds[0];
  /** The chain was read far past the time up to which a block may contain what was sent. */
  const expire = () => database().sql`
    update sent_transactions s set expires_at = block_time - interval '2 minutes' from chain_cursors c
     where c.network = s.network and s.refund_id = ${refundId}`;
  return { ctx, watcher, intent, address, to, itemId: item.id, refundId, sign, settle, refund, expire };
}

const ON_CHAIN = /is on the blockchain/;
const refusalOf = (running: Promise<unknown>) =>
  running.then(
    () => null,
    ({ message }) => message,
  );

it("a refund signed in the owner's wallet is sent, confirmed by the chain, and settles its item", async () => {
  const { ctx, intent, to, refundId, sign, settle, refund } = await overpaid();
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
  expect(await refund()).toMatchObject({ state: "confirming", txHash });
  await settle();
  expect(await refund()).toMatchObject({ state: "left", txHash });
  expect((await booksOf(intent.id)).items).toMatchObject([{ kind: "over", resolution: "refunded" }]);
  expect(await chain.balanceOf(to)).toBe(usdt(2));
});

it("a refund to sign and its file have the fee limit of their own estimate, and one where no node says more is safe", async () => {
  const { ctx, to, refundId, sign, settle } = await overpaid();
  const limitFor = async (place: "wallet" | "file") =>
    (await refundToSign(ctx, { refundId }, place)).transaction.raw_data.fee_limit;
  expect([await limitFor("wallet"), await limitFor("file")]).toEqual([19_600_000, 27_400_000]);
  await chain.pay(to, 1);
  await chain.mine();
  expect([await limitFor("wallet"), await limitFor("file")]).toEqual([9_700_000, 13_500_000]);
  proxy.faults.httpApi = "busy";
  expect(await limitFor("wallet")).toBe(30_000_000);
  proxy.faults.httpApi = null;
  await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  await settle();
  expect(await chain.balanceOf(to)).toBe(usdt(3));
});

it("a refund that two people signed is paid once: the later one is refused after the first is confirmed", async () => {
  const { ctx, to, refundId, sign, settle, refund } = await overpaid();
  const inFile = sign(await refundToSign(ctx, { refundId }, "file"));
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  await settle();
  await expect(sendSigned(ctx, inFile)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/already sent, with another transfer/),
  });
  await settle();
  expect(await refund()).toMatchObject({ state: "left", txHash });
  expect(await chain.balanceOf(to)).toBe(usdt(2));
});

it("one that the chain contains as failed moved nothing, and can be signed and sent again", async () => {
  const { ctx, to, refundId, sign, settle, refund } = await overpaid();
  await chain.pause();
  await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  expect(await checkSent(ctx, { refundId })).toEqual({ isFailed: false });
  await settle();
  await chain.pause(false);
  expect(await refund()).toMatchObject({ state: "confirming" });
  expect(await checkSent(ctx, { refundId })).toEqual({ isFailed: true, failure: "REVERT" });
  expect(await refund()).toMatchObject({ state: "failed", failed: { cause: "REVERT" } });
  const again = await refundToSign(ctx, { refundId }, "wallet");
  await sendSigned(ctx, sign(again));
  await settle();
  expect(await refund()).toMatchObject({ state: "left", txHash: `0x${again.transaction.txID}` });
  expect(await chain.balanceOf(to)).toBe(usdt(2));
});

it("signing it anew records that it failed and why, and a late look at it doesn't fail the new one", async () => {
  const { ctx, refundId, sign, settle, refund } = await overpaid();
  await chain.pause();
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  await settle();
  await chain.pause(false);
  const again = await refundToSign(ctx, { refundId }, "wallet");
  expect(await refund()).toMatchObject({ state: "failed", failed: { cause: "REVERT" } });
  const [seen] = await database().sql`select failure from refunds where id = ${refundId}`;
  expect(seen).toEqual({ failure: "REVERT" });
  await sendSigned(ctx, sign(again));
  await refreshSentState(ctx, requireNetwork(ctx.settings), { txHash, isReported: false });
  const [after] = await database().sql`select status from refunds where id = ${refundId}`;
  expect(after).toEqual({ status: "sent" });
});

describe("a node that doesn't take what was signed", () => {
  let second: TronProxy;
  beforeAll(async () => {
    second = await tronProxy(chain);
  });
  afterEach(() => second.heal());
  afterAll(() => second.stop());

  it.each(["busy", "too_many", "forbidden", "wrong_key"] as const)(
    "by its limits (%s) leaves it to the next one, and alone keeps it and locks nothing",
    async (fault) => {
      const { ctx, to, refundId, sign, settle, refund } = await overpaid({ others: [second] });
      const signed = sign(await refundToSign(ctx, { refundId }, "wallet"));
      for (const { faults } of [proxy, second]) faults.httpApi = fault;
      expect(await refusalOf(sendSigned(ctx, signed))).toMatch(/Nothing was sent\. Send the same one again/);
      expect(await refund()).toMatchObject({ state: "waiting", kept: { isUnsent: true } });
      second.faults.httpApi = null;
      const { txHash } = await sendAgain(ctx, { txHash: (await refund())?.kept?.txHash ?? "" });
      await settle();
      expect(await refund()).toMatchObject({ state: "left", txHash });
      expect(await chain.balanceOf(to)).toBe(usdt(2));
    },
  );

  it.each(["overloaded", "bad_gateway", "page", "drop", "half", "cut"] as const)(
    "and gives no clear answer (%s) locks it, and the same one arrives once",
    async (fault) => {
      const { ctx, to, refundId, sign, settle, refund } = await overpaid();
      const signed = sign(await refundToSign(ctx, { refundId }, "wallet"));
      proxy.faults.httpApi = fault;
      expect(await refusalOf(sendSigned(ctx, signed))).toMatch(/It may still arrive/);
      expect(await refund()).toMatchObject({ state: "confirming", kept: { isUnsent: false } });
      expect(await refusalOf(cancelRefund(ctx, { refundId }))).toMatch(/already sent and may/);
      proxy.faults.httpApi = null;
      await sendAgain(ctx, { txHash: (await refund())?.kept?.txHash ?? "" });
      await settle();
      expect(await refund()).toMatchObject({ state: "left", kept: null });
      expect(await chain.balanceOf(to)).toBe(usdt(2));
    },
  );

  it("and says so wrongly: what a block contains isn't signed again, however it is kept", async () => {
    const { ctx, to, refundId, sign, settle, refund } = await overpaid();
    const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
    await database().sql`update sent_transactions set unsent_id = id, accepted_at = null where tx_hash = ${txHash}`;
    await chain.mine();
    for (const act of [() => refundToSign(ctx, { refundId }, "wallet"), () => sendAgain(ctx, { txHash })]) {
      expect(await refusalOf(act())).toMatch(/is on the blockchain/);
    }
    await settle();
    expect(await refund()).toMatchObject({ state: "left", txHash });
    expect(await chain.balanceOf(to)).toBe(usdt(2));
  });

  it("because it is behind leaves it to the next one, and alone says so until it has caught up", async () => {
    const { ctx, to, refundId, sign, settle, refund } = await overpaid({ others: [second] });
    const signed = sign(await refundToSign(ctx, { refundId }, "file"));
    for (const { faults } of [proxy, second]) faults.lag = 30;
    expect(await refusalOf(sendSigned(ctx, signed))).toMatch(/either none is up to date.*Nothing was sent/);
    expect(await refund()).toMatchObject({ state: "waiting", kept: { isUnsent: true } });
    second.faults.lag = 0;
    const { txHash } = await sendSigned(ctx, signed);
    proxy.faults.lag = 0;
    await settle();
    expect(await refund()).toMatchObject({ state: "left", txHash });
    expect(await chain.balanceOf(to)).toBe(usdt(2));
  });

  it("because it remembers one that it refused doesn't make it sent; a new one is", async () => {
    const { ctx, to, refundId, sign, settle, refund } = await overpaid();
    const signed = sign(await refundToSign(ctx, { refundId }, "file"));
    proxy.faults.remembersTransactions = true;
    proxy.faults.refusesTransactions = "CONTRACT_VALIDATE_ERROR";
    expect(await refusalOf(sendSigned(ctx, signed))).toMatch(/no TRX for the fee/);
    proxy.faults.refusesTransactions = null;
    expect(await refusalOf(sendSigned(ctx, signed))).toMatch(/refused this transaction before.*sign a new one/);
    expect(await refund()).toMatchObject({ state: "waiting", txHash: null, kept: null });
    const anew = sign(await refundToSign(ctx, { refundId }, "wallet"));
    await sendSigned(ctx, anew);
    // the same one again: the node has it
    await sendSigned(ctx, anew);
    await settle();
    expect(await refund()).toMatchObject({ state: "left" });
    expect(await chain.balanceOf(to)).toBe(usdt(2));
  });

  it("which none can ask about isn't said to be unconfirmed", async () => {
    const { ctx, refundId, sign, settle, refund } = await overpaid({ others: [second] });
    await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
    proxy.always("drop");
    expect(await checkSent(ctx, { refundId })).toEqual({ isFailed: false });
    second.always("drop");
    await expect(checkSent(ctx, { refundId })).rejects.toMatchObject({
      code: "api_error",
      message: expect.stringMatching(/No TRON node responds/),
    });
    for (const one of [proxy, second]) one.heal();
    await settle();
    expect(await refund()).toMatchObject({ state: "left" });
  });
});

it("one that ran out of energy is named so, by a look or by the next passes, and can be signed again", async () => {
  const { ctx, to, refundId, sign, settle, refund } = await overpaid();
  proxy.faults.lacksEnergy = true;
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  await database()
    .sql`update sent_transactions set created_at = now() - interval '6 minutes' where tx_hash = ${txHash}`;
  await settle();
  await database().sql`update chain_cursors set rescanned_hour_at = null`;
  await settle();
  proxy.faults.lacksEnergy = false;
  expect(await refund()).toMatchObject({ state: "failed", failed: { cause: "OUT_OF_ENERGY" } });
  await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  expect(await refund()).toMatchObject({ state: "confirming", failed: null });
  await settle();
  expect(await refund()).toMatchObject({ state: "left" });
  expect(await chain.balanceOf(to)).toBe(usdt(2));
});

/** An address with funds that a sweep can collect. */
async function swept() {
  const { ctx, address, sign, settle } = await overpaid();
  const setBalance = async () => database().sql`
    update receive_addresses set balance_micros = ${await chain.balanceOf(address)}, balance_at = now()
     where address = ${address}`;
  await setBalance();
  const input = SweepInput.parse({ to: tronFromHex(newAddress()), threshold: "1" });
  const from = tronFromHex(address);
  return {
    setBalance,
    settle,
    plan: async () => {
      const { rows, inFlight } = await planSweep(ctx, input);
      return { isPlanned: rows.some((row) => row.from === from), inFlight };
    },
    send: async () => {
      const transfer = (await sweepToSign(ctx, input, "file")).find((one) => one.from === from);
      return sendSigned(ctx, sign(transfer as TransferToSign));
    },
  };
}

it("a sweep that was sent is left out of the next one until it is confirmed, and then there is nothing to move", async () => {
  const { plan, setBalance, settle, send } = await swept();
  expect(await plan()).toEqual({ isPlanned: true, inFlight: 0 });
  await send();
  expect(await plan()).toEqual({ isPlanned: false, inFlight: 1 });
  await settle();
  await setBalance();
  expect(await plan()).toEqual({ isPlanned: false, inFlight: 0 });
});

it("a sweep that the chain contains as failed is planned again within minutes, although it hasn't expired", async () => {
  const { plan, setBalance, settle, send } = await swept();
  await chain.pause();
  const { txHash } = await send();
  await settle();
  await chain.pause(false);
  const look = async () => {
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await settle();
    await setBalance();
    return plan();
  };
  expect(await look()).toEqual({ isPlanned: false, inFlight: 1 });
  await database()
    .sql`update sent_transactions set created_at = now() - interval '6 minutes' where tx_hash = ${txHash}`;
  expect(await look()).toEqual({ isPlanned: true, inFlight: 0 });
});

describe("a refund that left while the ledger couldn't record it", () => {
  let second: TronProxy;
  beforeAll(async () => {
    second = await tronProxy(chain);
  });
  afterEach(() => second.heal());
  afterAll(() => second.stop());

  /** The node's own name for the transaction in the newest block. */
  async function lastTransaction(): Promise<string> {
    const block = await chain.call("eth_getBlockByNumber", ["latest", false]);
    return (block as { transactions: [string] }).transactions[0];
  }
  const noReceipt = (txHash: string) => {
    for (const { faults } of [proxy, second]) faults.noReceipt.add(txHash);
  };

  it.each([
    ["the second node is away", async () => second.always("drop")],
    ["the second node denies it", async () => second.faults.failed.add(await lastTransaction())],
    ["no node has its receipt", async () => noReceipt(await lastTransaction())],
  ])("since %s stays sent, and can be neither signed again nor cancelled", async (_, happen) => {
    const { ctx, watcher, to, refundId, sign, settle, refund, expire } = await overpaid({
      excess: 1_500,
      others: [second],
    });
    const inFile = sign(await refundToSign(ctx, { refundId }, "file"));
    const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
    await chain.mine();
    await happen();
    await chain.finalize();
    // a receipt that no node has holds up a few passes
    for (let n = 0; n < 9; n++) await watchOnce(watcher);
    await expire();
    expect(await refund()).toMatchObject({ state: "confirming", txHash, expiresAt: null });
    expect(await checkSent(ctx, { refundId })).toEqual({ isFailed: false });
    for (const attempt of [
      () => refundToSign(ctx, { refundId }, "wallet"),
      () => sendSigned(ctx, inFile),
      () => cancelRefund(ctx, { refundId }),
    ]) {
      expect(await refusalOf(attempt())).toMatch(/already sent/);
    }
    for (const node of [proxy, second]) node.heal();
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await settle();
    expect(await refund()).toMatchObject({ state: "left", txHash });
    expect(await chain.balanceOf(to)).toBe(usdt(1_500));
  });

  it("isn't cancelled as long as one of three nodes is away, since that may have it", async () => {
    const third = await tronProxy(chain);
    onTestFinished(() => third.stop());
    const { ctx, refundId, sign, settle, refund, expire } = await overpaid({ others: [second, third] });
    const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
    const block = await chain.mine();
    for (const { faults } of [proxy, second, third]) faults.holes.push([block, block]);
    const transaction = await lastTransaction();
    for (const { faults } of [proxy, third]) faults.noReceipt.add(transaction);
    await settle();
    await expire();
    second.always("drop");
    for (let n = 0; n < 2; n++) {
      expect(await refusalOf(cancelRefund(ctx, { refundId }))).toMatch(/Couldn't find out/);
    }
    for (const node of [proxy, second]) node.heal();
    await database().sql`update chain_cursors set rescanned_hour_at = null`;
    await settle();
    expect(await refund()).toMatchObject({ state: "left", txHash });
  });
});

it("a refund that a hole in the node's index hides is looked up before it is signed again, sent again or cancelled", async () => {
  const { ctx, to, refundId, sign, settle, refund, expire } = await overpaid();
  const inFile = sign(await refundToSign(ctx, { refundId }, "file"));
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  const block = await chain.mine();
  proxy.faults.holes.push([block, block]);
  await settle();
  await expire();
  expect(await refund()).toMatchObject({ state: "waiting" });
  expect(await refusalOf(refundToSign(ctx, { refundId }, "wallet"))).toMatch(ON_CHAIN);
  expect(await refusalOf(sendSigned(ctx, inFile))).toMatch(ON_CHAIN);
  expect(await refusalOf(cancelRefund(ctx, { refundId }))).toMatch(ON_CHAIN);
  proxy.always("drop");
  expect(await refusalOf(cancelRefund(ctx, { refundId }))).toMatch(/Couldn't find out/);
  proxy.heal();
  await database().sql`update chain_cursors set rescanned_hour_at = null`;
  await settle();
  expect(await refund()).toMatchObject({ state: "left", txHash });
  expect(await chain.balanceOf(to)).toBe(usdt(2));
});

it("a refund that no look at the chain finds any more is recorded by its transaction's hash", async () => {
  const { ctx, to, intent, refundId, sign, settle, refund, expire } = await overpaid();
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  const block = await chain.mine();
  proxy.faults.holes.push([block, block]);
  await settle();
  await expire();
  expect(await refund()).toMatchObject({ state: "waiting" });
  const attach = () => attachTransfer(ctx, { txHash });
  expect(await attach()).toMatchObject({
    found: "recorded",
    message: "2.00 USDT sent by this transaction was missing and is now recorded. See Needs attention.",
    transfers: [],
    sent: [{ to: tronFromHex(to), amountMicros: usdt(2), isRefund: true }],
  });
  expect(await refund()).toMatchObject({ state: "left", txHash });
  expect((await booksOf(intent.id)).items).toMatchObject([{ kind: "over", resolution: "refunded" }]);
  expect(await attach()).toMatchObject({ found: "known", message: expect.stringMatching(/is already recorded/) });
  const attached = (await auditOf(ctx.merchantId)).filter(({ action }) => action === "transfer.attached");
  expect(attached.map(({ actor_type, after }) => ({ actor_type, after }))).toEqual([
    {
      actor_type: "user",
      after: { address: tronFromHex(intent.address), to: tronFromHex(to), amountMicros: "2000000", txHash },
    },
  ]);
});

it("a refund of which the token's fee was taken is matched by its transaction", async () => {
  const { ctx, intent, refundId, sign, settle, refund } = await overpaid({ excess: 100 });
  await chain.setFee(10, 1);
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  await settle();
  await chain.setFee(0, 0);
  expect(await refund()).toMatchObject({ state: "left", txHash });
  expect((await booksOf(intent.id)).items).toMatchObject([{ kind: "over", resolution: "refunded" }]);
});

it("a cancelled refund that left nevertheless counts as sent, so that it isn't paid again", async () => {
  const { ctx, itemId, refundId, sign, settle, refund } = await overpaid();
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  await database().sql`update refunds set withdrawn_at = now() where id = ${refundId}`;
  await settle();
  expect(await refund()).toMatchObject({ state: "left", txHash });
  expect(await getAttention(ctx, { itemId })).toMatchObject({ resolution: "refunded", refundableMicros: usdt(10) });
});

describe("the block that a transaction to sign names", () => {
  const blockOf = ({ transaction: { raw_data } }: TransferToSign) => raw_data.ref_block_bytes;
  const bytesOf = (number: number) => (number % 65_536).toString(16).padStart(4, "0");

  it("is of the last seconds for a wallet, and final in a file", async () => {
    const { ctx, watcher, refundId } = await overpaid();
    await chain.mine(30);
    const { number: head } = await chain.head();
    expect(blockOf(await refundToSign(ctx, { refundId }, "wallet"))).toBe(bytesOf(head - 5));
    const cursor = await readCursor(database().sql, watcher.network.id);
    expect(blockOf(await refundToSign(ctx, { refundId }, "file"))).toBe(bytesOf(cursor?.block.number ?? 0));
    expect(cursor?.block.number).toBeLessThan(head - 20);
  });

  it("is one that a node ten blocks behind has, and the final one if that is newer", async () => {
    const { ctx, watcher, refundId } = await overpaid();
    await chain.mine(30);
    const { number: head } = await chain.head();
    const signed = () => refundToSign(ctx, { refundId }, "wallet").then(blockOf);
    proxy.faults.lag = 10;
    expect(await signed()).toBe(bytesOf(head - 15));
    const final = bytesOf((await readCursor(database().sql, watcher.network.id))?.block.number ?? 0);
    proxy.faults.lag = 60;
    expect(await signed()).toBe(final);
  });

  it("may be replaced by a fork: nothing is sent then, and the refund can be signed anew", async () => {
    const { ctx, to, refundId, sign, settle, refund } = await overpaid();
    await chain.mine(10);
    const dropped = sign(await refundToSign(ctx, { refundId }, "wallet"));
    await chain.reorgHead(8);
    expect(await refusalOf(sendSigned(ctx, dropped))).toMatch(/the blockchain replaced that block.*sign a new one/);
    const kept = await refund();
    expect(kept).toMatchObject({ state: "waiting", kept: { isUnsent: true } });
    await discardSigned(ctx, { txHash: kept?.kept?.txHash ?? "" });
    await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
    await settle();
    expect(await refund()).toMatchObject({ state: "left" });
    expect(await chain.balanceOf(to)).toBe(usdt(2));
  });

  it("is the final one if no node answers", async () => {
    const { ctx, watcher, refundId } = await overpaid();
    await chain.mine(30);
    proxy.always("busy");
    const final = (await readCursor(database().sql, watcher.network.id))?.block.number ?? 0;
    expect(blockOf(await refundToSign(ctx, { refundId }, "wallet"))).toBe(bytesOf(final));
  });
});
