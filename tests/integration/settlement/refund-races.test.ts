import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { KeyContext, MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromPublicKey, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { makeTransfer, signTransaction } from "@/lib/base/tron/transfer-transaction";
import { SCOPES } from "@/lib/base/values/scopes";
import { watchContext } from "@/lib/chain/nodes/watch-context";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { getRefund } from "@/lib/payments/refunds/find-refunds";
import { lockRefund, type RefundId, requireNotSent } from "@/lib/payments/refunds/lock";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { prepareRefundByKey } from "@/lib/payments/refunds/prepare-by-key";
import { rejectRefunds } from "@/lib/payments/refunds/reject";
import { CreateRefundInput } from "@/lib/payments/refunds/schemas";
import { moveToFailed } from "@/lib/payments/refunds/transition";
import { refundsToSign } from "@/lib/settlement/funds/refunds-to-sign";
import { SendSignedInput, sendSigned } from "@/lib/settlement/funds/send-signed";
import { refundToSign, type TransferToSign } from "@/lib/settlement/funds/transfer-to-sign";
import { recordTransfers } from "@/lib/settlement/ledger/record";
import { markFailedSweeps } from "@/lib/settlement/watcher/mark-failed-sweeps";
import { liveMerchant, MAINNET, randomAddresses, randomHex, setCursor, turnLiveOn } from "@/tests/support/live";
import { waitForLocks } from "@/tests/support/locks";
import { createRestrictedKey } from "@/tests/support/restricted-keys";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

turnLiveOn();

/**
 * A node that knows no transaction and takes every one. `held`: until when it keeps the next question about one
 * waiting; `heldFreezing`: the next one about who is frozen.
 */
const node = {
  asked: 0,
  taken: [] as string[],
  held: null as Promise<void> | null,
  heldFreezing: null as Promise<void> | null,
};
let server: http.Server;
let nodeUrl: string;

type Call = { id: number; method: string; params?: [{ data?: string }?] };

const IS_BLACK_LISTED = "0xe47d6060";

const isAboutFreezing = ({ params }: Call) => params?.[0]?.data?.startsWith(IS_BLACK_LISTED) ?? false;

/** Of the token: no address is frozen, and it has six decimals. */
function answerCall(call: Call) {
  const { id, method } = call;
  const results: Record<string, unknown> = {
    eth_chainId: "0x2b6653dc",
    eth_call: `0x${(isAboutFreezing(call) ? "0" : "6").padStart(64, "0")}`,
    eth_blockNumber: "0x3fc",
    eth_getBlockByNumber: { number: "0x3ea", hash: `0x${"0b".repeat(32)}`, timestamp: "0x1" },
  };
  return { jsonrpc: "2.0", id, result: results[method] ?? null };
}

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    const body: Call[] | { transaction?: string } = JSON.parse(await text(request));
    if (!Array.isArray(body)) {
      if (!body.transaction) return response.destroy();
      const isKnown = node.taken.includes(body.transaction);
      node.taken.push(body.transaction);
      return response.end(
        JSON.stringify(isKnown ? { result: false, code: "DUP_TRANSACTION_ERROR" } : { result: true }),
      );
    }
    if (node.heldFreezing && body.some(isAboutFreezing)) {
      node.asked += 1;
      const { heldFreezing } = node;
      node.heldFreezing = null;
      await heldFreezing;
    }
    if (body.some(({ method }) => method === "eth_getTransactionReceipt")) {
      node.asked += 1;
      const { held } = node;
      node.held = null;
      await held;
    }
    response.end(JSON.stringify(body.map(answerCall)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  nodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => Object.assign(node, { asked: 0, taken: [], held: null, heldFreezing: null }));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sql = () => database().sql;
const messageOf = (running: Promise<unknown>): Promise<string | null> =>
  running.then(
    () => null,
    ({ message }) => message,
  );

/** A live payment of 9 USDT at an address of which the test has the key, and a refund of 3 of it. */
async function business() {
  const { secretKey, publicKey } = secp256k1.keygen();
  const from = hexFromPublicKey(publicKey);
  const { member, merchantId, terminalId } = await liveMerchant({ wallet: [tronFromHex(from)] });
  const { network } = member.settings;
  if (!network) throw new Error("live is off");
  const settings = { ...member.settings, network: { ...network, httpUrls: [nodeUrl], rpcUrls: [nodeUrl] } };
  const ctx: MemberContext = { ...member, settings };
  const intentId = randomUUID();
  await sql()`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros,
                                 receive_address, expires_at)
    values (${intentId}, ${merchantId}, ${terminalId}, 'live', 9000000, 9000000, ${from}, now() + interval '1 hour')`;
  const [to = ""] = randomAddresses(1);
  const prepare = async (amount = "3", recipient = to) => {
    const input = PrepareIntentRefundInput.parse({ intentId, amount, to: recipient });
    return (await prepareIntentRefund(ctx, input)).refundId;
  };
  const sign = ({ transaction: { raw_data_hex: rawDataHex } }: TransferToSign) =>
    SendSignedInput.parse({ rawDataHex, signature: signTransaction(rawDataHex, secretKey) });
  return { ctx, merchantId, intentId, from, to, prepare, sign };
}

async function statusOf(refundId: string): Promise<string> {
  const [refund] = await sql()<[{ status: string }]>`select status from refunds where id = ${refundId}`;
  return refund.status;
}

const eventsOf = async (intentId: string) =>
  (
    await sql()<{ type: string }[]>`
      select type from events where intent_id = ${intentId} and type like 'refund.%' order by created_at, id`
  ).map(({ type }) => type);

it("a refund that a colleague signs anew while its expired transaction is looked up isn't failed by the look", async () => {
  const { ctx, merchantId, intentId, prepare, sign } = await business();
  const refundId = await prepare();
  await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "wallet")));
  await sql()`
    update sent_transactions set expires_at = now() - interval '1 day' where refund_id = ${refundId}`;
  const late = withResolvers<void>();
  node.asked = 0;
  node.held = late.promise;
  const first = messageOf(refundToSign(ctx, { refundId }, "wallet"));
  await waitFor("the first look at the transaction", () => node.asked === 1);
  const anew = await refundToSign(ctx, { refundId }, "file");
  await sendSigned(ctx, sign(anew));
  late.resolve();
  expect(await first).toMatch(/sent and may still be confirmed/);
  expect(await statusOf(refundId)).toBe("sent");
  // the first transaction failed by expiring, and the second one didn't
  expect(await eventsOf(intentId)).toEqual(["refund.prepared", "refund.failed", "refund.prepared"]);
  const [moved] = await sql().begin((tx) => moveToFailed(tx, { id: refundId, merchantId }, "OUT_OF_ENERGY"));
  expect(moved).toMatchObject({ status: "failed", txHash: `0x${anew.transaction.txID}` });
});

