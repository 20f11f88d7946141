import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, it, onTestFinished } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromPublicKey, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { signTransaction } from "@/lib/base/tron/transfer-transaction";
import { decimalFromMicros } from "@/lib/base/values/money";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { planRefunds } from "@/lib/settlement/funds/plan-refunds";
import { refundsToSign } from "@/lib/settlement/funds/refunds-to-sign";
import { SendSignedInput, sendSigned } from "@/lib/settlement/funds/send-signed";
import {
  formatSignedTransferFile,
  formatTransferFile,
  parseSignedTransferFile,
  parseTransferFile,
  type SignedTransfer,
} from "@/lib/settlement/funds/transfer-file";
import type { Chain } from "@/tests/support/chain/chain";
import type { TronProxy } from "@/tests/support/chain/proxy";
import { usdt, withWatchedChain } from "@/tests/support/chain/watched-chain";
import { makeLiveIntents, newAddress, readAll, type Shop, watcherOn } from "@/tests/support/live-intents";
import { memberContext } from "@/tests/support/member-context";

let chain: Chain;
let proxy: TronProxy;
let shop: Shop;

withWatchedChain((made) => {
  ({ chain, proxy, shop } = made);
});

type Wanted = { to: HexAddress; amount: number };

/** Paid payments of 50 USDT, each at an address of which the test has the key, and the refunds wanted of each. */
async function refundsOf(payments: Wanted[][]) {
  const watcher = watcherOn(chain.network(proxy));
  await readAll(watcher);
  const keys = new Map<HexAddress, Uint8Array>();
  for (const _ of payments) {
    const { secretKey, publicKey } = secp256k1.keygen();
    keys.set(hexFromPublicKey(publicKey), secretKey);
  }
  const expiresAt = await chain.inSeconds(1_800);
  const drafts = [...keys.keys()].map((address) => ({ address, amountMicros: usdt(50), expiresAt }));
  const intents = await makeLiveIntents(watcher.network.id, shop, drafts);
  const settle = async () => {
    await chain.finalize();
    await readAll(watcher);
  };
  for (const { address } of intents) await chain.pay(address, 50);
  await settle();
  const member = await memberContext(shop, { environment: "live" });
  const ctx: MemberContext = { ...member, settings: { ...member.settings, network: watcher.network } };
  const refundIds: string[] = [];
  for (const [index, wanted] of payments.entries()) {
    for (const { to, amount } of wanted) {
      const input = { intentId: intents[index]?.id ?? "", to: tronFromHex(to), amount: String(amount) };
      refundIds.push((await prepareIntentRefund(ctx, PrepareIntentRefundInput.parse(input))).refundId);
    }
  }
  /** As the offline wallet signs the file that the dashboard gives. */
  const signFile = async (): Promise<SignedTransfer[]> => {
    const { transfers, leftOut } = await refundsToSign(ctx, { refundIds }, "file");
    expect(leftOut).toEqual([]);
    const text = formatTransferFile({
      network: watcher.network.name,
      token: tronFromHex(watcher.network.token),
      transfers: transfers.map(({ amountMicros, ...one }) => ({ ...one, amount: decimalFromMicros(amountMicros) })),
    });
    const file = parseTransferFile(text);
    if ("fault" in file) throw new Error(file.fault);
    const signed = file.transfers.map(({ rawDataHex, transfer }) => ({
      rawDataHex,
      signature: signTransaction(rawDataHex, keys.get(transfer.from) ?? new Uint8Array()),
    }));
    const upload = parseSignedTransferFile(formatSignedTransferFile(file.network, signed));
    if ("fault" in upload) throw new Error(upload.fault);
    return upload.transactions;
  };
  const statuses = async () => {
    const rows = await database().sql<{ status: string; txHash: string | null }[]>`
      select f.status, o.tx_hash as "txHash" from refunds f left join outgoing_transfers o on o.id = f.outgoing_id
       where f.id = any(${refundIds}::uuid[])`;
    return { count: rows.length, statuses: [...new Set(rows.map((row) => row.status))], rows };
  };
  return { ctx, refundIds, settle, signFile, statuses };
}

