import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, it } from "vitest";
import type { KeyContext, MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromPublicKey, tronFromHex } from "@/lib/base/tron/address";
import { makeTransfer, signTransaction } from "@/lib/base/tron/transfer-transaction";
import { SCOPES } from "@/lib/base/values/scopes";
import { readCursor } from "@/lib/chain/nodes/cursor";
import { keptWalletBalance, readWalletBalance } from "@/lib/chain/nodes/wallet-balance";
import { removeRefundWallet, setRefundWallet } from "@/lib/chain/wallets/set-refund-wallet";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { confirmRefunds } from "@/lib/payments/refunds/confirm";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { prepareRefundByKey } from "@/lib/payments/refunds/prepare-by-key";
import { rejectRefunds } from "@/lib/payments/refunds/reject";
import { CreateRefundInput } from "@/lib/payments/refunds/schemas";
import { refundsToSign } from "@/lib/settlement/funds/refunds-to-sign";
import { SendSignedInput, sendSigned } from "@/lib/settlement/funds/send-signed";
import { refundToSign, type TransferToSign } from "@/lib/settlement/funds/transfer-to-sign";
import { attachTransfer } from "@/lib/settlement/ledger/attach-transfer";
import {
  confirmWalletTransfer,
  listWalletTransfers,
  rejectWalletTransfer,
} from "@/lib/settlement/ledger/wallet-transfers";
import { rescan } from "@/lib/settlement/watcher/rescan";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { setKnownBalance } from "@/tests/support/live";
import { alarmsOf, makeLiveIntent, makeShop, newAddress, readAll, watcherOn } from "@/tests/support/live-intents";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

let chain: Chain;
let proxy: TronProxy;

withWatchedChain((made) => {
  ({ chain, proxy } = made);
});

function newKey() {
  const { secretKey, publicKey } = secp256k1.keygen();
  return { key: secretKey, address: hexFromPublicKey(publicKey) as HexAddress };
}

const signedBy = ({ transaction: { raw_data_hex: rawDataHex } }: TransferToSign, key: Uint8Array) =>
  SendSignedInput.parse({ rawDataHex, signature: signTransaction(rawDataHex, key) });

/**
 * A business whose payment of 10 USDT was swept, and with a refund wallet that holds 50 USDT, of which the test has the
 * keys.
 */
async function swept({ isSet = true } = {}) {
  const watcher = watcherOn(chain.network(proxy), { settings: { receiptPatienceMs: 0 } });
  await readAll(watcher);
  const shop = await makeShop();
  const [own, wallet] = [newKey(), newKey()];
  const expiresAt = await chain.inSeconds(1_800);
  const intent = await makeLiveIntent(watcher.network.id, shop, {
    address: own.address,
    amountMicros: usdt(10),
    expiresAt,
  });
  const settle = async () => {
    await chain.finalize();
    await readAll(watcher);
  };
  await chain.pay(own.address, 10);
  await chain.pay(wallet.address, 50);
  await settle();
  const member = await memberContext(shop, { environment: "live" });
  const ctx: MemberContext = { ...member, settings: { ...member.settings, network: watcher.network } };
  const sweep = async () => {
    await chain.transfer(own.address, newAddress(), usdt(10));
    await settle();
    await database().sql`
      update address_ledgers set opening_micros = 0 where address = ${own.address} and opening_micros is null`;
    await database().sql`
      update receive_addresses set balance_micros = 0, balance_at = now() where address = ${own.address}`;
  };
  const setWallet = () => setRefundWallet(ctx, { address: tronFromHex(wallet.address) });
  if (isSet) await setWallet();
  const to = newAddress();
  const prepare = async (amount = "4", recipient = to) => {
    const input = PrepareIntentRefundInput.parse({ intentId: intent.id, amount, to: tronFromHex(recipient) });
    return (await prepareIntentRefund(ctx, input)).refundId;
  };
  return { ctx, watcher, shop, intent, own, wallet, to, settle, sweep, setWallet, prepare };
}

async function refundOf(id: string) {
  const [refund] = await database().sql<{ status: string; from: string; txHash: string | null }[]>`
    select f.status, f.from_address as from, o.tx_hash as "txHash"
      from refunds f left join outgoing_transfers o on o.id = f.outgoing_id where f.id = ${id}`;
  return refund;
}