it("a transaction that a colleague has just recorded is sent again, not refused as the refund's other one", async () => {
  const { ctx, merchantId, to, prepare, sign } = await business();
  const refundId = await prepare();
  const made = await refundToSign(ctx, { refundId }, "file");
  const signed = sign(made);
  const held = await sql().reserve();
  await held`begin`;
  await held`lock table refund_wallet_transfers in access exclusive mode`;
  const sending = sendSigned(ctx, signed);
  await waitForLocks();
  // the colleague's, as `recordSent` writes it
  await held`
    insert into sent_transactions (merchant_id, network, tx_hash, refund_id, sent_by, from_address, to_address,
                                   amount_micros, expires_at, raw_data_hex, signature)
    select merchant_id, ${MAINNET}, ${`0x${made.transaction.txID}`}, id, prepared_by, from_address, to_address,
           amount_micros, now() + interval '1 hour', ${signed.rawDataHex}, ${signed.signature}
      from refunds where id = ${refundId} and merchant_id = ${merchantId}`;
  await held`update refunds set status = 'sent', sent_at = now() where id = ${refundId}`;
  await held`commit`;
  held.release();
  expect(await sending).toMatchObject({ to, isRepeated: true });
  expect(await sql()`select from sent_transactions where refund_id = ${refundId}`).toHaveLength(1);
});

