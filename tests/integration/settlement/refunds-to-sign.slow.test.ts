import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, it, onTestFinished } from "vitest";
import { requireNetwork } from "@/lib/base/context/network";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromPublicKey, tronFromHex } from "@/lib/base/tron/address";
import { signTransaction } from "@/lib/base/tron/transfer-transaction";
import { decimalFromMicros } from "@/lib/base/values/money";
import { planRefunds } from "@/lib/settlement/funds/plan-refunds";
import { RefundsToSignInput, refundsToSign } from "@/lib/settlement/funds/refunds-to-sign";
import {
  formatSignedTransferFile,
  formatTransferFile,
  MAX_FILE_BYTES,
  parseSignedTransferFile,
  parseTransferFile,
} from "@/lib/settlement/funds/transfer-file";
import { refundToSign } from "@/lib/settlement/funds/transfer-to-sign";
import {
  liveMerchant,
  MAINNET,
  makeTransfer,
  randomHex,
  setKnownBalance,
  turnLiveOn,
  USDT,
} from "@/tests/support/live";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

turnLiveOn();

const CUSTOMER = randomHex();

/** A business with money from nobody known at each of its addresses; no node of its network answers. */
async function business(addresses = 1) {
  const keys = Array.from({ length: addresses }, () => {
    const { secretKey, publicKey } = secp256k1.keygen();
    return { secretKey, address: hexFromPublicKey(publicKey) };
  });
  const { merchantId, member: ctx } = await liveMerchant({ wallet: keys.map(({ address }) => tronFromHex(address)) });
  const itemIds = await Promise.all(
    keys.map(async ({ address }) => {
      const transferId = await makeTransfer({ merchantId, address, amountMicros: 9_000_000_000n });
      const [item] = await database().sql<[{ id: string }]>`
        insert into attention_items (merchant_id, kind, transfer_id, amount_micros)
        values (${merchantId}, 'unassigned', ${transferId}, 9000000000) returning id`;
      return item.id;
    }),
  );
  return { ctx, merchantId, keys, itemIds };
}

type Business = Awaited<ReturnType<typeof business>>;
type Draft = { at?: number; micros?: number; status?: string; to?: HexAddress | null; isConfirmed?: boolean };

/** Refunds that stand as they would after their earlier moves; their ids in the order of the drafts. */
async function refundsOf({ ctx, merchantId, keys, itemIds }: Business, drafts: Draft[]): Promise<string[]> {
  const { sql } = database();
  const ids: string[] = [];
  for (const { at = 0, micros = 1_000_000, status = "prepared", to = CUSTOMER, isConfirmed = true } of drafts) {
    // what a key prepared isn't confirmed
    const key = isConfirmed ? null : (await createRestrictedKey({ merchantId }, { environment: "live" })).keyId;
    const [{ id }] = await sql<[{ id: string }]>`
      insert into refunds (merchant_id, environment, item_id, status, from_address, to_address, amount_micros, prepared_by,
                           prepared_by_key, head_block)
      values (${merchantId}, 'live', ${itemIds[at] ?? ""}, ${to ? "prepared" : "waiting_for_address"},
              ${keys[at]?.address ?? ""}, ${to}, ${micros}, ${key ? null : ctx.actor.userId}, ${key}, 1)
      returning id`;
    if (status === "cancelled")
      await sql`update refunds set status = 'cancelled', withdrawn_at = now() where id = ${id}`;
    if (status === "sent") await sql`update refunds set status = 'sent', sent_at = now() where id = ${id}`;
    ids.push(id);
  }
  return ids;
}

type Sent = { micros: number; until: string; network?: string };

const send = ({ merchantId, keys }: Business, refundId: string, { micros, until, network = MAINNET }: Sent) =>
  database().sql`
  insert into sent_transactions (merchant_id, network, tx_hash, refund_id, sent_by, from_address, to_address, amount_micros,
                                 expires_at, raw_data_hex, signature)
  select merchant_id, ${network}, ${`0x${randomHex().slice(2).padEnd(64, "0")}`}, id, prepared_by, from_address,
         to_address, ${micros}, now() + ${until}::interval, '0a', '0b'
    from refunds where id = ${refundId} and merchant_id = ${merchantId} and from_address = ${keys[0]?.address ?? ""}`;