/** What is stored of an address, wherever. */
async function storedOf(address: string) {
  const [row] = await database().sql<[{ outgoing: number; proposed: number; ledgers: number; items: number }]>`
    select (select count(*) from outgoing_transfers where from_address = ${address})::int as outgoing,
           (select count(*) from refund_wallet_transfers where from_address = ${address})::int as proposed,
           (select count(*) from address_ledgers where address = ${address})::int as ledgers,
           (select count(*) from attention_items where disputed::text like ${`%${address}%`})::int as items`;
  return row;
}

it("a refund is paid from the refund wallet after a sweep, signed in a file, and is final by itself", async () => {
  const { ctx, own, wallet, to, settle, sweep, prepare } = await swept();
  const refundId = await prepare();
  expect(await refundOf(refundId)).toMatchObject({ status: "prepared", from: own.address });
  await sweep();
  const unsigned = await refundToSign(ctx, { refundId }, "file");
  expect(unsigned.from).toBe(tronFromHex(wallet.address));
  expect(await refundOf(refundId)).toMatchObject({ status: "prepared", from: wallet.address });
  expect((await auditOf(ctx.merchantId)).map(({ action }) => action)).toContain("refund.source_changed");
  // it stays there when its address gets money again: someone may just be paying it by hand
  await setKnownBalance([own.address], 10_000_000);
  expect((await refundToSign(ctx, { refundId }, "file")).from).toBe(tronFromHex(wallet.address));
  await setKnownBalance([own.address], 0);
  const { txHash } = await sendSigned(ctx, signedBy(unsigned, wallet.key));
  expect(await refundOf(refundId)).toMatchObject({ status: "sent" });
  await settle();
  expect(await refundOf(refundId)).toEqual({ status: "final", from: wallet.address, txHash });
  expect(await chain.balanceOf(to)).toBe(usdt(4));
  expect(await storedOf(wallet.address)).toEqual({ outgoing: 1, proposed: 0, ledgers: 0, items: 0 });
  // one that is prepared now is paid from there at once
  expect(await refundOf(await prepare("5"))).toMatchObject({ from: wallet.address });
});

it("what a key prepared is confirmed after a sweep, and signed in one file, as far as the refund wallet can pay", async () => {
  const { ctx, intent, own, wallet, to, settle, sweep, prepare } = await swept();
  const keyId = (await createRestrictedKey(ctx, { environment: "live" })).keyId;
  const key: KeyContext = {
    ...{ db: ctx.db, settings: ctx.settings, merchantId: ctx.merchantId, environment: "live", terminalIds: null },
    ...{ actor: { type: "api_key", keyId }, isRestricted: true, scopes: SCOPES, ipRanges: [], terminal: null },
  };
  const input = { intent_id: intent.id, amount_usdt: 4, to: tronFromHex(to) };
  const { answer } = await prepareRefundByKey(key, CreateRefundInput.parse(input), null);
  const byKey: string = JSON.parse(answer).id;
  // one more that is equal, and one whose recipient is another
  const refundIds = [byKey, await prepare(), await prepare("2", newAddress())];
  await sweep();
  const first = await refundsToSign(ctx, { refundIds }, "file");
  expect(first.leftOut).toMatchObject([{ refundId: byKey, reason: "Confirm this refund first." }]);
  await confirmRefunds(ctx, { refunds: [{ refundId: byKey, to: tronFromHex(to) }] });
  await chain.transfer(wallet.address, newAddress(), usdt(41.5));
  await settle();
  const { transfers, leftOut } = await refundsToSign(ctx, { refundIds }, "file");
  expect(transfers.map(({ from, refundId }) => [from, refundId])).toEqual(
    [byKey, refundIds[1]].map((refundId) => [tronFromHex(wallet.address), refundId]),
  );
  expect(leftOut).toMatchObject([
    { refundId: refundIds[2], reason: expect.stringMatching(/1\.50 USDT is missing. Send USDT/) },
  ]);
  expect(new Set(transfers.map(({ transaction }) => transaction.txID))).toHaveProperty("size", 2);
  for (const transfer of transfers) await sendSigned(ctx, signedBy(transfer, wallet.key));
  await settle();
  for (const { refundId } of transfers) expect(await refundOf(refundId)).toMatchObject({ status: "final" });
  expect(await chain.balanceOf(to)).toBe(usdt(8));
  expect(await chain.balanceOf(own.address)).toBe(0n);
});

