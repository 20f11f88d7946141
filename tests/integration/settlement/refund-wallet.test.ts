import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import type { WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { getRefundWallet } from "@/lib/chain/wallets/get-refund-wallet";
import { watchedPayments } from "@/lib/chain/wallets/refund-wallet-watch";
import { removeRefundWallet, setRefundWallet } from "@/lib/chain/wallets/set-refund-wallet";
import { setWallet } from "@/lib/chain/wallets/set-wallet";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { listRefunds } from "@/lib/payments/refunds/list";
import { ListRefundsInput } from "@/lib/payments/refunds/list-filter";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { planSweep, SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { refundToSign } from "@/lib/settlement/funds/transfer-to-sign";
import { recordTransfers } from "@/lib/settlement/ledger/record";
import {
  confirmWalletTransfer,
  listWalletTransfers,
  rejectWalletTransfer,
} from "@/lib/settlement/ledger/wallet-transfers";
import { call } from "@/tests/support/api";
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
import { auditOf } from "@/tests/support/member-context";

turnLiveOn();

const [ZERO] = ["T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"];
const newAddress = () => randomAddresses(1)[0] ?? "";
const hex = (address: string) => hexFromTron(address) as HexAddress;
const refusalOf = (running: Promise<unknown>) =>
  running.then(
    () => null,
    ({ code, message, fields }) => ({ code, message, fields }),
  );

/** An item about 7 USDT at the first address, which is known to hold `holds`, and a refund of `amount` of it. */
async function waitingRefund(
  { member, merchantId, addresses }: LiveMerchant,
  { holds = 0, amount = "3", to = "" } = {},
) {
  const address = hex(addresses[0] ?? "");
  const transferId = await makeTransfer({ merchantId, address, amountMicros: 7_000_000n });
  await setKnownBalance([address], holds);
  const [item] = await database().sql<[{ id: string }]>`
    insert into attention_items (merchant_id, kind, transfer_id, amount_micros)
    values (${merchantId}, 'unassigned', ${transferId}, 7000000) returning id`;
  const input = PrepareRefundInput.parse({ itemId: item.id, to: to || newAddress(), amount });
  return { itemId: item.id, address, ...(await prepareRefund(member, input)) };
}

/** A transfer as a pass finds it, in a block after the refunds of a test. */
function sentBy(from: string, to: string, { amountMicros = 3_000_000n, ...rest }: Partial<WatchedTransfer> = {}) {
  return {
    network: MAINNET,
    txHash: `0x${randomBytes(32).toString("hex")}`,
    logIndex: 5,
    from: hex(from),
    to: hex(to),
    amountMicros,
    blockNumber: 2_000,
    blockHash: `0x${"b".repeat(64)}`,
    occurredAt: new Date(),
    arrives: false,
    leaves: true,
    ...rest,
  } satisfies WatchedTransfer;
}

const record = (...transfers: WatchedTransfer[]) =>
  database().sql.begin((tx) => recordTransfers(tx, MAINNET, transfers));

it("a refund wallet is set, changed and removed, each with an entry in the audit log", async () => {
  const { member, merchantId } = await liveMerchant();
  const [first = "", second = ""] = randomAddresses(2);
  expect(await getRefundWallet(member)).toBeNull();
  await setRefundWallet(member, { address: ` ${first} ` });
  expect(await getRefundWallet(member)).toMatchObject({ address: first, openRefunds: 0 });
  expect(await refusalOf(setRefundWallet(member, { address: first }))).toMatchObject({ code: "conflict" });
  await setRefundWallet(member, { address: second });
  await removeRefundWallet(member);
  expect(await getRefundWallet(member)).toBeNull();
  expect(await refusalOf(removeRefundWallet(member))).toMatchObject({ code: "conflict" });
  await setRefundWallet(member, { address: first });
  const entries = (await auditOf(merchantId)).filter(({ action }) => action.startsWith("refund_wallet."));
  expect(entries.map(({ action }) => action).sort()).toEqual([
    "refund_wallet.removed",
    "refund_wallet.set",
    "refund_wallet.set",
    "refund_wallet.set",
  ]);
});

it("no other address than a valid one that receives nothing here, in one sentence about others' addresses", async () => {
  const [own, other] = [await liveMerchant(), await liveMerchant()];
  const theirs = newAddress();
  await setRefundWallet(other.member, { address: theirs });
  const refused = async (address: string) => (await refusalOf(setRefundWallet(own.member, { address })))?.message;
  expect(await refused("T123")).toMatch(/isn't a valid TRON address/);
  expect(await refused(randomBytes(32).toString("hex"))).toMatch(/looks like a private key/);
  expect(await refused(`${theirs.slice(0, -1)}${theirs.endsWith("a") ? "b" : "a"}`)).toMatch(
    /isn't a valid TRON address/,
  );
  expect(await refused(hex(theirs))).toMatch(/isn't a valid TRON address/);
  expect(await refused(USDT)).toMatch(/No one can sign for this address/);
  expect(await refused(ZERO ?? "")).toMatch(/No one can sign for this address/);
  expect(await refused(own.addresses[1] ?? "")).toMatch(/receives payments here/);
  const sentence = await refused(theirs);
  expect(sentence).toMatch(/can't be your refund wallet/);
  expect(await refused(other.addresses[0] ?? "")).toBe(sentence);
  expect(await getRefundWallet(own.member)).toBeNull();
  // nor does a refund wallet become a receiving address
  const taken = newAddress();
  await setRefundWallet(own.member, { address: taken });
  const wallet = { wallet: taken, confirmation: taken };
  expect((await refusalOf(setWallet(own.member, wallet)))?.message).toMatch(/is your refund wallet/);
  expect((await refusalOf(setWallet(other.member, wallet)))?.message).toMatch(/used by another business/);
  await removeRefundWallet(own.member);
  expect(await refusalOf(setWallet(other.member, wallet))).toBeNull();
});

it("nor is an address that the extended public key derives, or derives soon, a refund wallet", async () => {
  const xpub = newXpub();
  const { member } = await liveMerchant({ wallet: xpub });
  const refused = async (index: number) => {
    const address = tronFromHex(deriveAddresses(xpub, index, 1)[0] as HexAddress);
    return (await refusalOf(setRefundWallet(member, { address })))?.message;
  };
  expect(await refused(20)).toMatch(/receives payments here/);
  expect(await refused(21)).toMatch(/will receive payments here/);
  expect(await refused(100)).toMatch(/will receive payments here/);
  expect(await getRefundWallet(member)).toBeNull();
  // and an extended public key that derives the refund wallet isn't set
  const later = newXpub();
  const [first = "", wallet = ""] = [0, 60].map((index) =>
    tronFromHex(deriveAddresses(later, index, 1)[0] as HexAddress),
  );
  await setRefundWallet(member, { address: wallet });
  const input = { wallet: later, confirmation: first };
  expect((await refusalOf(setWallet(member, input)))?.message).toMatch(/is your refund wallet/);
  await removeRefundWallet(member);
  expect(await refusalOf(setWallet(member, input))).toBeNull();
});

it("a refund wallet that an extended public key derives at last is passed over, and never receives a payment", async () => {
  const [xpub, theirs] = [newXpub(), newXpub()];
  const { member, merchantId, liveKey } = await liveMerchant({ wallet: xpub });
  const other = await liveMerchant({ wallet: theirs });
  const [mine = "", foreign = ""] = [xpub, theirs].map((key) =>
    tronFromHex(deriveAddresses(key, 500, 1)[0] as HexAddress),
  );
  await setRefundWallet(member, { address: mine });
  await setRefundWallet((await liveMerchant()).member, { address: foreign });
  // as after so many payments, first when it is among those that are watched ahead, then when it is the next one
  for (const next of [490, 500]) {
    for (const business of [{ merchantId, liveKey }, other]) {
      await database().sql`
        update receiving_wallets set next_index = ${next} where merchant_id = ${business.merchantId} and retired_at is null`;
      await database().sql`
        update receive_addresses set rests_until = now() + interval '1 day' where merchant_id = ${business.merchantId}`;
      expect((await call("create-payment-intent", { amount_usdt: 5 }, { key: business.liveKey })).status).toBe(200);
    }
  }
  for (const business of [merchantId, other.merchantId]) {
    const rows = await database().sql<{ index: number }[]>`
      select derivation_index as index from receive_addresses
       where merchant_id = ${business} and derivation_index between 490 and 520 order by 1`;
    expect(rows.map(({ index }) => index)).toEqual(
      Array.from({ length: 31 }, (_, place) => 490 + place).filter((index) => index !== 500),
    );
    const [leased] = await database().sql`
      select from receive_addresses where merchant_id = ${business} and derivation_index = 501 and not is_ahead`;
    expect(leased).toBeDefined();
  }
});

it("of five that set the same address at once, one business has it", async () => {
  const businesses = await Promise.all(Array.from({ length: 5 }, () => liveMerchant()));
  const address = newAddress();
  const results = await Promise.all(businesses.map(({ member }) => refusalOf(setRefundWallet(member, { address }))));
  expect(results.filter((one) => one === null)).toHaveLength(1);
});

it("refunds are paid by their address while it holds enough beyond earlier ones, then by the refund wallet", async () => {
  const merchant = await liveMerchant();
  const wallet = newAddress();
  await setRefundWallet(merchant.member, { address: wallet });
  const to = newAddress();
  const first = await waitingRefund(merchant, { holds: 5_000_000, amount: "3" });
  expect(first.from).toBe(merchant.addresses[0]);
  const second = await waitingRefund(merchant, { holds: 5_000_000, amount: "3", to });
  expect(second.from).toBe(wallet);
  expect(await getRefundWallet(merchant.member)).toMatchObject({ openRefunds: 1 });
  // of the wallet, only transfers to recipients whom it pays are read
  const watched = await watchedPayments(database().sql, merchant.merchantId);
  expect(watched).toEqual([{ from: hex(wallet), to: hex(to) }]);
});

it("a refund that was cancelled, or waits for its recipient, takes nothing of an address from those after it", async () => {
  const merchant = await liveMerchant();
  await setRefundWallet(merchant.member, { address: newAddress() });
  const { refundId } = await waitingRefund(merchant, { holds: 5_000_000, amount: "3" });
  const { sql } = database();
  await sql`update refunds set status = 'cancelled', withdrawn_at = now() where id = ${refundId}`;
  const second = await waitingRefund(merchant, { holds: 5_000_000, amount: "3" });
  expect(second.from).toBe(merchant.addresses[0]);
  await sql`update refunds set status = 'cancelled', withdrawn_at = now() where id = ${second.refundId}`;
  await sql`
    insert into refunds (merchant_id, item_id, status, from_address, amount_micros, prepared_by)
    select merchant_id, item_id, 'waiting_for_address', from_address, amount_micros, prepared_by
      from refunds where id = ${refundId}`;
  expect((await waitingRefund(merchant, { holds: 5_000_000, amount: "3" })).from).toBe(merchant.addresses[0]);
});

it("a refund moves to the refund wallet for those before it at its address, failed ones too, and not for those after it", async () => {
  const merchant = await liveMerchant();
  const wallet = newAddress();
  await setRefundWallet(merchant.member, { address: wallet });
  const first = await waitingRefund(merchant, { holds: 5_000_000, amount: "3" });
  const second = await waitingRefund(merchant, { holds: 5_000_000, amount: "2" });
  expect([first.from, second.from]).toEqual([merchant.addresses[0], merchant.addresses[0]]);
  await setKnownBalance([first.address], 3_000_000);
  const fromOf = async (refundId: string) => (await refundToSign(merchant.member, { refundId }, "file")).from;
  expect(await fromOf(first.refundId)).toBe(merchant.addresses[0]);
  expect(await fromOf(second.refundId)).toBe(wallet);
  const { sql } = database();
  await sql`update refunds set status = 'sent', sent_at = now() where id = ${first.refundId}`;
  await sql`update refunds set status = 'failed', failed_at = now() where id = ${first.refundId}`;
  const third = await waitingRefund(merchant, { holds: 5_000_000, amount: "3" });
  expect(third.from).toBe(wallet);
});

it("a sweep leaves what prepared refunds need at their addresses, and nothing for those that the wallet pays", async () => {
  const merchant = await liveMerchant();
  await setRefundWallet(merchant.member, { address: newAddress() });
  const { itemId, address } = await waitingRefund(merchant, { holds: 100, amount: "7" });
  await setKnownBalance([address], 20_000_000);
  const { sql } = database();
  await sql`update attention_items set resolved_at = now(), resolution = 'accepted', note = 'done' where id = ${itemId}`;
  const plan = async () => {
    const { rows } = await planSweep(merchant.member, SweepInput.parse({ to: newAddress(), threshold: "1" }));
    return rows.map((row) => row.amountMicros);
  };
  expect(await plan()).toEqual([19_999_999n]);
  await sql`update refunds set from_address = ${address} where item_id = ${itemId}`;
  expect(await plan()).toEqual([12_999_999n]);
});

it("a sweep leaves of an open item's money what no refund gives back, before and after the wallet has paid", async () => {
  const merchant = await liveMerchant();
  await setRefundWallet(merchant.member, { address: newAddress() });
  const { refundId, address } = await waitingRefund(merchant, { holds: 100, amount: "3" });
  await setKnownBalance([address], 20_000_000);
  const plan = async () => {
    const { rows } = await planSweep(merchant.member, SweepInput.parse({ to: newAddress(), threshold: "1" }));
    return rows.map((row) => row.amountMicros);
  };
  expect(await plan()).toEqual([15_999_999n]);
  await database().sql`
    with o as (
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      select merchant_id, ${MAINNET}, ${`0x${randomBytes(32).toString("hex")}`}, 0, from_address, to_address,
             amount_micros, 1, now()
        from refunds where id = ${refundId} returning id, occurred_at)
    update refunds set status = 'final', outgoing_id = o.id, final_at = o.occurred_at from o
     where refunds.id = ${refundId}`;
  expect(await plan()).toEqual([15_999_999n]);
});

it("a transfer from the address closes the oldest refund with its recipient and amount that was prepared before it", async () => {
  const merchant = await liveMerchant();
  const other = await liveMerchant();
  const to = newAddress();
  const first = await waitingRefund(merchant, { holds: 50_000_000, to });
  const second = await waitingRefund(merchant, { holds: 50_000_000, to });
  const theirs = await waitingRefund(other, { holds: 50_000_000, to });
  const [at = "", elsewhere = ""] = merchant.addresses;
  // the chain's head when they were prepared, long after the address's ledger began
  const head = 1_500;
  await database().sql`
    update refunds set head_block = ${head} where id in (${first.refundId}, ${second.refundId})`;
  const statuses = async () => {
    const rows = await database().sql<{ id: string; status: string }[]>`
      select id, status from refunds where id in (${first.refundId}, ${second.refundId}, ${theirs.refundId})`;
    const of = new Map(rows.map(({ id, status }) => [id, status]));
    return [first, second, theirs].map(({ refundId }) => of.get(refundId));
  };
  await record(
    sentBy(at, newAddress()),
    sentBy(at, to, { amountMicros: 2_999_999n }),
    sentBy(elsewhere, to),
    sentBy(at, to, { blockNumber: head }),
    sentBy(at, to, { blockNumber: head - 5 }),
  );
  expect(await statuses()).toEqual(["prepared", "prepared", "prepared"]);
  await record(sentBy(at, to, { blockNumber: head + 1 }));
  expect(await statuses()).toEqual(["final", "prepared", "prepared"]);
  await database().sql`
    update refunds set status = 'cancelled', withdrawn_at = now() - interval '2 minutes' where id = ${second.refundId}`;
  await record(sentBy(at, to));
  expect(await statuses()).toEqual(["final", "cancelled", "prepared"]);
  // what the wallet was asked for just before the refund was cancelled
  await record(sentBy(at, to, { occurredAt: new Date(Date.now() - 90_000) }));
  expect(await statuses()).toEqual(["final", "final", "prepared"]);
  const [final] = await database().sql`
    select o.occurred_at = f.final_at as "isOfBlock" from refunds f join outgoing_transfers o on o.id = f.outgoing_id
     where f.id = ${second.refundId}`;
  expect(final).toEqual({ isOfBlock: true });
});

it("a refund knows the chain's head of its time, and without one a transfer's time tells which came first", async () => {
  const merchant = await liveMerchant();
  const to = newAddress();
  const { refundId } = await waitingRefund(merchant, { holds: 50_000_000, to });
  const { sql } = database();
  const read = async () => {
    const [row] = await sql`
      select f.status, f.head_block = c.head_number as "isOfHead" from refunds f, chain_cursors c
       where f.id = ${refundId} and c.network = ${MAINNET}`;
    return row;
  };
  expect(await read()).toEqual({ status: "prepared", isOfHead: true });
  await sql`update refunds set head_block = null where id = ${refundId}`;
  const [at = ""] = merchant.addresses;
  await record(sentBy(at, to, { occurredAt: new Date(Date.now() - 120_000) }));
  expect(await read()).toMatchObject({ status: "prepared" });
  await record(sentBy(at, to, { occurredAt: new Date(Date.now() - 30_000) }));
  expect(await read()).toMatchObject({ status: "final" });
});

it("a sweep leaves what the refund of a paid payment needs, which has no item", async () => {
  const merchant = await liveMerchant();
  const address = hex(merchant.addresses[0] ?? "");
  await setKnownBalance([address], 20_000_000);
  const { sql } = database();
  const [intent] = await sql<[{ id: string }]>`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, receive_address, expires_at, received_micros)
    values (${randomUUID()}, ${merchant.merchantId}, ${merchant.terminalId}, 'live', 7000000, ${address}, now() + interval '1 hour', 7000000) returning id`;
  await sql`update payment_intents set status = 'paid', paid_at = now() where id = ${intent.id}`;
  const prepare = async (amount: string, to = newAddress()) => {
    const input = PrepareIntentRefundInput.parse({ intentId: intent.id, amount, to });
    return (await prepareIntentRefund(merchant.member, input)).refundId;
  };
  const refundId = await prepare("4");
  const plan = async () => {
    const { rows } = await planSweep(merchant.member, SweepInput.parse({ to: newAddress(), threshold: "1" }));
    return rows.map((row) => row.amountMicros);
  };
  expect(await plan()).toEqual([15_999_999n]);
  await sql`
    update refunds set status = 'cancelled', withdrawn_at = now() where id = ${refundId}`;
  expect(await plan()).toEqual([19_999_999n]);
  const to = newAddress();
  await prepare("5", to);
  expect(await plan()).toEqual([14_999_999n]);
  await record(sentBy(merchant.addresses[0] ?? "", to, { amountMicros: 5_000_000n }));
  await setKnownBalance([address], 15_000_000);
  expect(await plan()).toEqual([14_999_999n]);
});

it("a transfer is proposed once, also when another block includes its transaction again after a fork", async () => {
  const merchant = await liveMerchant();
  const [wallet = "", to = ""] = randomAddresses(2);
  await setRefundWallet(merchant.member, { address: wallet });
  const refunds = [await waitingRefund(merchant, { to }), await waitingRefund(merchant, { to })];
  const transfer = sentBy(wallet, to);
  expect(await record(transfer)).toMatchObject({ paid: 1 });
  expect(await record(transfer)).toMatchObject({ paid: 0 });
  const forked = { ...transfer, blockNumber: 2_001, blockHash: `0x${"c".repeat(64)}`, logIndex: 9 };
  expect(await record(forked)).toMatchObject({ paid: 0 });
  const [proposed] = await listWalletTransfers(merchant.member);
  const listed = async () =>
    (await listRefunds(merchant.member, ListRefundsInput.parse({ show: "all" }))).refunds.map((one) => one.isProposed);
  // the newest first
  expect(await listed()).toEqual([false, true]);
  expect(await countWaiting(merchant.member)).toMatchObject({ proposed: 1 });
  expect(await countWaiting({ ...merchant.member, environment: "sandbox" })).toMatchObject({ proposed: 0 });
  await confirmWalletTransfer(merchant.member, { transferId: proposed?.id ?? "" });
  expect(await listed()).toEqual([false, false]);
  expect(await countWaiting(merchant.member)).toMatchObject({ proposed: 0 });
  expect(await record(forked, transfer)).toMatchObject({ paid: 0 });
  const statuses = await database().sql`
    select status from refunds where id = any(${refunds.map((one) => one.refundId)}::uuid[]) order by created_at, id`;
  expect(statuses.map(({ status }) => status)).toEqual(["final", "prepared"]);
  const [item] = await database().sql`select resolution from attention_items where id = ${refunds[0]?.itemId ?? ""}`;
  expect(item).toEqual({ resolution: "refunded" });
});

it("of two transfers in one transaction, each pays a refund of its own", async () => {
  const merchant = await liveMerchant();
  const [wallet = "", to = ""] = randomAddresses(2);
  await setRefundWallet(merchant.member, { address: wallet });
  await waitingRefund(merchant, { to });
  await waitingRefund(merchant, { to });
  const one = sentBy(wallet, to);
  expect(await record(one, { ...one, logIndex: 6 })).toMatchObject({ paid: 2 });
  expect(await listWalletTransfers(merchant.member)).toHaveLength(2);
});

it("what Till sent takes its refund, once, and what was proposed for that goes to the next one like it", async () => {
  const merchant = await liveMerchant();
  const { member, merchantId } = merchant;
  const [wallet = "", to = ""] = randomAddresses(2);
  await setRefundWallet(member, { address: wallet });
  const [first, second] = [await waitingRefund(merchant, { to }), await waitingRefund(merchant, { to })];
  const { sql } = database();
  const own = sentBy(wallet, to);
  await record(sentBy(wallet, to, { blockNumber: 1_999 }));
  const [proposed] = await listWalletTransfers(member);
  await sql`
    insert into sent_transactions (merchant_id, network, tx_hash, refund_id, from_address, to_address, amount_micros,
                                   expires_at, sent_by)
    values (${merchantId}, ${MAINNET}, ${own.txHash}, ${first.refundId}, ${own.from}, ${own.to}, 3000000,
            now() + interval '1 hour', ${member.actor.userId})`;
  const confirming = refusalOf(confirmWalletTransfer(member, { transferId: proposed?.id ?? "" }));
  expect((await confirming)?.message).toMatch(/was also sent with another transaction/);
  const proposals = () => sql`
    select refund_id as "refundId", tx_hash as "txHash" from refund_wallet_transfers
     where merchant_id = ${merchantId} and decided_at is null`;
  const statuses = async () => {
    const rows = await sql`
      select status from refunds where id in (${first.refundId}, ${second.refundId}) order by created_at, id`;
    return rows.map(({ status }) => status);
  };
  expect(await proposals()).toMatchObject([{ refundId: first.refundId }]);
  await record(sentBy(merchant.addresses[0] ?? "", to, { txHash: own.txHash, logIndex: 9 }));
  expect(await statuses()).toEqual(["prepared", "prepared"]);
  await record(own);
  expect(await statuses()).toEqual(["final", "prepared"]);
  expect(await proposals()).toEqual([{ refundId: second.refundId, txHash: proposed?.txHash }]);
  // the same transaction moved the amount twice, and both refunds have a transfer by now
  expect(await record({ ...own, logIndex: 6 })).toMatchObject({ paid: 0 });
  const [again] = await listWalletTransfers(member);
  await confirmWalletTransfer(member, { transferId: again?.id ?? "" });
  expect(await statuses()).toEqual(["final", "final"]);
  expect(await listWalletTransfers(member)).toEqual([]);
  expect(await record(sentBy(wallet, to))).toMatchObject({ paid: 0 });
});

it("a transfer that was sent before its refund was cancelled is proposed nevertheless", async () => {
  const merchant = await liveMerchant();
  const [wallet = "", to = ""] = randomAddresses(2);
  await setRefundWallet(merchant.member, { address: wallet });
  const { refundId } = await waitingRefund(merchant, { to });
  await database().sql`update refunds set status = 'cancelled', withdrawn_at = now() where id = ${refundId}`;
  expect(await record(sentBy(wallet, to))).toMatchObject({ paid: 1 });
  expect(await listWalletTransfers(merchant.member)).toHaveLength(1);
});

it("another amount, another recipient and another business's transfers leave no trace", async () => {
  const [merchant, other] = [await liveMerchant(), await liveMerchant()];
  const [wallet = "", theirs = "", to = ""] = randomAddresses(3);
  await setRefundWallet(merchant.member, { address: wallet });
  await setRefundWallet(other.member, { address: theirs });
  const { refundId } = await waitingRefund(merchant, { to });
  expect((await watchedPayments(database().sql)).filter(({ from }) => from === hex(wallet))).toEqual([
    { from: hex(wallet), to: hex(to) },
  ]);
  await record(sentBy(wallet, to, { amountMicros: 2_999_999n }), sentBy(wallet, newAddress()), sentBy(theirs, to));
  expect(await listWalletTransfers(merchant.member)).toEqual([]);
  expect(await listWalletTransfers(other.member)).toEqual([]);
  const [stored] = await database().sql`
    select (select count(*)::int from refund_wallet_transfers where refund_id = ${refundId}) as proposed,
           (select count(*)::int from outgoing_transfers where from_address in (${hex(wallet)}, ${hex(theirs)})) as outgoing`;
  expect(stored).toEqual({ proposed: 0, outgoing: 0 });
  await record(sentBy(wallet, to));
  const transferId = (await listWalletTransfers(merchant.member))[0]?.id ?? "";
  for (const decide of [confirmWalletTransfer, rejectWalletTransfer]) {
    expect(await refusalOf(decide(other.member, { transferId }))).toMatchObject({ code: "not_found" });
  }
});

it("is looked for as long as its refund is open, and an hour after that was cancelled, for its own business", async () => {
  const [merchant, other] = [await liveMerchant(), await liveMerchant()];
  const [wallet = "", theirs = "", to = ""] = randomAddresses(3);
  await setRefundWallet(merchant.member, { address: wallet });
  await setRefundWallet(other.member, { address: theirs });
  const { refundId } = await waitingRefund(merchant, { to });
  const { sql } = database();
  const pair = { from: hex(wallet), to: hex(to) };
  expect(await watchedPayments(sql, merchant.merchantId)).toEqual([pair]);
  expect(await watchedPayments(sql, other.merchantId)).toEqual([]);
  await record(sentBy(wallet, to));
  const transferId = (await listWalletTransfers(merchant.member))[0]?.id ?? "";
  await confirmWalletTransfer(merchant.member, { transferId });
  expect(await watchedPayments(sql, merchant.merchantId)).toEqual([]);
  expect(await getRefundWallet(merchant.member)).toMatchObject({ openRefunds: 0 });
  expect(await sql`select status from refunds where id = ${refundId}`).toEqual([{ status: "final" }]);
  const { refundId: second } = await waitingRefund(merchant, { to });
  const cancel = (ago: string) => sql`
    update refunds set status = 'cancelled', withdrawn_at = now() - ${ago}::interval where id = ${second}`;
  await cancel("59 minutes");
  expect(await watchedPayments(sql, merchant.merchantId)).toEqual([pair]);
  await cancel("61 minutes");
  expect(await watchedPayments(sql, merchant.merchantId)).toEqual([]);
  expect(await getRefundWallet(merchant.member)).toMatchObject({ openRefunds: 0 });
});

it("of two people that decide about a transfer at once, one does", async () => {
  const merchant = await liveMerchant();
  const [wallet = "", to = ""] = randomAddresses(2);
  await setRefundWallet(merchant.member, { address: wallet });
  await waitingRefund(merchant, { to });
  await record(sentBy(wallet, to));
  const transferId = (await listWalletTransfers(merchant.member))[0]?.id ?? "";
  const decisions = [confirmWalletTransfer, rejectWalletTransfer, confirmWalletTransfer];
  const results = await Promise.all(decisions.map((decide) => refusalOf(decide(merchant.member, { transferId }))));
  expect(results.filter((one) => one === null)).toHaveLength(1);
});

it("the database holds what a wallet and a decided transfer say", async () => {
  const merchant = await liveMerchant();
  const [wallet = "", to = ""] = randomAddresses(2);
  await setRefundWallet(merchant.member, { address: wallet });
  await waitingRefund(merchant, { to });
  await record(sentBy(wallet, to));
  const transferId = (await listWalletTransfers(merchant.member))[0]?.id ?? "";
  const { sql } = database();
  const { merchantId } = merchant;
  const held = { code: "23514" };
  await expect(
    sql`update refund_wallets set address = ${hex(to)} where merchant_id = ${merchantId}`,
  ).rejects.toMatchObject(held);
  await expect(sql`delete from refund_wallets where merchant_id = ${merchantId}`).rejects.toMatchObject(held);
  await expect(
    sql`update refund_wallet_transfers set amount_micros = 1 where id = ${transferId}`,
  ).rejects.toMatchObject(held);
  await rejectWalletTransfer(merchant.member, { transferId });
  await expect(sql`delete from refund_wallet_transfers where id = ${transferId}`).rejects.toMatchObject(held);
  await expect(
    sql`update refund_wallet_transfers set decided_at = null, decided_by = null where id = ${transferId}`,
  ).rejects.toMatchObject(held);
});