/** A caller whose first statement like `query` has answered when `then` happens, before the caller goes on. */
function after(ctx: MemberContext, query: RegExp, then: () => Promise<void>): MemberContext {
  let isLeft = true;
  const sql = new Proxy(ctx.db.sql, {
    apply(target, self, args) {
      const statement = Reflect.apply(target, self, args);
      if (!isLeft || !Array.isArray(args[0]) || !query.test(args[0].join("?"))) return statement;
      isLeft = false;
      return statement.then(async (rows: unknown) => {
        await then();
        return rows;
      });
    },
  });
  return { ...ctx, db: { ...ctx.db, sql } };
}

/** Sends them one after the other, as the dashboard does; what became of each. */
async function upload(ctx: MemberContext, signed: readonly SignedTransfer[]) {
  const outcomes: string[] = [];
  for (const one of signed) {
    const outcome = await sendSigned(ctx, SendSignedInput.parse(one)).then(
      ({ isRepeated }) => (isRepeated ? "repeated" : "sent"),
      ({ message }) => message as string,
    );
    outcomes.push(outcome);
  }
  return outcomes;
}

it("forty refunds, some of them equal, arrive by one file, and uploading it again pays none twice", async () => {
  const customers = Array.from({ length: 4 }, () => newAddress());
  // each customer is paid the same amount twice from the same address, and eight other ones
  const wanted = customers.map((to) => [2, 2, 1, 1.5, 0.5, 0.25, 3, 4, 5, 6].map((amount) => ({ to, amount })));
  const { ctx, settle, signFile, statuses } = await refundsOf(wanted);
  const signed = await signFile();
  expect(signed).toHaveLength(40);
  expect(new Set(signed.map(({ rawDataHex }) => rawDataHex))).toHaveProperty("size", 40);
  expect(await upload(ctx, signed)).toEqual(Array(40).fill("sent"));
  expect(await upload(ctx, signed)).toEqual(Array(40).fill("repeated"));
  await settle();
  const { rows, ...after } = await statuses();
  expect(after).toEqual({ count: 40, statuses: ["final"] });
  expect(new Set(rows.map(({ txHash }) => txHash))).toHaveProperty("size", 40);
  // once more, now that they have arrived
  expect(await upload(ctx, signed)).toEqual(Array(40).fill("repeated"));
  await settle();
  for (const to of customers) expect(await chain.balanceOf(to)).toBe(usdt(25.25));
});

it("two people who upload the same file at the same time pay each refund once", async () => {
  const to = newAddress();
  const { ctx, settle, signFile, statuses } = await refundsOf([Array(6).fill({ to, amount: 2 })]);
  const signed = await signFile();
  const colleague = { ...(await memberContext(shop, { environment: "live" })), settings: ctx.settings };
  const outcomes = await Promise.all([upload(ctx, signed), upload(colleague, signed)]);
  expect(outcomes.flat().toSorted()).toEqual([...Array(6).fill("repeated"), ...Array(6).fill("sent")]);
  await settle();
  expect(await statuses()).toMatchObject({ count: 6, statuses: ["final"] });
  expect(await chain.balanceOf(to)).toBe(usdt(12));
});

it.each([
  ["looked for its refund", /isReady/],
  ["looked at what the refund was sent with", /isInFlight/],
])("who sends the same one after a colleague %s is told that it was sent, and it stays sent", async (_, query) => {
  const to = newAddress();
  const { ctx, settle, signFile, statuses } = await refundsOf([[{ to, amount: 2 }]]);
  const [signed] = (await signFile()) as [SignedTransfer];
  const raced = after(ctx, query, async () => expect(await upload(ctx, [signed])).toEqual(["sent"]));
  expect(await upload(raced, [signed])).toEqual(["repeated"]);
  expect(await statuses()).toMatchObject({ statuses: ["sent"] });
  await settle();
  expect(await statuses()).toMatchObject({ statuses: ["final"] });
  expect(await chain.balanceOf(to)).toBe(usdt(2));
  const events = await database().sql`select type from events where body like ${`%${tronFromHex(to)}%`}`;
  expect(events.map(({ type }) => type)).not.toContain("refund.failed");
});