it("what was signed from its address before it moved to the refund wallet isn't sent beside it, nor after it arrived", async () => {
  const { ctx, own, wallet, to, settle, sweep, prepare } = await swept();
  const refundId = await prepare();
  const first = signedBy(await refundToSign(ctx, { refundId }, "file"), own.key);
  await sweep();
  const second = signedBy(await refundToSign(ctx, { refundId }, "file"), wallet.key);
  // money of a later customer, of which the first one could pay
  await chain.pay(own.address, 10);
  await settle();
  const refused = { code: "conflict", message: expect.stringMatching(/is paid from your refund wallet now/) };
  await expect(sendSigned(ctx, first)).rejects.toMatchObject(refused);
  await sendSigned(ctx, second);
  await expect(sendSigned(ctx, first)).rejects.toMatchObject(refused);
  await settle();
  expect(await refundOf(refundId)).toMatchObject({ status: "final", from: wallet.address });
  await expect(sendSigned(ctx, first)).rejects.toMatchObject(refused);
  expect(await chain.balanceOf(to)).toBe(usdt(4));
});

it("without a refund wallet it isn't prepared, and the sentence says that one can be set", async () => {
  const { ctx, setWallet, sweep, prepare } = await swept({ isSet: false });
  const refundId = await prepare();
  await sweep();
  const refusal = { code: "conflict", message: expect.stringMatching(/Set a refund wallet under Settlement/) };
  await expect(prepare("5")).rejects.toMatchObject(refusal);
  await expect(refundToSign(ctx, { refundId }, "file")).rejects.toMatchObject(refusal);
  await setWallet();
  expect((await refundToSign(ctx, { refundId }, "file")).amountMicros).toBe(usdt(4));
});

