import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromPublicKey, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { makeTransfer as makeTransaction, readTransfer, signTransaction } from "@/lib/base/tron/transfer-transaction";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { checkSent } from "@/lib/settlement/funds/check-sent";
import { discardSigned } from "@/lib/settlement/funds/discard-signed";
import { planSweep, SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { sendAgain } from "@/lib/settlement/funds/send-again";
import { SendSignedInput, sendSigned } from "@/lib/settlement/funds/send-signed";
import {
  refundToSign,
  sweepAddressToSign,
  sweepToSign,
  type TransferToSign,
} from "@/lib/settlement/funds/transfer-to-sign";
import { listUnfinishedSweeps } from "@/lib/settlement/funds/unfinished-sweeps";
import {
  type LiveMerchant,
  liveMerchant,
  MAINNET,
  makeTransfer,
  newXpub,
  randomAddresses,
  setKnownBalance,
  turnLiveOn,
  USDT,
} from "@/tests/support/live";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

turnLiveOn();

/**
 * What the node's HTTP API was given, and what it answers; null: the connection ends. `held`: when it answers the first
 * request, and what. `isUp`: whether it has JSON-RPC; `hasToken`: at least for questions to the token, except about
 * `untold`.
 */
const node = {
  taken: [] as string[],
  answer: {} as object | null,
  status: 200,
  isUp: false,
  hasToken: true,
  frozen: null as string | null,
  untold: null as string | null,
  held: null as { until: Promise<void>; answer: object } | null,
};

type Call = { id: number; method: string; params?: [{ data?: string }?] };

const IS_BLACK_LISTED = "0xe47d6060";

/** Whether a batch asks about the token alone, which is answered also while the rest of JSON-RPC is down. */
const isOfToken = (calls: Call[]) => calls.every(({ method }) => method === "eth_call" || method === "eth_chainId");

/** A node that has read as far as Till and knows no transaction, and a token that has frozen `node.frozen`. */
function answerCall({ id, method, params }: Call) {
  const data = params?.[0]?.data ?? "";
  if (data.startsWith(IS_BLACK_LISTED)) {
    if (node.untold !== null && data.endsWith(node.untold.slice(2))) {
      return { jsonrpc: "2.0", id, error: { code: -32005, message: "too many requests" } };
    }
    const isFrozen = node.frozen !== null && data.endsWith(node.frozen.slice(2));
    return { jsonrpc: "2.0", id, result: `0x${(isFrozen ? "1" : "0").padStart(64, "0")}` };
  }
  const block = { number: "0x3ea", hash: `0x${"0b".repeat(32)}`, timestamp: "0x1" };
  const results: Record<string, unknown> = {
    eth_chainId: "0x2b6653dc",
    eth_call: `0x${"6".padStart(64, "0")}`,
    eth_blockNumber: "0x3fc",
    eth_getBlockByNumber: block,
  };
  return { jsonrpc: "2.0", id, result: results[method] ?? null };
}
let server: http.Server;
let nodeUrl: string;

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    if (Array.isArray(body) && (node.isUp || (node.hasToken && isOfToken(body))))
      return response.end(JSON.stringify(body.map(answerCall)));
    if (body.transaction) node.taken.push(body.transaction);
    const held = body.transaction && node.held;
    if (held) {
      node.held = null;
      await held.until;
      return response.end(JSON.stringify(held.answer));
    }
    if (node.answer && body.transaction) response.writeHead(node.status).end(JSON.stringify(node.answer));
    else response.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  nodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
const USUAL = {
  answer: { result: true },
  status: 200,
  isUp: false,
  hasToken: true,
  frozen: null,
  untold: null,
  held: null,
};
beforeEach(() => Object.assign(node, { taken: [], ...USUAL }));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Why something was refused; null: it wasn't. */
const refusal = (running: Promise<unknown>): Promise<{ code: string; message: string } | null> =>
  running.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );

type Key = { key: Uint8Array; address: string };

/** A wallet's address with its private key. */
function newKey(): Key {
  const { secretKey, publicKey } = secp256k1.keygen();
  return { key: secretKey, address: tronFromHex(hexFromPublicKey(publicKey)) };
}

/** A business whose wallet is a list of addresses with their keys, and whose node takes transactions. */
async function business(addresses = 2) {
  const keys = Array.from({ length: addresses }, newKey);
  const merchant = await liveMerchant({ wallet: keys.map(({ address }) => address) });
  return { ...merchant, keys, ctx: atNode(merchant) };
}

function atNode({ member }: LiveMerchant): MemberContext {
  const { network } = member.settings;
  if (!network) throw new Error("live is off");
  return {
    ...member,
    settings: { ...member.settings, network: { ...network, httpUrls: [nodeUrl], rpcUrls: [nodeUrl] } },
  };
}

const [customer = ""] = randomAddresses(1);

/** Money that came to the first address, and a refund of 3 USDT of it. */
async function refunded({ ctx, keys, merchantId }: Awaited<ReturnType<typeof business>>, amount = "3") {
  const address = hexFromTron(keys[0]?.address ?? "") as HexAddress;
  const transferId = await makeTransfer({ merchantId, address, amountMicros: 7_000_000n });
  const [item] = await database().sql<[{ id: string }]>`
    insert into attention_items (merchant_id, kind, transfer_id, amount_micros)
    values (${merchantId}, 'unassigned', ${transferId}, 7000000) returning id`;
  const input = PrepareRefundInput.parse({ itemId: item.id, to: customer, amount });
  return { itemId: item.id, refundId: (await prepareRefund(ctx, input)).refundId };
}