it("two files of the same refunds pay each refund once, whichever is uploaded first", async () => {
  const to = newAddress();
  const { ctx, settle, signFile, statuses } = await refundsOf([Array(3).fill({ to, amount: 4 })]);
  const [one, other] = [await signFile(), await signFile()];
  await Promise.all([upload(ctx, one), upload(ctx, other)]);
  await upload(ctx, [...one, ...other]);
  await settle();
  await upload(ctx, [...other, ...one]);
  await settle();
  expect(await statuses()).toMatchObject({ count: 3, statuses: ["final"] });
  expect(await chain.balanceOf(to)).toBe(usdt(12));
});

it("of two equal refunds whose nodes were away, each keeps its own transaction, and both arrive", async () => {
  const to = newAddress();
  const { ctx, refundIds, settle, signFile, statuses } = await refundsOf([Array(2).fill({ to, amount: 3 })]);
  const signed = await signFile();
  proxy.faults.httpApi = "busy";
  for (const outcome of await upload(ctx, signed))
    expect(outcome).toMatch(/Nothing was sent\. Send the same one again/);
  const kept = await database().sql`
    select distinct refund_id, tx_hash from sent_transactions where refund_id = any(${refundIds}::uuid[])`;
  expect(kept).toHaveLength(2);
  proxy.faults.httpApi = null;
  expect(await upload(ctx, signed.toReversed())).toEqual(["sent", "sent"]);
  await settle();
  expect(await statuses()).toMatchObject({ count: 2, statuses: ["final"] });
  expect(await chain.balanceOf(to)).toBe(usdt(6));
});

it("a file that someone else sent to the network pays its refunds once, and uploading it says that it was sent", async () => {
  const to = newAddress();
  const { ctx, settle, signFile, statuses } = await refundsOf([Array(2).fill({ to, amount: 5 })]);
  const [first, second] = await signFile();
  await upload(ctx, [first as SignedTransfer]);
  // as if Till had never sent it
  await database().sql`delete from sent_transactions where to_address = ${to}`;
  await database()
    .sql`update refunds set status = 'prepared', sent_at = null where to_address = ${to} and status = 'sent'`;
  await settle();
  expect(await upload(ctx, [first as SignedTransfer, second as SignedTransfer])).toEqual(["repeated", "sent"]);
  await settle();
  expect(await statuses()).toMatchObject({ count: 2, statuses: ["final"] });
  expect(await chain.balanceOf(to)).toBe(usdt(10));
});

it("a refund to a frozen address is left out, and the TRX for all others of an address is named before they are signed", async () => {
  const [to, frozen] = [newAddress(), newAddress()];
  const { ctx, refundIds } = await refundsOf([
    [
      { to, amount: 2 },
      { to, amount: 2 },
      { to: frozen, amount: 3 },
    ],
  ]);
  await chain.blacklist(frozen);
  onTestFinished(() => chain.blacklist(frozen, false));
  // the TRX for one of them
  const { transfers } = await refundsToSign(ctx, { refundIds }, "file");
  const from = transfers[0]?.from ?? "";
  proxy.faults.accounts = new Map([[hexFromTron(from) as HexAddress, { sun: 14_000_000 }]]);
  const one = await planRefunds(ctx, { refundIds: refundIds.slice(0, 1) });
  expect(one.estimate?.cost).toMatchObject({ senders: 1, short: [] });
  const { refunds, leftOut, estimate, lines } = await planRefunds(ctx, { refundIds });
  expect(refunds).toHaveLength(2);
  expect(leftOut).toMatchObject([{ refundId: refundIds[2], reason: expect.stringContaining("has frozen") }]);
  expect(lines).toHaveLength(2);
  expect(estimate).toMatchObject({ transfers: 2, frozen: [] });
  expect(estimate?.cost).toMatchObject({ senders: 1, short: [{ address: from, sun: 14_000_000 }] });
});