/** A node that answers nothing and counts what it is asked. */
async function countRequests() {
  let requests = 0;
  const server = createServer((request) => {
    requests += 1;
    request.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jsonrpc`, requests: () => requests };
}

it("a thousand confirmed refunds, all of them equal, fit into one file, and signed into one to upload", async () => {
  const shop = await business();
  const [refundId = ""] = await refundsOf(shop, [{}]);
  await database().sql`
    insert into refunds (merchant_id, environment, item_id, status, from_address, to_address, amount_micros, prepared_by,
                         head_block)
    select merchant_id, environment, item_id, status, from_address, to_address, amount_micros, prepared_by, head_block
      from refunds, generate_series(2, 1000) where id = ${refundId}`;
  const rows = await database().sql<{ id: string }[]>`select id from refunds where merchant_id = ${shop.merchantId}`;
  const input = RefundsToSignInput.parse({ refundIds: rows.map(({ id }) => id) });
  const { transfers, leftOut } = await refundsToSign(shop.ctx, input, "file");
  expect(leftOut).toEqual([]);
  const text = formatTransferFile({
    network: "TRON",
    token: USDT,
    transfers: transfers.map(({ refundId: _, amountMicros, ...one }) => ({
      ...one,
      amount: decimalFromMicros(amountMicros),
    })),
  });
  expect(text.length).toBeLessThan(MAX_FILE_BYTES);
  const file = parseTransferFile(text);
  if ("fault" in file) throw new Error(file.fault);
  const key = shop.keys[0]?.secretKey ?? new Uint8Array();
  const signed = file.transfers.map(({ rawDataHex }) => ({ rawDataHex, signature: signTransaction(rawDataHex, key) }));
  const upload = parseSignedTransferFile(formatSignedTransferFile(file.network, signed));
  expect(upload).toMatchObject({ transactions: { length: 1_000 }, repeats: 0 });
});

it("more than a thousand, and none, are refused", () => {
  const id = "0f0e0d0c-0b0a-4909-8807-060504030201";
  expect(RefundsToSignInput.safeParse({ refundIds: Array(1_001).fill(id) }).success).toBe(false);
  expect(RefundsToSignInput.safeParse({ refundIds: [] }).success).toBe(false);
});

it("only confirmed ones that wait are signed; each of the others is left out with its reason", async () => {
  const shop = await business();
  const [ready = "", unconfirmed, waiting, cancelled] = await refundsOf(shop, [
    {},
    { isConfirmed: false },
    { to: null },
    { status: "cancelled" },
  ]);
  const other = await business();
  const [foreign] = await refundsOf(other, [{}]);
  const refundIds = [unconfirmed, waiting, cancelled, foreign, ready, ready] as string[];
  const { transfers, leftOut } = await refundsToSign(shop.ctx, { refundIds }, "file");
  expect(transfers).toMatchObject([{ refundId: ready, to: tronFromHex(CUSTOMER), amountMicros: 1_000_000n }]);
  expect(new Map(leftOut.map(({ refundId, reason }) => [refundId, reason]))).toEqual(
    new Map([
      [unconfirmed, "Confirm this refund first."],
      [waiting, "This refund still waits for the customer's address."],
      [cancelled, "This refund was cancelled."],
      [foreign, "No such refund."],
    ]),
  );
  const inSandbox = { ...shop.ctx, environment: "sandbox" as const };
  expect(await refundsToSign(inSandbox, { refundIds: [ready] }, "file")).toEqual({
    transfers: [],
    leftOut: [{ refundId: ready, reason: "No such refund.", amountMicros: null, to: null }],
  });
});

it("one that counts as sent without any transaction has failed, and is signed anew", async () => {
  const shop = await business();
  const [id = ""] = await refundsOf(shop, [{ status: "sent" }]);
  const { transfers } = await refundsToSign(shop.ctx, { refundIds: [id] }, "file");
  expect(transfers).toMatchObject([{ refundId: id }]);
  const [refund] = await database().sql`select status, failure from refunds where id = ${id}`;
  expect(refund).toEqual({ status: "failed", failure: "EXPIRED" });
});

it("a plan names the transfers by the address that pays, their sum, and a command each", async () => {
  const shop = await business(3);
  const ids = await refundsOf(
    shop,
    [0, 1, 2, 0, 1, 2].map((at) => ({ at, micros: 1_000_000 + at })),
  );
  const plan = await planRefunds(shop.ctx, { refundIds: ids });
  const senders = plan.refunds.map(({ from }) => from);
  expect(senders).toEqual(senders.toSorted());
  expect(new Set(plan.refunds.map(({ refundId }) => refundId))).toEqual(new Set(ids));
  expect(plan).toMatchObject({ totalMicros: 6_000_006n, senders: 3, leftOut: [] });
  expect(plan.lines).toHaveLength(6);
});

it("none is signed while its transaction may arrive, which no node is asked about; an expired one is looked up", async () => {
  const shop = await business();
  const node = await countRequests();
  const { settings } = shop.ctx;
  const ctx = { ...shop.ctx, settings: { ...settings, network: { ...requireNetwork(settings), rpcUrls: [node.url] } } };
  const [fresh = "", expired = "", ready] = await refundsOf(shop, [{ status: "sent" }, { status: "sent" }, {}]);
  await send(shop, fresh, { micros: 1_000_000, until: "10 minutes" });
  await send(shop, expired, { micros: 1_000_000, until: "-1 day" });
  const reasonsOf = async (ids: string[]) =>
    (await refundsToSign(ctx, { refundIds: ids }, "file")).leftOut.map(({ reason }) => reason);
  expect(await reasonsOf([fresh])).toEqual(["This refund was already sent and may still be confirmed."]);
  expect(node.requests()).toBe(0);
  const single = await refundToSign(ctx, { refundId: expired }, "file").catch(({ message }) => message);
  expect(single).toMatch(/Couldn't find out whether/);
  expect(await reasonsOf([expired])).toEqual([single]);
  expect(node.requests()).toBeGreaterThan(0);
  const all = await refundsToSign(ctx, { refundIds: [fresh, expired, ready as string] }, "file");
  expect(all.transfers).toMatchObject([{ refundId: ready }]);
});

it("refunds of one address are signed as far as it can pay them together, and the others say what is missing", async () => {
  const shop = await business(2);
  const [poor, rich] = shop.keys.map(({ address }) => address) as [HexAddress, HexAddress];
  await setKnownBalance([poor], 25_000_000);
  await setKnownBalance([rich], 500_000_000);
  const ids = await refundsOf(shop, [
    { micros: 10_000_000 },
    { micros: 20_000_000 },
    { micros: 12_000_000 },
    { at: 1, micros: 300_000_000 },
  ]);
  const { transfers, leftOut } = await refundsToSign(shop.ctx, { refundIds: ids }, "wallet");
  expect(transfers.map(({ refundId }) => refundId)).toEqual([ids[0], ids[2], ids[3]]);
  expect(leftOut).toEqual([
    {
      refundId: ids[1],
      amountMicros: 20_000_000n,
      to: tronFromHex(CUSTOMER),
      reason: `${tronFromHex(poor)} can pay 25.00 USDT, but the 3 chosen refunds from it need 42.00 USDT: 17.00 USDT is missing. A refund wallet can pay the rest: set one under Settlement, then sign again. Don't send USDT to the address: it could count as a customer's payment.`,
    },
  ]);
});

it("what was sent and isn't confirmed yet counts as gone from its address", async () => {
  const shop = await business();
  await setKnownBalance([shop.keys[0]?.address as HexAddress], 25_000_000);
  const [sent = "", next = "", small = ""] = await refundsOf(shop, [
    { micros: 15_000_000, status: "sent" },
    { micros: 11_000_000 },
    { micros: 10_000_000 },
  ]);
  await send(shop, sent, { micros: 15_000_000, until: "10 minutes" });
  const { transfers, leftOut } = await refundsToSign(shop.ctx, { refundIds: [next] }, "file");
  expect(transfers).toEqual([]);
  expect(leftOut).toMatchObject([
    { reason: expect.stringMatching(/can pay 10\.00 USDT, but this refund needs 11\.00 USDT: 1\.00 USDT/) },
  ]);
  expect((await refundsToSign(shop.ctx, { refundIds: [small] }, "file")).leftOut).toEqual([]);
  // on another network, the address is another one
  await database().sql`delete from sent_transactions where refund_id = ${sent}`;
  await send(shop, sent, { micros: 15_000_000, until: "10 minutes", network: "tron-nile" });
  expect((await refundsToSign(shop.ctx, { refundIds: [next] }, "file")).leftOut).toEqual([]);
});