const signedBy = ({ transaction }: TransferToSign, { key }: Key) =>
  SendSignedInput.parse({
    rawDataHex: transaction.raw_data_hex,
    signature: signTransaction(transaction.raw_data_hex, key),
  });

const balance = (address: string, micros: bigint) => setKnownBalance([hexFromTron(address) as HexAddress], micros);

const sentOf = (merchantId: string) => database().sql<{ txHash: string; refundId: string | null }[]>`
  select tx_hash as "txHash", refund_id as "refundId" from sent_transactions where merchant_id = ${merchantId}`;

const key = (keys: Key[], index = 0) => {
  const found = keys[index];
  if (!found) throw new Error(`no key ${index}`);
  return found;
};

describe("a refund to sign", () => {
  it("is the prepared transfer, valid for ten minutes in this browser and for 23 hours in a file", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    for (const [place, minutes] of [
      ["wallet", 10],
      ["file", 23 * 60],
    ] as const) {
      const made = await refundToSign(shop.ctx, { refundId }, place);
      const transfer = readTransfer(made.transaction.raw_data_hex);
      expect(transfer).toMatchObject({
        token: hexFromTron(USDT),
        from: hexFromTron(key(shop.keys).address),
        to: hexFromTron(customer),
        amountMicros: 3_000_000n,
      });
      const { expiresAt, createdAt } = transfer as NonNullable<typeof transfer>;
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(minutes * 60_000);
      expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
  });

  it("is sent, then waits for its confirmation and can be neither signed again nor cancelled", async () => {
    const shop = await business();
    const { refundId, itemId } = await refunded(shop);
    const made = await refundToSign(shop.ctx, { refundId }, "wallet");
    const sent = await sendSigned(shop.ctx, signedBy(made, key(shop.keys)));
    expect(sent).toEqual({
      txHash: `0x${made.transaction.txID}`,
      from: key(shop.keys).address,
      to: customer,
      amountMicros: 3_000_000n,
      isRepeated: false,
    });
    expect(node.taken).toEqual([expect.stringContaining(made.transaction.raw_data_hex)]);
    expect((await getAttention(shop.ctx, { itemId })).refunds).toMatchObject([
      { state: "confirming", txHash: sent.txHash, expiresAt: new Date(made.transaction.raw_data.expiration) },
    ]);
    const ALREADY = /already sent and may still be confirmed|sent and may still be confirmed/;
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "file"))).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(ALREADY),
    });
    expect(await refusal(cancelRefund(shop.ctx, { refundId }))).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(ALREADY),
    });
    expect(await auditOf(shop.merchantId)).toContainEqual(
      expect.objectContaining({
        action: "refund.sent",
        target_id: itemId,
        after: { refundId, to: customer, amountMicros: "3000000", txHash: sent.txHash },
      }),
    );
  });

  it("may be sent twice with the same transaction, which is recorded once", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const signed = signedBy(await refundToSign(shop.ctx, { refundId }, "file"), key(shop.keys));
    await sendSigned(shop.ctx, signed);
    node.answer = { result: false, code: "DUP_TRANSACTION_ERROR" };
    expect(await sendSigned(shop.ctx, signed)).toMatchObject({ isRepeated: true });
    expect(await sentOf(shop.merchantId)).toHaveLength(1);
    const sent = (await auditOf(shop.merchantId)).filter(({ action }) => action === "refund.sent");
    expect(sent).toHaveLength(1);
  });

  it("is sent once when two people sign it at the same moment", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const [one, two] = [
      await refundToSign(shop.ctx, { refundId }, "wallet"),
      await refundToSign(shop.ctx, { refundId }, "file"),
    ];
    const results = await Promise.all(
      [one, two].map((made) => refusal(sendSigned(shop.ctx, signedBy(made, key(shop.keys))))),
    );
    expect(results.filter((result) => result !== null)).toMatchObject([{ code: "conflict" }]);
    expect(node.taken).toHaveLength(1);
    expect(await sentOf(shop.merchantId)).toMatchObject([{ refundId }]);
  });

  it("isn't forgotten when the network refuses it to one who sends it, and takes it from another", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const signed = signedBy(await refundToSign(shop.ctx, { refundId }, "wallet"), key(shop.keys));
    const late = withResolvers<void>();
    node.held = { until: late.promise, answer: { result: false, code: "CONTRACT_VALIDATE_ERROR" } };
    const first = refusal(sendSigned(shop.ctx, signed));
    await waitFor("the first one to be sent", async () => node.taken.length === 1);
    await sendSigned(shop.ctx, signed);
    late.resolve();
    expect(await first).toMatchObject({ code: "api_error", message: expect.stringContaining("It may still arrive") });
    expect(await sentOf(shop.merchantId)).toMatchObject([{ refundId }]);
    const sent = (await auditOf(shop.merchantId)).filter(({ action }) => action === "refund.sent");
    expect(sent).toHaveLength(1);
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "file"))).toMatchObject({ code: "conflict" });
  });

  it("can be signed again once the network refused it, and nothing of it is kept", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const signed = signedBy(await refundToSign(shop.ctx, { refundId }, "wallet"), key(shop.keys));
    node.answer = { result: false, code: "CONTRACT_VALIDATE_ERROR", message: "account does not exist" };
    expect(await refusal(sendSigned(shop.ctx, signed))).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("has no TRX for the fee"),
    });
    expect(await sentOf(shop.merchantId)).toEqual([]);
    await refundToSign(shop.ctx, { refundId }, "wallet");
  });

  it("is not sent where the nodes have no HTTP API, and the administrator is named", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const signed = signedBy(await refundToSign(shop.ctx, { refundId }, "wallet"), key(shop.keys));
    node.status = 405;
    expect(await refusal(sendSigned(shop.ctx, signed))).toEqual({
      code: "conflict",
      message: "No TRON node takes transactions, so nothing was sent. Your administrator must set TRON_HTTP_URLS.",
    });
    expect(await sentOf(shop.merchantId)).toEqual([]);
  });

  it("counts as sent while no node has said what became of it", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const signed = signedBy(await refundToSign(shop.ctx, { refundId }, "wallet"), key(shop.keys));
    node.answer = null;
    expect(await refusal(sendSigned(shop.ctx, signed))).toMatchObject({
      code: "api_error",
      message: expect.stringContaining("send the same one again, don't sign a new one"),
    });
    expect(await sentOf(shop.merchantId)).toHaveLength(1);
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "wallet"))).toMatchObject({ code: "conflict" });
    node.answer = { result: true };
    await sendSigned(shop.ctx, signed);
  });

  it("can be signed again once the chain was read past its expiry, however late it is", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    await sendSigned(shop.ctx, signedBy(await refundToSign(shop.ctx, { refundId }, "wallet"), key(shop.keys)));
    const [{ read }] = await database().sql<[{ read: Date }]>`
      select block_time as read from chain_cursors where network = ${MAINNET}`;
    const expireBefore = (seconds: number) => database().sql`
      update sent_transactions set expires_at = ${read}::timestamptz - make_interval(secs => ${seconds})
       where refund_id = ${refundId}`;
    // an hour ago by the clock, but blocks of that hour are still unread
    await database().sql`
      update chain_cursors set block_time = block_time - interval '1 hour' where network = ${MAINNET}`;
    await expireBefore(0);
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "wallet"))).toMatchObject({ code: "conflict" });
    await database().sql`update chain_cursors set block_time = ${read} where network = ${MAINNET}`;
    await expireBefore(30);
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "wallet"))).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/may still be confirmed/),
    });
    await expireBefore(61);
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "wallet"))).toMatchObject({
      message: expect.stringMatching(/Couldn't find out/),
    });
    node.isUp = true;
    await waitFor(
      "the node to be asked again",
      async () => (await refusal(refundToSign(shop.ctx, { refundId }, "wallet"))) === null,
    );
  });

  it("that was signed is not sent once the refund was cancelled, and the item can be refunded to another address", async () => {
    const shop = await business();
    const { refundId, itemId } = await refunded(shop);
    const signed = signedBy(await refundToSign(shop.ctx, { refundId }, "file"), key(shop.keys));
    await cancelRefund(shop.ctx, { refundId });
    expect(await refusal(sendSigned(shop.ctx, signed))).toEqual({
      code: "conflict",
      message: "This refund was cancelled after the transfer was prepared. Nothing was sent.",
    });
    expect(node.taken).toEqual([]);
    expect(await sentOf(shop.merchantId)).toEqual([]);
    const corrected = PrepareRefundInput.parse({ itemId, to: randomAddresses(1)[0], amount: "7" });
    const { refundId: second } = await prepareRefund(shop.ctx, corrected);
    await sendSigned(shop.ctx, signedBy(await refundToSign(shop.ctx, { refundId: second }, "file"), key(shop.keys)));
    expect(await sentOf(shop.merchantId)).toMatchObject([{ refundId: second }]);
  });

  it("is neither handed out nor sent once its address is known to hold less, and again once it holds enough", async () => {
    const shop = await business();
    const { refundId, itemId } = await refunded(shop);
    const { address } = key(shop.keys);
    const inFile = signedBy(await refundToSign(shop.ctx, { refundId }, "file"), key(shop.keys));
    await balance(address, 2_999_999n);
    const short = {
      code: "conflict",
      message:
        "Only 2.999999 USDT is left at the address, less than this refund. Set a refund wallet under Settlement, then sign the refund again to pay it from there. Don't send USDT to the address: it could count as a customer's payment.",
    };
    for (const place of ["wallet", "file"] as const) {
      expect(await refusal(refundToSign(shop.ctx, { refundId }, place))).toEqual(short);
    }
    expect(await refusal(sendSigned(shop.ctx, inFile))).toEqual(short);
    expect(node.taken).toEqual([]);
    expect(await sentOf(shop.merchantId)).toEqual([]);
    const refund = async () => (await getAttention(shop.ctx, { itemId })).refunds[0];
    expect(await refund()).toMatchObject({ state: "waiting", shortfall: short.message, command: null });
    await balance(address, 3_000_000n);
    expect(await refund()).toMatchObject({ shortfall: null, command: expect.stringContaining("TriggerContract") });
    await refundToSign(shop.ctx, { refundId }, "wallet");
    await sendSigned(shop.ctx, inFile);
    // what was sent can be sent again, also when it has left the address
    await balance(address, 0n);
    await sendSigned(shop.ctx, inFile);
  });

  it("is either sent or cancelled when both are pressed at the same moment", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const signed = signedBy(await refundToSign(shop.ctx, { refundId }, "wallet"), key(shop.keys));
    const { sql } = database();
    const waiting = async () => {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`;
      return row.count;
    };
    const held = await sql.reserve();
    // as slow as it can be between reading that the refund waits and writing that it was sent
    await held`begin`;
    await held`lock table sent_transactions in share mode`;
    const sending = refusal(sendSigned(shop.ctx, signed));
    await waitFor("the transfer about to be recorded", async () => (await waiting()) === 1);
    let isOver = false;
    const cancelling = refusal(cancelRefund(shop.ctx, { refundId })).finally(() => {
      isOver = true;
    });
    await waitFor("the cancelling to wait for it", async () => isOver || (await waiting()) === 2);
    await held`commit`;
    held.release();
    expect(await sending).toBeNull();
    expect(await cancelling).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("may still be confirmed"),
    });
  });

  it("of two alike is sent with a transaction each, and neither more often", async () => {
    const shop = await business();
    const { refundId, itemId } = await refunded(shop);
    const input = PrepareRefundInput.parse({ itemId, to: customer, amount: "3" });
    const second = (await prepareRefund(shop.ctx, input)).refundId;
    const place = (id: string, where: "wallet" | "file") => refundToSign(shop.ctx, { refundId: id }, where);
    const made = [await place(refundId, "wallet"), await place(second, "file"), await place(second, "wallet")];
    const [one, two, three] = made.map((transfer) => signedBy(transfer, key(shop.keys))) as [
      SendSignedInput,
      SendSignedInput,
      SendSignedInput,
    ];
    await sendSigned(shop.ctx, one);
    await sendSigned(shop.ctx, two);
    expect(await refusal(sendSigned(shop.ctx, three))).toMatchObject({ code: "conflict" });
    expect(new Set((await sentOf(shop.merchantId)).map((sent) => sent.refundId))).toEqual(new Set([refundId, second]));
    expect(node.taken).toHaveLength(2);
  });

  it("is not there for another business, in the sandbox, or once it was cancelled or has left", async () => {
    const [shop, other] = [await business(), await business()];
    const { refundId } = await refunded(shop);
    expect(await refusal(refundToSign(other.ctx, { refundId }, "wallet"))).toMatchObject({ code: "not_found" });
    const inSandbox = { ...shop.ctx, environment: "sandbox" as const };
    expect(await refusal(refundToSign(inSandbox, { refundId }, "wallet"))).toMatchObject({ code: "not_found" });
    await cancelRefund(shop.ctx, { refundId });
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "wallet"))).toMatchObject({
      code: "conflict",
      message: "This refund was cancelled.",
    });
  });
});

describe("a signed refund that no node took", () => {
  const BUSY = { result: false, code: "SERVER_BUSY", message: "Server busy." };
  const UNSENT =
    "No TRON node took the transaction: a node is busy. Nothing was sent. Send the same one again in a few minutes.";

  async function signedRefund() {
    const shop = await business();
    const { refundId, itemId } = await refunded(shop);
    const made = await refundToSign(shop.ctx, { refundId }, "wallet");
    const signed = signedBy(made, key(shop.keys));
    const txHash = `0x${made.transaction.txID}`;
    const other = await memberContext(shop, { role: "manager", environment: "live" });
    const second = { ...other, settings: shop.ctx.settings };
    return {
      shop,
      refundId,
      itemId,
      made,
      signed,
      txHash,
      second,
      refund: async () => (await getAttention(shop.ctx, { itemId })).refunds[0],
      actions: async () =>
        (await auditOf(shop.merchantId)).map(({ action }) => action).filter((action) => /sent|discard/.test(action)),
      signAnew: (place: "wallet" | "file" = "file") => refundToSign(shop.ctx, { refundId }, place),
    };
  }

  it("is kept, and a second person sends the same one again", async () => {
    const { shop, refundId, signed, txHash, made, second, refund, actions } = await signedRefund();
    node.answer = BUSY;
    expect(await refusal(sendSigned(shop.ctx, signed))).toEqual({ code: "conflict", message: UNSENT });
    const [stored] = await database().sql`select status, sent_at from refunds where id = ${refundId}`;
    expect(stored).toEqual({ status: "prepared", sent_at: null });
    const expiresAt = new Date(made.transaction.raw_data.expiration);
    expect(await refund()).toMatchObject({
      state: "waiting",
      command: null,
      txHash: null,
      kept: { txHash, expiresAt, isUnsent: true },
    });
    expect(await refusal(sendAgain(second, { txHash }))).toEqual({ code: "conflict", message: UNSENT });
    node.answer = { result: true };
    expect(await sendAgain(second, { txHash })).toMatchObject({ txHash, to: customer });
    expect(await refund()).toMatchObject({ state: "confirming", txHash, kept: null });
    expect(new Set(node.taken).size).toBe(1);
    expect(await actions()).toEqual([
      "refund.sent",
      "refund.not_sent",
      "refund.sent",
      "refund.not_sent",
      "refund.sent",
    ]);
  });

  it("locks nothing: the refund can be cancelled, or sent with another transaction, and then not with the first", async () => {
    const cancelled = await signedRefund();
    node.answer = BUSY;
    await refusal(sendSigned(cancelled.shop.ctx, cancelled.signed));
    await cancelRefund(cancelled.shop.ctx, cancelled);
    expect(await sentOf(cancelled.shop.merchantId)).toEqual([]);
    node.answer = { result: true };
    expect(await refusal(sendSigned(cancelled.shop.ctx, cancelled.signed))).toMatchObject({ code: "conflict" });

    const { shop, signed, txHash, signAnew } = await signedRefund();
    node.answer = BUSY;
    await refusal(sendSigned(shop.ctx, signed));
    node.answer = { result: true };
    node.taken = [];
    await sendSigned(shop.ctx, signedBy(await signAnew(), key(shop.keys)));
    expect(await refusal(sendSigned(shop.ctx, signed))).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/already sent/),
    });
    expect(await refusal(sendAgain(shop.ctx, { txHash }))).toMatchObject({ code: "not_found" });
    expect(node.taken).toHaveLength(1);
  });

  it("can be discarded, and isn't offered any more once it has expired", async () => {
    const { shop, signed, txHash, refund, actions } = await signedRefund();
    node.answer = BUSY;
    await refusal(sendSigned(shop.ctx, signed));
    await discardSigned(shop.ctx, { txHash });
    expect(await refund()).toMatchObject({ state: "waiting", kept: null, command: expect.any(String) });
    expect(await actions()).toEqual(["refund.sent", "refund.not_sent", "refund.discarded"]);
    expect(await refusal(discardSigned(shop.ctx, { txHash }))).toMatchObject({ code: "not_found" });
    await refusal(sendSigned(shop.ctx, signed));
    expect(await refund()).toMatchObject({ kept: { txHash } });
    await database().sql`
      update sent_transactions set expires_at = now() - interval '1 second' where merchant_id = ${shop.merchantId}`;
    expect(await refund()).toMatchObject({ kept: null, command: expect.any(String) });
  });

  it("may have been sent once a version that doesn't know of kept ones has sent it again", async () => {
    const { shop, refundId, signed, txHash, refund, signAnew } = await signedRefund();
    node.answer = BUSY;
    await refusal(sendSigned(shop.ctx, signed));
    // all that the version before does to the row
    await database().sql`update sent_transactions set id = gen_random_uuid() where merchant_id = ${shop.merchantId}`;
    expect(await refund()).toMatchObject({ state: "confirming", kept: { txHash, isUnsent: false } });
    expect(await refusal(signAnew())).toMatchObject({ code: "conflict" });
    expect(await refusal(cancelRefund(shop.ctx, { refundId }))).toMatchObject({ code: "conflict" });
  });

  it("is another business's own: no one else sends or discards it", async () => {
    const { shop, signed, txHash, refund } = await signedRefund();
    const other = await business();
    node.answer = BUSY;
    await refusal(sendSigned(shop.ctx, signed));
    for (const act of [sendAgain, discardSigned]) {
      expect(await refusal(act(other.ctx, { txHash }))).toMatchObject({ code: "not_found" });
    }
    expect(await refund()).toMatchObject({ kept: { txHash } });
  });

  it("may have been sent as long as one answer was unclear, also if the next ones say that nothing was", async () => {
    const { shop, refundId, signed, txHash, refund, signAnew } = await signedRefund();
    node.answer = null;
    for (const answer of [null, BUSY, { result: false, code: "CONTRACT_VALIDATE_ERROR" }]) {
      node.answer = answer;
      expect(await refusal(sendAgain(shop.ctx, { txHash }).catch(() => sendSigned(shop.ctx, signed)))).toMatchObject({
        code: "api_error",
        message: expect.stringContaining("send the same one again"),
      });
      expect(await refund()).toMatchObject({ state: "confirming", kept: { txHash, isUnsent: false } });
      expect(await refusal(signAnew())).toMatchObject({ code: "conflict" });
      expect(await refusal(cancelRefund(shop.ctx, { refundId }))).toMatchObject({ code: "conflict" });
      expect(await refusal(discardSigned(shop.ctx, { txHash }))).toMatchObject({ code: "conflict" });
    }
  });

  it("is locked from before it is sent until an answer is there, with its entry in the audit log, if the process ends then", async () => {
    const { shop, refundId, signed, txHash, refund, actions, signAnew } = await signedRefund();
    const never = withResolvers<void>();
    node.held = { until: never.promise, answer: BUSY };
    const sending = refusal(sendSigned(shop.ctx, signed));
    await waitFor("the transaction at the node", async () => node.taken.length === 1);
    expect(await actions()).toEqual(["refund.sent"]);
    expect(await refund()).toMatchObject({ state: "confirming", kept: { txHash, isUnsent: false } });
    expect(await refusal(signAnew())).toMatchObject({ code: "conflict" });
    expect(await refusal(cancelRefund(shop.ctx, { refundId }))).toMatchObject({ code: "conflict" });
    never.resolve();
    await sending;
  });

  it("is sent once by ten who send it again, beside ten who have signed a new one", async () => {
    const { shop, signed, txHash, second, signAnew } = await signedRefund();
    node.answer = BUSY;
    await refusal(sendSigned(shop.ctx, signed));
    const anew = await Promise.all(Array.from({ length: 10 }, () => signAnew()));
    node.answer = { result: true };
    node.taken = [];
    const results = await Promise.all([
      ...Array.from({ length: 10 }, () => refusal(sendAgain(second, { txHash }))),
      ...anew.map((made) => refusal(sendSigned(shop.ctx, signedBy(made, key(shop.keys))))),
    ]);
    expect(new Set(node.taken).size).toBe(1);
    expect(results.filter((result) => result === null).length).toBe(node.taken.length);
    expect(await sentOf(shop.merchantId)).toHaveLength(1);
  });

  it("because no node is up to date says so, and is kept; one that really expires isn't", async () => {
    for (const [code, cause] of [
      ["TAPOS_ERROR", /^No TRON node has the block.*either none is up to date.*Nothing was sent/],
      ["TRANSACTION_EXPIRATION_ERROR", /^No TRON node is up to date.*Nothing was sent/],
    ] as const) {
      const { shop, signed, txHash, refund } = await signedRefund();
      node.answer = { result: false, code, message: "as java-tron says it" };
      expect(await refusal(sendSigned(shop.ctx, signed))).toMatchObject({
        code: "conflict",
        message: expect.stringMatching(cause),
      });
      expect(await refund()).toMatchObject({ kept: { txHash, isUnsent: true } });
      await sendAgain(shop.ctx, { txHash }).catch(() => {});
    }
    const { shop, refund } = await signedRefund();
    const own = key(shop.keys);
    const now = new Date();
    const expiring = makeTransaction(
      {
        token: hexFromTron(USDT) as HexAddress,
        from: hexFromTron(own.address) as HexAddress,
        to: hexFromTron(customer) as HexAddress,
        amountMicros: 3_000_000n,
      },
      { block: { number: 1, hash: `0x${"ab".repeat(32)}` }, now, expiresAt: new Date(now.getTime() + 50_000) },
    ).raw_data_hex;
    node.answer = { result: false, code: "TRANSACTION_EXPIRATION_ERROR", message: "Transaction expired" };
    const signed = SendSignedInput.parse({ rawDataHex: expiring, signature: signTransaction(expiring, own.key) });
    expect(await refusal(sendSigned(shop.ctx, signed))).toMatchObject({
      message: expect.stringMatching(/has expired/),
    });
    expect(await refund()).toMatchObject({ kept: null });
  });

  it("because the account's permissions were changed says what to do", async () => {
    const { shop, signed } = await signedRefund();
    node.answer = { result: false, code: "SIGERROR", message: "Validate signature error: no permission" };
    const { address } = key(shop.keys);
    expect(await refusal(sendSigned(shop.ctx, signed))).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(
        new RegExp(`permissions of ${address} were changed.*Give the owner permission back`),
      ),
    });
  });
});

describe("a sweep to sign", () => {
  const input = (to: string) => SweepInput.parse({ to, threshold: "1" });

  it("has a transfer of each address with the threshold, with its index where the wallet is a public key", async () => {
    const merchant = await liveMerchant({ wallet: newXpub() });
    const rows = await database().sql<{ address: HexAddress; index: number }[]>`
      select address, derivation_index as index from receive_addresses
       where merchant_id = ${merchant.merchantId} order by derivation_index limit 2`;
    for (const row of rows) await balance(tronFromHex(row.address), 5_000_000n);
    const made = await sweepToSign(atNode(merchant), input(customer), "file");
    expect(
      made.map(({ from, to, amountMicros, derivationIndex }) => [from, to, amountMicros, derivationIndex]),
    ).toEqual(
      expect.arrayContaining(rows.map(({ address, index }) => [tronFromHex(address), customer, 4_999_999n, index])),
    );
    expect(made).toHaveLength(rows.length);
  });

  it("leaves an address out while a transfer from it may still arrive", async () => {
    const shop = await business();
    for (const { address } of shop.keys) await balance(address, 5_000_000n);
    const from = key(shop.keys).address;
    const made = await sweepAddressToSign(shop.ctx, { ...input(customer), from });
    const { txHash } = await sendSigned(shop.ctx, signedBy(made, key(shop.keys)));
    const plan = await planSweep(shop.ctx, input(customer));
    expect(plan.rows.map((row) => row.from)).toEqual([key(shop.keys, 1).address]);
    expect(plan.inFlight).toBe(1);
    expect(await refusal(sweepAddressToSign(shop.ctx, { ...input(customer), from }))).toMatchObject({
      code: "conflict",
    });
    expect(await auditOf(shop.merchantId)).toContainEqual(
      expect.objectContaining({
        action: "transfer.sent",
        after: { address: from, to: customer, amountMicros: "4999999", txHash },
      }),
    );
    const moveTo = (network: string) => database().sql`
      update sent_transactions set network = ${network} where merchant_id = ${shop.merchantId}`;
    // of a former network, nothing tells any more what became of it
    await moveTo("tron-nile");
    expect(await planSweep(shop.ctx, input(customer))).toMatchObject({ inFlight: 0, rows: [{}, {}] });
    await moveTo(MAINNET);
    await database().sql`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      values (${shop.merchantId}, ${MAINNET}, ${txHash}, 0, ${hexFromTron(from)}, ${hexFromTron(customer)}, 4999999, 7, now())`;
    expect((await planSweep(shop.ctx, input(customer))).inFlight).toBe(0);
  });
});

describe("a sweep that no node took", () => {
  it("is kept and left out of the next plan until it is sent, discarded or expired; a failed one is named", async () => {
    const shop = await business();
    const [first, second] = [key(shop.keys), key(shop.keys, 1)];
    for (const { address } of shop.keys) await balance(address, 5_000_000n);
    const input = SweepInput.parse({ to: customer, threshold: "1" });
    const made = await sweepAddressToSign(shop.ctx, { ...input, from: first.address });
    node.answer = { result: false, code: "NO_CONNECTION", message: "No connection." };
    await refusal(sendSigned(shop.ctx, signedBy(made, first)));
    const txHash = `0x${made.transaction.txID}`;
    expect(await planSweep(shop.ctx, input)).toMatchObject({ rows: [{ from: second.address }], inFlight: 1 });
    const kept = { txHash, from: first.address, amountMicros: 4_999_999n, isUnsent: true };
    expect(await listUnfinishedSweeps(shop.ctx)).toMatchObject({ kept: [kept], failed: [] });
    await discardSigned(shop.ctx, { txHash });
    expect((await planSweep(shop.ctx, input)).rows).toHaveLength(2);
    node.answer = null;
    await refusal(sendSigned(shop.ctx, signedBy(made, first)));
    expect(await listUnfinishedSweeps(shop.ctx)).toMatchObject({ kept: [{ ...kept, isUnsent: false }] });
    node.answer = { result: true };
    await sendAgain(shop.ctx, { txHash });
    expect(await listUnfinishedSweeps(shop.ctx)).toEqual({ kept: [], failed: [] });
    await database().sql`
      update sent_transactions set failed_at = now(), failure = 'OUT_OF_ENERGY' where tx_hash = ${txHash}`;
    expect(await listUnfinishedSweeps(shop.ctx)).toMatchObject({
      kept: [],
      failed: [{ from: first.address, cause: "OUT_OF_ENERGY" }],
    });
  });
});

describe("a signed transaction that is sent", () => {
  type Given = {
    to?: string;
    token?: string;
    lifeMs?: number;
    now?: Date;
    amountMicros?: bigint;
    feeLimitSun?: number;
  };
  const transfer = (from: string, given: Given = {}) => {
    const { to = customer, token = USDT, lifeMs = 60_000, now = new Date(), amountMicros = 1n, feeLimitSun } = given;
    return makeTransaction(
      {
        token: hexFromTron(token) as HexAddress,
        from: hexFromTron(from) as HexAddress,
        to: hexFromTron(to) as HexAddress,
        amountMicros,
      },
      {
        block: { number: 1, hash: `0x${"ab".repeat(32)}` },
        now,
        expiresAt: new Date(now.getTime() + lifeMs),
        feeLimitSun,
      },
    );
  };
  const signed = (rawDataHex: string, { key }: Key) =>
    SendSignedInput.parse({ rawDataHex, signature: signTransaction(rawDataHex, key) });

  it("is refused unless it is a transfer of USDT, signed by one of the business's own addresses, and not expired", async () => {
    const [shop, other] = [await business(), await business()];
    const own = key(shop.keys);
    const raw = transfer(own.address).raw_data_hex;
    const REFUSED: [RegExp, SendSignedInput][] = [
      [/isn't a transfer that Till prepared/, signed(`${raw}2801`, own)],
      [/isn't of USDT/, signed(transfer(own.address, { token: randomAddresses(1)[0] }).raw_data_hex, own)],
      [/The signature isn't the one of T/, signed(raw, key(shop.keys, 1))],
      [/isn't one of your addresses/, signed(transfer(key(other.keys).address).raw_data_hex, key(other.keys))],
      [/has expired/, signed(transfer(own.address, { lifeMs: -1_000 }).raw_data_hex, own)],
    ];
    for (const [message, given] of REFUSED) {
      expect(await refusal(sendSigned(shop.ctx, given))).toMatchObject({ message: expect.stringMatching(message) });
    }
    expect(node.taken).toEqual([]);
    expect(await sentOf(shop.merchantId)).toEqual([]);
    await sendSigned(shop.ctx, signed(raw, own));
    expect(node.taken).toHaveLength(1);
  });

  it("is refused when it could burn more TRX than any transfer may, whoever made it", async () => {
    const shop = await business();
    const own = key(shop.keys);
    const limited = (feeLimitSun: number) => signed(transfer(own.address, { feeLimitSun }).raw_data_hex, own);
    expect(await refusal(sendSigned(shop.ctx, limited(100_000_001)))).toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/could burn more TRX than Till allows/),
    });
    expect([node.taken, await sentOf(shop.merchantId)]).toEqual([[], []]);
    await sendSigned(shop.ctx, limited(100_000_000));
    expect(node.taken).toHaveLength(1);
  });

  it("is refused once the token's issuer has frozen its recipient, and nothing of it is kept", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const given = signedBy(await refundToSign(shop.ctx, { refundId }, "file"), key(shop.keys));
    node.frozen = hexFromTron(customer);
    const FROZEN = { code: "conflict", message: expect.stringContaining(`The issuer of USDT has frozen ${customer}.`) };
    expect(await refusal(sendSigned(shop.ctx, given))).toMatchObject(FROZEN);
    expect(await refusal(refundToSign(shop.ctx, { refundId }, "wallet"))).toMatchObject(FROZEN);
    expect([node.taken, await sentOf(shop.merchantId)]).toEqual([[], []]);
    node.frozen = null;
    await sendSigned(shop.ctx, given);
    expect(node.taken).toHaveLength(1);
  });

  it("isn't sent again once the chain contains it as failed", async () => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const given = signedBy(await refundToSign(shop.ctx, { refundId }, "file"), key(shop.keys));
    await sendSigned(shop.ctx, given);
    await database().sql`
      update sent_transactions set failed_at = now(), failure = 'OUT_OF_ENERGY' where refund_id = ${refundId}`;
    expect(await refusal(sendSigned(shop.ctx, given))).toEqual({
      code: "conflict",
      message: "The network carried out this transaction before, and it failed. Nothing was sent. Sign a new one.",
    });
    expect(node.taken).toHaveLength(1);
  });

  it("that has arrived for one business is none of another's", async () => {
    const [shop, other] = [await business(), await business()];
    const { refundId } = await refunded(shop);
    const made = await refundToSign(shop.ctx, { refundId }, "file");
    const given = signedBy(made, key(shop.keys));
    await database().sql`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      select merchant_id, ${MAINNET}, ${`0x${made.transaction.txID}`}, 0, from_address, to_address, amount_micros, 1, now()
        from refunds where id = ${refundId}`;
    expect(await sendSigned(shop.ctx, given)).toMatchObject({ isRepeated: true });
    expect(node.taken).toEqual([]);
    expect(await refusal(sendSigned(other.ctx, given))).toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/isn't one of your addresses/),
    });
    expect(await refusal(checkSent(other.ctx, { refundId }))).toMatchObject({ code: "not_found" });
  });

  it("waits where no node says whether an address is frozen: the refund is prepared and signed nevertheless", async () => {
    node.hasToken = false;
    const shop = await business();
    const { refundId, itemId } = await refunded(shop);
    const given = signedBy(await refundToSign(shop.ctx, { refundId }, "file"), key(shop.keys));
    expect(await refusal(sendSigned(shop.ctx, given))).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/Nothing was sent\. Send the same one again/),
    });
    expect(node.taken).toEqual([]);
    const [refund] = (await getAttention(shop.ctx, { itemId })).refunds;
    expect(refund).toMatchObject({ state: "waiting", kept: { isUnsent: true } });
    node.hasToken = true;
    await sendAgain(shop.ctx, { txHash: refund?.kept?.txHash ?? "" });
    expect(node.taken).toHaveLength(1);
  });

  it.each(["sender", "recipient"])("waits where a node says it of the other end, but not of the %s", async (end) => {
    const shop = await business();
    const { refundId } = await refunded(shop);
    const given = signedBy(await refundToSign(shop.ctx, { refundId }, "file"), key(shop.keys));
    node.untold = hexFromTron(end === "sender" ? key(shop.keys).address : customer);
    expect(await refusal(sendSigned(shop.ctx, given))).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/Nothing was sent\. Send the same one again/),
    });
    expect(node.taken).toEqual([]);
  });

  it.each<[string, RegExp, Given]>([
    ["an amount of 0", /its amount is 0/, { amountMicros: 0n }],
    ["2⁶³ millionths", /more than any address can hold/, { amountMicros: 2n ** 63n }],
    ["2²⁵⁶ − 1 millionths", /more than any address can hold/, { amountMicros: 2n ** 256n - 1n }],
    ["an expiry beyond a day", /expires more than a day from now/, { lifeMs: 86_400_000 + 60_000 }],
    ["an expiry beyond the year 9999", /expires more than a day from now/, { lifeMs: 5e14 - Date.now() }],
    [
      "a start beyond the year 9999",
      /made after its own expiry/,
      { now: new Date(5e14), lifeMs: Date.now() + 3_600_000 - 5e14 },
    ],
  ])("is refused in words with %s", async (_, message, given) => {
    const shop = await business();
    const own = key(shop.keys);
    const sending = sendSigned(shop.ctx, signed(transfer(own.address, given).raw_data_hex, own));
    expect(await refusal(sending)).toMatchObject({ code: "invalid_request", message: expect.stringMatching(message) });
    expect(node.taken).toEqual([]);
    expect(await sentOf(shop.merchantId)).toEqual([]);
  });

  it("may look like a refund that was cancelled or has left, if it was made later", async () => {
    const shop = await business();
    const own = key(shop.keys);
    const { refundId: cancelled } = await refunded(shop, "0.000001");
    await cancelRefund(shop.ctx, { refundId: cancelled });
    const { refundId: left } = await refunded(shop, "0.000001");
    await database().sql`
      with o as (
        insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                        block_number, occurred_at)
        values (${shop.merchantId}, ${MAINNET}, ${`0x${"5e".repeat(32)}`}, 0, ${hexFromTron(own.address)},
                ${hexFromTron(customer)}, 1, 7, now()) returning id)
      update refunds set outgoing_id = o.id from o where refunds.id = ${left}`;
    const at = (time: Date) => signed(transfer(own.address, { now: time }).raw_data_hex, own);
    expect(await refusal(sendSigned(shop.ctx, at(new Date())))).toMatchObject({ code: "conflict" });
    await sendSigned(shop.ctx, at(new Date(Date.now() + 120_000)));
    expect(await sentOf(shop.merchantId)).toMatchObject([{ refundId: null }]);
    expect(node.taken).toHaveLength(1);
  });
});