it("a transfer that Till didn't send is proposed once, locks the refund, and is final when confirmed", async () => {
  const { ctx, watcher, wallet, to, settle, sweep, prepare } = await swept();
  await sweep();
  const refundId = await prepare();
  const signed = signedBy(await refundToSign(ctx, { refundId }, "file"), wallet.key);
  const txHash = await chain.transfer(wallet.address, to, usdt(4));
  await settle();
  const [proposed] = await listWalletTransfers(ctx);
  expect(proposed).toMatchObject({ txHash, amountMicros: usdt(4), to: tronFromHex(to) });
  expect(await refundOf(refundId)).toMatchObject({ status: "prepared" });
  const locked = { code: "conflict", message: expect.stringMatching(/Confirm or reject it/) };
  await expect(refundToSign(ctx, { refundId }, "file")).rejects.toMatchObject(locked);
  await expect(cancelRefund(ctx, { refundId })).rejects.toMatchObject(locked);
  await expect(rejectRefunds(ctx, { refundIds: [refundId] })).rejects.toMatchObject({ code: "conflict" });
  await expect(sendSigned(ctx, signed)).rejects.toMatchObject(locked);
  // a later scan asks nothing about it
  proxy.faults.noReceipt.add(txHash);
  await rescan(watcher, (await readCursor(database().sql, watcher.network.id)) as never, "hour");
  proxy.faults.noReceipt.delete(txHash);
  expect(await listWalletTransfers(ctx)).toHaveLength(1);
  expect(await storedOf(wallet.address)).toMatchObject({ proposed: 1, items: 0 });
  expect(await alarmsOf(watcher.network.id)).not.toContain("hole_found");
  await confirmWalletTransfer(ctx, { transferId: proposed?.id ?? "" });
  expect(await refundOf(refundId)).toMatchObject({ status: "final", txHash });
  expect(await listWalletTransfers(ctx)).toEqual([]);
  await expect(confirmWalletTransfer(ctx, { transferId: proposed?.id ?? "" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect((await auditOf(ctx.merchantId)).map((entry) => entry.action)).toContain("refund_wallet.transfer_confirmed");
});

it("a rejected one leaves the refund to be signed, and isn't proposed again", async () => {
  const { ctx, watcher, wallet, to, settle, sweep, prepare } = await swept();
  await sweep();
  const refundId = await prepare();
  await chain.transfer(wallet.address, to, usdt(4));
  await settle();
  const [proposed] = await listWalletTransfers(ctx);
  await rejectWalletTransfer(ctx, { transferId: proposed?.id ?? "" });
  await rescan(watcher, (await readCursor(database().sql, watcher.network.id)) as never, "hour");
  expect(await listWalletTransfers(ctx)).toEqual([]);
  const { txHash } = await sendSigned(ctx, signedBy(await refundToSign(ctx, { refundId }, "wallet"), wallet.key));
  await settle();
  expect(await refundOf(refundId)).toMatchObject({ status: "final", txHash });
});

it("of two equal refunds, one transfer is proposed for one of them alone", async () => {
  const { ctx, wallet, to, settle, sweep, prepare } = await swept();
  await sweep();
  const refunds = [await prepare(), await prepare()];
  await chain.transfer(wallet.address, to, usdt(4));
  await settle();
  const proposed = await listWalletTransfers(ctx);
  expect(proposed).toHaveLength(1);
  await confirmWalletTransfer(ctx, { transferId: proposed[0]?.id ?? "" });
  const statuses = await Promise.all(refunds.map(async (id) => (await refundOf(id))?.status));
  expect(statuses).toEqual(["final", "prepared"]);
});

it("what Till sent takes the refund, and the transfer that was proposed for it is proposed for the next one", async () => {
  const { ctx, wallet, to, settle, sweep, prepare } = await swept();
  await sweep();
  const first = await prepare();
  const signed = signedBy(await refundToSign(ctx, { refundId: first }, "file"), wallet.key);
  const second = await prepare();
  await sendSigned(ctx, signed);
  // the same once more, by hand
  const txHash = await chain.transfer(wallet.address, to, usdt(4));
  await settle();
  expect(await refundOf(first)).toMatchObject({ status: "final" });
  expect(await refundOf(second)).toMatchObject({ status: "prepared" });
  expect(await listWalletTransfers(ctx)).toMatchObject([{ txHash }]);
});

it("another amount and everything else that the wallet does is neither stored nor raised", async () => {
  const { ctx, watcher, wallet, to, settle, sweep, prepare } = await swept();
  await sweep();
  const refundId = await prepare();
  await chain.transfer(wallet.address, to, usdt(3.5));
  await chain.transfer(wallet.address, newAddress(), usdt(4));
  await chain.pay(wallet.address, 7);
  await settle();
  await rescan(watcher, (await readCursor(database().sql, watcher.network.id)) as never, "day");
  expect(await refundOf(refundId)).toMatchObject({ status: "prepared" });
  expect(await listWalletTransfers(ctx)).toEqual([]);
  expect(await storedOf(wallet.address)).toEqual({ outgoing: 0, proposed: 0, ledgers: 0, items: 0 });
  const alarms = await alarmsOf(watcher.network.id);
  for (const kind of ["hole_found", "disputed", "unreadable"]) expect(alarms).not.toContain(kind);
});

it("what a watcher of the version before passed over is found by a re-scan, without an alarm", async () => {
  const { ctx, watcher, own, wallet, to, settle, prepare } = await swept();
  const refundId = await prepare();
  // the version before looks only at receiving addresses
  expect(await refundOf(refundId)).toMatchObject({ from: own.address });
  const txHash = await chain.transfer(wallet.address, to, usdt(4));
  await settle();
  await database().sql`update refunds set from_address = ${wallet.address} where id = ${refundId}`;
  expect(await listWalletTransfers(ctx)).toEqual([]);
  await rescan(watcher, (await readCursor(database().sql, watcher.network.id)) as never, "hour");
  expect(await listWalletTransfers(ctx)).toMatchObject([{ txHash }]);
  expect(await alarmsOf(watcher.network.id)).not.toContain("hole_found");
});

it("a transfer from the refund wallet can be attached by its hash, and others of it can't", async () => {
  const { ctx, wallet, to, settle, prepare } = await swept();
  const refundId = await prepare();
  const [txHash, other] = [
    await chain.transfer(wallet.address, to, usdt(4)),
    await chain.transfer(wallet.address, newAddress(), usdt(4)),
  ];
  const wrong = await chain.transfer(wallet.address, to, usdt(3));
  await settle();
  await database().sql`update refunds set from_address = ${wallet.address} where id = ${refundId}`;
  expect(await attachTransfer(ctx, { txHash })).toMatchObject({
    found: "recorded",
    message: expect.stringMatching(/looks like an open refund/),
  });
  expect(await listWalletTransfers(ctx)).toMatchObject([{ txHash }]);
  for (const hash of [other, wrong])
    expect(await attachTransfer(ctx, { txHash: hash })).toMatchObject({ found: "not_yours" });
});

it("a transfer from before the refund was prepared isn't proposed for it", async () => {
  const { ctx, watcher, wallet, to, settle, sweep, prepare } = await swept();
  await sweep();
  await chain.transfer(wallet.address, to, usdt(4));
  await settle();
  await prepare();
  await rescan(watcher, (await readCursor(database().sql, watcher.network.id)) as never, "hour");
  expect(await listWalletTransfers(ctx)).toEqual([]);
});

it("after a change, what was sent is matched and what wasn't moves to the new wallet", async () => {
  const { ctx, wallet, to, settle, sweep, prepare } = await swept();
  await sweep();
  const sent = await prepare("4");
  const unsent = await prepare("3");
  const another = await prepare("1");
  const [old, oldUnsent] = [
    await refundToSign(ctx, { refundId: sent }, "file"),
    await refundToSign(ctx, { refundId: unsent }, "file"),
  ];
  await sendSigned(ctx, signedBy(old, wallet.key));
  const next = newKey();
  await chain.pay(next.address, 20);
  await setRefundWallet(ctx, { address: tronFromHex(next.address) });
  await expect(sendSigned(ctx, signedBy(oldUnsent, wallet.key))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/refund wallet that was removed/),
  });
  await settle();
  expect(await refundOf(sent)).toMatchObject({ status: "final", from: wallet.address });
  expect((await refundToSign(ctx, { refundId: unsent }, "file")).from).toBe(tronFromHex(next.address));
  const many = await refundsToSign(ctx, { refundIds: [another] }, "file");
  expect(many.transfers).toMatchObject([{ refundId: another, from: tronFromHex(next.address) }]);
  await removeRefundWallet(ctx);
  const none = await refundsToSign(ctx, { refundIds: [another] }, "file");
  expect(none).toMatchObject({ transfers: [], leftOut: [{ reason: expect.stringMatching(/Set a refund wallet/) }] });
  await expect(refundToSign(ctx, { refundId: unsent }, "file")).rejects.toMatchObject({ code: "conflict" });
  expect(await chain.balanceOf(to)).toBe(usdt(4));
});

it("from the refund wallet, Till sends only refunds, and none that the wallet is known not to hold", async () => {
  const { ctx, wallet, to, sweep, prepare } = await swept();
  await sweep();
  const refundId = await prepare("9");
  const unsigned = await refundToSign(ctx, { refundId }, "file");
  await cancelRefund(ctx, { refundId });
  await expect(sendSigned(ctx, signedBy(unsigned, wallet.key))).rejects.toMatchObject({ code: "conflict" });
  const again = await prepare("8");
  await chain.transfer(wallet.address, to, usdt(45));
  await chain.mine();
  expect(await readWalletBalance(ctx, ctx.settings.network as never, wallet.address)).toMatchObject({
    usdtMicros: usdt(5),
  });
  await expect(refundToSign(ctx, { refundId: again }, "file")).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/Your refund wallet holds only 5\.00 USDT/),
  });
  await cancelRefund(ctx, { refundId: again });
  const all = await refundToSign(ctx, { refundId: await prepare("5") }, "file");
  expect(all.from).toBe(tronFromHex(wallet.address));
  const { token } = ctx.settings.network ?? {};
  const now = new Date();
  const other = makeTransfer(
    { token: token as HexAddress, from: wallet.address, to, amountMicros: usdt(4.5) },
    { block: { number: 1, hash: `0x${"ab".repeat(32)}` }, now, expiresAt: new Date(now.getTime() + 600_000) },
  );
  await expect(
    sendSigned(ctx, { rawDataHex: other.raw_data_hex, signature: signTransaction(other.raw_data_hex, wallet.key) }),
  ).rejects.toMatchObject({ code: "invalid_request", message: expect.stringMatching(/only sends refunds/) });
});

it("pages ask one node for what the wallet holds once, and signing asks anew", async () => {
  const { ctx, wallet, to } = await swept();
  const network = ctx.settings.network as never;
  const asked = () => proxy.counts.methods.eth_getBalance ?? 0;
  const before = asked();
  for (const _ of [1, 2, 3]) {
    expect(await keptWalletBalance(ctx, network, wallet.address)).toMatchObject({ usdtMicros: usdt(50) });
  }
  expect(asked()).toBe(before + 1);
  await chain.transfer(wallet.address, to, usdt(45));
  await chain.mine();
  expect(await readWalletBalance(ctx, network, wallet.address)).toMatchObject({ usdtMicros: usdt(5) });
  expect(asked()).toBe(before + 2);
});