it("a transfer isn't sent for another refund than the one whose earlier transactions were looked up", async () => {
  const { ctx, prepare, sign } = await business();
  const [first, second] = [await prepare(), await prepare()];
  const made = await refundToSign(ctx, { refundId: first }, "file");
  const again = await refundToSign(ctx, { refundId: first }, "wallet");
  const late = withResolvers<void>();
  node.asked = 0;
  node.heldFreezing = late.promise;
  const slow = messageOf(sendSigned(ctx, sign(made)));
  await waitFor("the question about freezing", () => node.asked === 1);
  await sendSigned(ctx, sign(again));
  late.resolve();
  expect(await slow).toMatch(/has just changed\. Nothing was sent/);
  expect(node.taken).toHaveLength(1);
  expect([await statusOf(first), await statusOf(second)]).toEqual(["sent", "prepared"]);
});

it("a transaction that arrives while it is about to be sent is repeated, and nothing else is sent for it", async () => {
  const { ctx, prepare, sign } = await business();
  const [first, second] = [await prepare(), await prepare()];
  const made = await refundToSign(ctx, { refundId: first }, "file");
  const late = withResolvers<void>();
  node.asked = 0;
  node.heldFreezing = late.promise;
  const sending = sendSigned(ctx, sign(made));
  await waitFor("the question about freezing", () => node.asked === 1);
  await sql()`
    with o as (
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      select merchant_id, ${MAINNET}, ${`0x${made.transaction.txID}`}, 0, from_address, to_address, amount_micros, 1, now()
        from refunds where id = ${first} returning id, occurred_at)
    update refunds set status = 'final', outgoing_id = o.id, final_at = o.occurred_at from o where refunds.id = ${first}`;
  late.resolve();
  expect(await sending).toMatchObject({ isRepeated: true });
  expect([await statusOf(first), await statusOf(second)]).toEqual(["final", "prepared"]);
  expect(await sql()`select from sent_transactions where refund_id in (${first}, ${second})`).toHaveLength(0);
});

it("of two equal refunds that no node took, each is sent with the transaction that is kept for it", async () => {
  const { ctx, prepare, sign } = await business();
  const refundIds = [await prepare(), await prepare()];
  const { transfers } = await refundsToSign(ctx, { refundIds }, "file");
  const signed = transfers.map((one) => sign(one));
  for (const one of signed) await sendSigned(ctx, one);
  // as when the node is away
  await sql()`update sent_transactions set unsent_id = id where refund_id = any(${refundIds}::uuid[])`;
  await sql()`update refunds set status = 'prepared', sent_at = null where id = any(${refundIds}::uuid[])`;
  const last = signed.at(-1);
  if (!last) throw new Error("nothing to sign");
  await sendSigned(ctx, last);
  expect(await Promise.all(refundIds.map(statusOf))).toEqual(["prepared", "sent"]);
  expect(await sql()`select from sent_transactions where refund_id = any(${refundIds}::uuid[])`).toHaveLength(2);
});

