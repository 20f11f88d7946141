import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, it } from "vitest";
import { getAttention } from "@/lib/attention/get-attention";
import { PrepareRefundInput, prepareRefund } from "@/lib/attention/prepare-refund";
import type { MemberContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { checkSent } from "@/lib/funds/check-sent";
import { planSweep, SweepInput } from "@/lib/funds/plan-sweep";
import { SendSignedInput, sendSigned } from "@/lib/funds/send-signed";
import { refundToSign, sweepToSign, type TransferToSign } from "@/lib/funds/transfer-to-sign";
import { hexFromPublicKey, tronFromHex } from "@/lib/tron/address";
import { signTransaction } from "@/lib/tron/transfer-transaction";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { booksOf, makeLiveIntent, newAddress, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";
import { memberContext } from "@/tests/support/member-context";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

/** A payment of 10 USDT that got 12 at an address of which the test has the key, and a prepared refund of the excess. */
async function overpaid() {
  const watcher = watcherOn(chain.network(proxy));
  await readAll(watcher);
  const { secretKey, publicKey } = secp256k1.keygen();
  const address = hexFromPublicKey(publicKey);
  const expiresAt = await chain.inSeconds(1_800);
  const intent = await makeLiveIntent(watcher.network.id, shop, { address, amountMicros: usdt(10), expiresAt });
  const settle = async () => {
    await chain.finalize();
    await readAll(watcher);
  };
  await chain.pay(address, 12);
  await settle();
  const member = await memberContext(shop, { environment: "live" });
  const ctx: MemberContext = { ...member, settings: { ...member.settings, network: watcher.network } };
  const [item] = await database().sql<[{ id: string }]>`select id from attention_items where intent_id = ${intent.id}`;
  const to = newAddress();
  const input = PrepareRefundInput.parse({ itemId: item.id, to: tronFromHex(to), amount: "2" });
  const { refundId } = await prepareRefund(ctx, input);
  const sign = ({ transaction: { raw_data_hex: rawDataHex } }: TransferToSign) =>
    SendSignedInput.parse({ rawDataHex, signature: signTransaction(rawDataHex, secretKey) });
  const refund = async () => (await getAttention(ctx, { itemId: item.id })).refunds[0];
  return { ctx, intent, address, to, refundId, sign, settle, refund };
}

it("a refund signed in the owner's wallet is sent, confirmed by the chain, and settles its item", async () => {
  const { ctx, intent, to, refundId, sign, settle, refund } = await overpaid();
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
  expect(await refund()).toMatchObject({ state: "confirming", txHash });
  await settle();
  expect(await refund()).toMatchObject({ state: "left", txHash });
  expect((await booksOf(intent.id)).items).toMatchObject([{ kind: "over", resolution: "refunded" }]);
  expect(await chain.balanceOf(to)).toBe(usdt(2));
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
  expect(await checkSent(ctx, { refundId })).toEqual({ isFailed: true });
  expect(await refund()).toMatchObject({ state: "waiting" });
  const again = await refundToSign(ctx, { refundId }, "wallet");
  await sendSigned(ctx, sign(again));
  await settle();
  expect(await refund()).toMatchObject({ state: "left", txHash: `0x${again.transaction.txID}` });
  expect(await chain.balanceOf(to)).toBe(usdt(2));
});

it("a sweep that was sent is left out of the next one until it is confirmed, and then there is nothing to move", async () => {
  const { ctx, address, sign, settle } = await overpaid();
  const setBalance = async () => database().sql`
    update receive_addresses set balance_micros = ${await chain.balanceOf(address)}, balance_at = now()
     where address = ${address}`;
  await setBalance();
  const input = SweepInput.parse({ to: tronFromHex(newAddress()), threshold: "1" });
  const from = tronFromHex(address);
  const plan = async () => {
    const { rows, inFlight } = await planSweep(ctx, input);
    return { isPlanned: rows.some((row) => row.from === from), inFlight };
  };
  expect(await plan()).toEqual({ isPlanned: true, inFlight: 0 });
  const transfer = (await sweepToSign(ctx, input, "file")).find((one) => one.from === from);
  await sendSigned(ctx, sign(transfer as TransferToSign));
  expect(await plan()).toEqual({ isPlanned: false, inFlight: 1 });
  await settle();
  await setBalance();
  expect(await plan()).toEqual({ isPlanned: false, inFlight: 0 });
});