it("a refund whose transfer the nodes disagree about is neither signed anew nor cancelled, whatever one of them says", async () => {
  const { ctx, merchantId, from, prepare, sign } = await business();
  const refundId = await prepare();
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
  await sql()`
    insert into attention_items (merchant_id, kind, amount_micros, disputed)
    values (${merchantId}, 'disputed', 3000000,
            jsonb_build_object('network', ${MAINNET}::text, 'txHash', ${txHash}::text, 'logIndex', 0, 'from', ${from}::text))`;
  await setCursor();
  node.asked = 0;
  for (const act of [() => cancelRefund(ctx, { refundId }), () => refundToSign(ctx, { refundId }, "file")])
    expect(await messageOf(act())).toMatch(/the nodes don't agree about its transfer yet/);
  expect(node.asked).toBe(0);
});

it("of two people who send the same plain transfer at once, both learn that it was sent, and it is recorded once", async () => {
  const { ctx, merchantId, from, sign } = await business();
  const { token } = requireNetwork(ctx.settings);
  const now = new Date();
  const transaction = makeTransfer(
    { token, from, to: randomHex(), amountMicros: 1_000_000n },
    { block: { number: 1, hash: `0x${"ab".repeat(32)}` }, now, expiresAt: new Date(now.getTime() + 3_600_000) },
  );
  const signed = sign({ transaction } as TransferToSign);
  // both have read that no one sent it, unless one of them waits for the other
  const held = await sql().reserve();
  await held`begin`;
  await held`lock table sent_transactions in share mode`;
  const sending = [1, 2].map(() => sendSigned(ctx, signed));
  await waitForLocks(2);
  await held`commit`;
  held.release();
  const sent = await Promise.all(sending);
  expect(sent.map(({ isRepeated }) => isRepeated).sort()).toEqual([false, true]);
  expect(await sql()`select from sent_transactions where merchant_id = ${merchantId}`).toHaveLength(1);
  expect(
    await sql()`
    select from audit_log where merchant_id = ${merchantId} and action = 'transfer.sent'`,
  ).toHaveLength(1);
});

it("what was signed for a refund and not sent is forgotten with it, and its hash isn't told until it is under way", async () => {
  const { ctx, merchantId, prepare, sign } = await business();
  const { keyId } = await createRestrictedKey({ merchantId }, { environment: "live" });
  const key: KeyContext = {
    ...{ db: ctx.db, settings: ctx.settings, merchantId, environment: "live", terminalIds: null },
    ...{ actor: { type: "api_key", keyId }, isRestricted: true, scopes: SCOPES, ipRanges: [], terminal: null },
  };
  await setCursor();
  for (const end of [
    (refundId: string) => cancelRefund(ctx, { refundId }),
    (refundId: string) => rejectRefunds(ctx, { refundIds: [refundId] }),
  ]) {
    const refundId = await prepare();
    const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
    expect(await getRefund(key, { id: refundId })).toMatchObject({ status: "sent", txHash });
    await sql()`update sent_transactions set unsent_id = id where refund_id = ${refundId}`;
    await sql()`update refunds set status = 'prepared', sent_at = null where id = ${refundId}`;
    expect(await getRefund(key, { id: refundId })).toMatchObject({ status: "prepared", txHash: null });
    await end(refundId);
    expect(await statusOf(refundId)).toBe("cancelled");
    expect(await sql()`select from sent_transactions where refund_id = ${refundId}`).toHaveLength(0);
  }
});

it("a refund whose transaction has expired is rejected or cancelled only once all nodes say that it isn't in a block", async () => {
  const { ctx, prepare, sign } = await business();
  await setCursor();
  const { network } = ctx.settings;
  const rpcUrls = ["http://127.0.0.1:9"];
  const away = { ...ctx, settings: { ...ctx.settings, network: network && { ...network, rpcUrls } } };
  for (const end of [
    cancelRefund,
    (at: MemberContext, { refundId }: RefundId) => rejectRefunds(at, { refundIds: [refundId] }),
  ]) {
    const refundId = await prepare();
    await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
    await sql()`update sent_transactions set expires_at = now() - interval '1 day' where refund_id = ${refundId}`;
    await sql()`update refunds set status = 'failed', failed_at = now(), failure = 'EXPIRED' where id = ${refundId}`;
    expect(await messageOf(end(away, { refundId }))).toMatch(/whether the transaction .* has arrived|may have been/);
    expect(await statusOf(refundId)).toBe("failed");
    await end(ctx, { refundId });
    expect(await statusOf(refundId)).toBe("cancelled");
  }
});

it("a refund that the version before has sent, which writes no status, counts as sent under the refund's lock too", async () => {
  const { ctx, prepare, sign } = await business();
  const refundId = await prepare();
  await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
  await sql()`update refunds set status = 'prepared', sent_at = null where id = ${refundId}`;
  const looking = sql().begin(async (tx) => requireNotSent(tx, await lockRefund(tx, ctx, { refundId }), "cancelled"));
  expect(await messageOf(looking)).toMatch(/was sent and may still be confirmed, so it can't be cancelled/);
});

it("a pass fails refunds whose transaction has expired, those of this network alone, and no other", async () => {
  const { ctx, merchantId, prepare, sign } = await business();
  const network = requireNetwork(ctx.settings);
  const [expired, waits, elsewhere] = [await prepare("1"), await prepare("2"), await prepare("3")];
  for (const refundId of [expired, waits, elsewhere])
    await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
  for (const on of [MAINNET, "tron-nile"]) await setCursor({ network: on });
  await sql()`
    update sent_transactions set expires_at = now() - interval '1 day' where refund_id in (${expired}, ${elsewhere})`;
  await sql()`update sent_transactions set network = 'tron-nile' where refund_id = ${elsewhere}`;
  await markFailedSweeps(watchContext(ctx, network));
  const rows = await sql()`
    select status, failure from refunds where merchant_id = ${merchantId} order by amount_micros`;
  expect([...rows]).toEqual([
    { status: "failed", failure: "EXPIRED" },
    { status: "sent", failure: null },
    { status: "sent", failure: null },
  ]);
});

it("money that arrived on a former network isn't refunded on this one", async () => {
  const { ctx, merchantId, intentId, from, prepare } = await business();
  await sql()`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, address, block_number, block_hash,
                           amount_micros, occurred_at, counted)
    values (${merchantId}, ${intentId}, 'tron-nile', ${`0x${randomBytes(32).toString("hex")}`}, 0, ${from}, 7, '0xc',
            9000000, now(), true)`;
  expect(await messageOf(prepare())).toMatch(/arrived on another network/);
  expect(await sql()`select from refunds where merchant_id = ${ctx.merchantId}`).toHaveLength(0);
});

it("a transfer that leaves while its refund is cancelled makes it final, whichever comes first", async () => {
  const { ctx, from, intentId, prepare } = await business();
  await sql()`update payment_intents set received_micros = 900000000 where id = ${intentId}`;
  await setCursor();
  for (let round = 0; round < 8; round += 1) {
    const [to = ""] = randomAddresses(1);
    const refundId = await prepare("3", to);
    const leaves = {
      network: MAINNET,
      txHash: `0x${randomBytes(32).toString("hex")}`,
      logIndex: 0,
      from,
      to: hexFromTron(to) as HexAddress,
      amountMicros: 3_000_000n,
      blockNumber: 2_000 + round,
      blockHash: randomHex().padEnd(66, "0"),
      occurredAt: new Date(),
      arrives: false,
      leaves: true,
    };
    const end = () =>
      messageOf(round % 4 < 2 ? cancelRefund(ctx, { refundId }) : rejectRefunds(ctx, { refundIds: [refundId] }));
    const before = round % 2 ? end() : null;
    const recording = sql().begin((tx) => recordTransfers(tx, MAINNET, [leaves]));
    await (before ?? end());
    await recording;
    expect([round, await statusOf(refundId)]).toEqual([round, "final"]);
  }
});

it("a sent refund is closed by its own transaction to its recipient, whatever arrives of it, and by nothing else", async () => {
  const { ctx, from, to, prepare, sign } = await business();
  const refundId = await prepare();
  const { txHash } = await sendSigned(ctx, sign(await refundToSign(ctx, { refundId }, "file")));
  const left = (more: object) => ({
    network: MAINNET,
    txHash,
    logIndex: 0,
    from,
    to: hexFromTron(to) as HexAddress,
    amountMicros: 2_900_000n,
    blockNumber: 3_000,
    blockHash: randomHex().padEnd(66, "0"),
    occurredAt: new Date(),
    arrives: false,
    leaves: true,
    ...more,
  });
  const record = (...transfers: ReturnType<typeof left>[]) =>
    sql().begin((tx) => recordTransfers(tx, MAINNET, transfers));
  await record(left({ txHash: `0x${randomBytes(32).toString("hex")}` }), left({ to: randomHex(), logIndex: 1 }));
  expect(await statusOf(refundId)).toBe("sent");
  await record(left({ logIndex: 2 }));
  expect(await statusOf(refundId)).toBe("final");
});

it("a signed transfer is taken for a refund of its recipient and amount alone, and only once that is confirmed", async () => {
  const { ctx, merchantId, intentId, from, to, prepare, sign } = await business();
  const refundId = await prepare();
  const transfer = (amountMicros: bigint, recipient: HexAddress) => {
    const now = new Date();
    const { token } = requireNetwork(ctx.settings);
    const transaction = makeTransfer(
      { token, from, to: recipient, amountMicros },
      { block: { number: 1, hash: `0x${"ab".repeat(32)}` }, now, expiresAt: new Date(now.getTime() + 3_600_000) },
    );
    return sign({ transaction } as TransferToSign);
  };
  const hex = hexFromTron(to) as HexAddress;
  await sendSigned(ctx, transfer(2_999_999n, hex));
  await sendSigned(ctx, transfer(3_000_000n, randomHex()));
  const sent = await sql()`select refund_id from sent_transactions where merchant_id = ${merchantId}`;
  expect([...sent]).toEqual([{ refund_id: null }, { refund_id: null }]);
  expect(await statusOf(refundId)).toBe("prepared");
  const { keyId } = await createRestrictedKey({ merchantId }, { environment: "live", scopes: ["refunds:write"] });
  await sql()`
    insert into refunds (merchant_id, environment, intent_id, status, from_address, to_address, amount_micros,
                         prepared_by_key)
    values (${merchantId}, 'live', ${intentId}, 'prepared', ${from}, ${hex}, 1000000, ${keyId})`;
  expect(await messageOf(sendSigned(ctx, transfer(1_000_000n, hex)))).toMatch(/isn't confirmed yet/);
  expect(node.taken).toHaveLength(2);
});

it("of ten members and ten calls of a key that want the last cent exactly one gets it", async () => {
  const { ctx, merchantId, intentId, to, prepare } = await business();
  await prepare("8.99");
  const { keyId } = await createRestrictedKey({ merchantId }, { environment: "live", scopes: ["refunds:write"] });
  const key: KeyContext = {
    ...{ db: ctx.db, settings: ctx.settings, merchantId, environment: "live", terminalIds: null },
    ...{ actor: { type: "api_key", keyId }, isRestricted: true, scopes: SCOPES, ipRanges: [], terminal: null },
  };
  const input = CreateRefundInput.parse({ intent_id: intentId, amount_usdt: 0.01, to });
  const racers = Array.from({ length: 20 }, (_, index) =>
    messageOf(index % 2 ? prepare("0.01") : prepareRefundByKey(key, input, null)),
  );
  const refusals = await Promise.all(racers);
  expect(refusals.filter((one) => one === null)).toHaveLength(1);
  const others = new Set(refusals.filter((one) => one !== null));
  expect([...others]).toEqual([expect.stringMatching(/nothing left to refund/)]);
});

it("of ten who sign, cancel and reject a refund at once, it is sent once or cancelled, never both", async () => {
  const { ctx, intentId, prepare, sign } = await business();
  await sql()`update payment_intents set received_micros = 900000000 where id = ${intentId}`;
  for (let round = 0; round < 5; round += 1) {
    const refundId = await prepare("3", randomAddresses(1)[0]);
    const signed = await Promise.all(
      Array.from({ length: 4 }, async () => sign(await refundToSign(ctx, { refundId }, "file"))),
    );
    node.taken = [];
    const outcomes = await Promise.all([
      ...signed.map((one) => messageOf(sendSigned(ctx, one))),
      ...Array.from({ length: 3 }, () => messageOf(cancelRefund(ctx, { refundId }))),
      ...Array.from({ length: 3 }, () => messageOf(rejectRefunds(ctx, { refundIds: [refundId] }))),
    ]);
    const [sent, ended] = [outcomes.slice(0, 4), outcomes.slice(4)].map(
      (some) => some.filter((one) => one === null).length,
    );
    const status = await statusOf(refundId);
    expect([round, sent, ended]).toEqual([round, ...(status === "sent" ? [1, 0] : [0, 1])]);
    expect(new Set(node.taken).size).toBe(sent);
  }
});
