import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { uncountedLabels } from "@/components/checkout/uncounted-labels";
import type { View } from "@/components/checkout/view";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { hexFromTron } from "@/lib/base/tron/address";
import { newsOf, type Told } from "@/lib/customer/checkout/face";
import { en } from "@/lib/customer/checkout/words/en";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { type Checkout, getCheckout } from "@/lib/payments/page/get-checkout";
import { getProgress } from "@/lib/payments/page/get-progress";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";

const NETWORK = "tron-mainnet";
const ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const hash = () => `0x${randomBytes(32).toString("hex")}`;

let merchant: MerchantFixture;

beforeAll(async () => {
  process.env.TRON_RPC_URLS = "http://localhost:1/jsonrpc";
  resetEnv();
  merchant = await createMerchantFixture();
  const { sql } = database();
  await sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, passed_at, provider)
    values (${NETWORK}, 1000, ${hash()}, now(), 1000, ${hash()}, now(), 1020, now(), 'test')`;
});

type Draft = { received?: number; tolerance?: number; expiresIn?: string };

/** A live intent of 12.50 USDT as the watcher would leave it. */
async function liveIntent({ received = 0, tolerance = 0, expiresIn = "10 min" }: Draft = {}) {
  const id = randomUUID();
  const { sql } = database();
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, tolerance_micros,
      received_micros, receive_address, expires_at, success_url)
    values (${id}, ${merchant.merchantId}, ${merchant.terminalId}, 'live', 12500000, ${tolerance}, ${received},
      ${hexFromTron(ADDRESS)}, now() + ${expiresIn}::interval, 'https://shop.example/thanks')`;
  return id;
}

async function sight(intentId: string, amountMicros: number, blockNumber: number, txHash = hash()) {
  await database().sql`
    insert into chain_sightings (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash)
    values (${NETWORK}, ${txHash}, 0, ${intentId}, ${amountMicros}, ${blockNumber}, ${hash()})`;
  return txHash;
}

async function book(
  intentId: string,
  amountMicros: number,
  txHash: string,
  counted = true,
  age = "0 s",
  block?: number,
) {
  const [row] = await database().sql<{ id: string }[]>`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted, block_number)
    values (${merchant.merchantId}, ${intentId}, ${NETWORK}, ${txHash}, 0, ${amountMicros}, now() - ${age}::interval, ${counted},
            ${block ?? null})
    returning id`;
  return row?.id ?? "";
}

const labelsOf = (checkout: Checkout | null) => uncountedLabels({ checkout, words: en } as View);

async function hashOf(transferId: string): Promise<string> {
  const [row] = await database().sql<
    [{ hash: string }]
  >`select tx_hash as hash from transfers where id = ${transferId}`;
  return row.hash;
}

const look = (id: string) => getCheckout(systemContext(database(), "test"), id);

describe("a live payment's page", () => {
  it("has the address for people, the network and the exact amount to send", async () => {
    expect(await look(await liveIntent())).toMatchObject({
      receiveAddress: ADDRESS,
      network: { id: NETWORK, name: "TRON", contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
      amount: "12.50",
      toSend: "12.5",
      toArrive: "12.5",
      received: null,
      missing: null,
      confirming: null,
      transfers: [],
      transferCount: 0,
      successUrl: "https://shop.example/thanks",
      cancelUrl: null,
      timeZone: "UTC",
    });
  });

  it("asks for all of the rest of a part payment, and says how much of it must arrive", async () => {
    const id = await liveIntent({ received: 5_000_000, tolerance: 1_000_000 });
    expect(await look(id)).toMatchObject({ received: "5.00", missing: "7.50", toSend: "7.5", toArrive: "6.5" });
  });

  it("counts the blocks of the youngest sighting, and asks for nothing while enough is on its way", async () => {
    const id = await liveIntent();
    await sight(id, 5_000_000, 1002);
    expect(await look(id)).toMatchObject({
      confirming: { confirmations: 19, required: 19, amount: "5.00" },
      toSend: "7.5",
    });
    await sight(id, 7_500_000, 1014);
    expect(await look(id)).toMatchObject({
      confirming: { confirmations: 7, required: 19, amount: "12.50" },
      toSend: null,
      progress: { confirming: { confirmations: 7, required: 19, amount_usdt: 12.5 } },
    });
  });

  it("asks for nothing while what is missing on the way lies within the tolerance", async () => {
    const id = await liveIntent({ tolerance: 500_000 });
    await sight(id, 12_000_000, 1014);
    expect(await look(id)).toMatchObject({ toSend: null, toArrive: null, confirming: { amount: "12.00" } });
  });

  it("counts no money twice that is in the books and still among the sightings", async () => {
    const id = await liveIntent({ received: 5_000_000 });
    await book(id, 5_000_000, await sight(id, 5_000_000, 1002));
    expect(await look(id)).toMatchObject({ received: "5.00", toSend: "7.5", confirming: null });
  });

  it("shows nothing of another intent's sightings", async () => {
    await sight(await liveIntent(), 12_500_000, 1014);
    expect(await look(await liveIntent())).toMatchObject({ confirming: null, toSend: "12.5" });
  });

  it("names the completing transfer as explorers write it once it is paid", async () => {
    const id = await liveIntent();
    const txHash = hash();
    const transferId = await book(id, 13_000_000, txHash);
    await database().sql`
      update payment_intents set status = 'paid', paid_at = now(), received_micros = 13000000,
             transfer_id = ${transferId} where id = ${id}`;
    expect(await look(id)).toMatchObject({
      status: "paid",
      received: "13.00",
      excess: "0.50",
      missing: null,
      toSend: null,
      transfers: [{ hash: txHash.slice(2), amount: "13.00", state: "applied" }],
    });
  });

  it("is neither over nor short when it was paid within the tolerance", async () => {
    const id = await liveIntent({ received: 12_400_000, tolerance: 200_000 });
    await database().sql`update payment_intents set status = 'paid', paid_at = now() where id = ${id}`;
    expect(await look(id)).toMatchObject({ received: "12.40", excess: null, missing: null, toSend: null });
  });

  it("tells of money that came after the end", async () => {
    const id = await liveIntent();
    await database().sql`update payment_intents set status = 'expired', expired_at = now() where id = ${id}`;
    await book(id, 12_500_000, hash(), false);
    expect(await look(id)).toMatchObject({ status: "expired", uncounted: "12.50", received: null, toSend: null });
  });

  it("tells of money that was there in time and found after the end, also beside money that came late", async () => {
    const id = await liveIntent({ expiresIn: "-10 min" });
    await database().sql`update payment_intents set status = 'expired', expired_at = now() where id = ${id}`;
    await book(id, 12_500_000, hash(), false, "9 min 10 s", 990);
    expect(await look(id)).toMatchObject({ uncounted: "12.50", transfers: [{ amount: "12.50", state: "foundLate" }] });
    expect(labelsOf(await look(id))).toMatchObject({ name: en.foundLate, text: en.foundLateText });
    await book(id, 1_000_000, hash(), false, "5 min", 991);
    expect((await look(id))?.transfers.map(({ state }) => state)).toEqual(["foundLate", "notApplied"]);
    expect(labelsOf(await look(id))).toMatchObject({ name: en.notApplied, text: en.foundLateText });
  });

  it("is without what came late in what remains, and links the payment of the rest while that can be paid", async () => {
    const id = await liveIntent({ received: 4_000_000 });
    const { sql } = database();
    await sql`update payment_intents set status = 'expired', expired_at = now() where id = ${id}`;
    expect(await look(id)).toMatchObject({ missing: "8.50" });
    expect(await look(id)).not.toHaveProperty("followUp");
    await book(id, 1_000_000, hash(), false);
    expect(await look(id)).toMatchObject({ missing: "7.50" });
    const before = (await look(id))?.version;
    const rest = await liveIntent();
    const [item] = await sql<[{ id: string }]>`
      insert into attention_items (merchant_id, kind, intent_id, amount_micros, resolved_at, resolution, rest_intent_id)
      values (${merchant.merchantId}, 'partial', ${id}, 7500000, now(), 'asked', ${rest}) returning id`;
    expect(await look(id)).toMatchObject({
      missing: "7.50",
      followUp: { url: expect.stringMatching(new RegExp(`/pay/${rest}$`)), isPaid: false },
    });
    expect((await look(id))?.version).not.toBe(before);
    await sql`update payment_intents set status = 'paid', paid_at = now() where id = ${rest}`;
    expect(await look(id)).toMatchObject({ missing: null, followUp: { isPaid: true } });
    await sql`update attention_items set resolved_at = null, resolution = null where id = ${item.id}`;
    expect(await look(id)).not.toHaveProperty("followUp");
  });

  it("says that payments can't be seen while no node answers, and has another version then", async () => {
    const [live, over] = [await liveIntent(), await liveIntent()];
    const { sql } = database();
    await sql`update payment_intents set status = 'expired', expired_at = now() where id = ${over}`;
    const calm = await look(live);
    expect(calm?.progress).not.toHaveProperty("delayed");
    for (const away of [
      { failures: 3, passed: "0 s", head: null },
      { failures: 0, passed: "61 s", head: null },
      { failures: 0, passed: "0 s", head: "61 s" },
    ]) {
      await sql`
        update chain_cursors set failures = ${away.failures}, passed_at = now() - ${away.passed}::interval,
               head_at = now() - ${away.head}::interval where network = ${NETWORK}`;
      const found = await look(live);
      expect(found?.progress).toMatchObject({ status: "pending", delayed: true });
      expect(newsOf(found?.progress as Told)).not.toBe(newsOf(calm?.progress as Told));
      expect(found?.version).not.toBe(calm?.version);
      expect((await look(over))?.progress).not.toHaveProperty("delayed");
      expect(await getProgress(systemContext(database(), "test"), live)).toMatchObject({ delayed: true });
    }
    await sql`update chain_cursors set failures = 0, passed_at = now(), head_at = null where network = ${NETWORK}`;
    expect((await look(live))?.progress).not.toHaveProperty("delayed");
  });

  it("has no seconds left once the time is up, while the end is not known yet", async () => {
    expect(await look(await liveIntent({ expiresIn: "-30 s" }))).toMatchObject({
      status: "pending",
      progress: { expires_in_seconds: 0 },
      toSend: "12.5",
    });
  });
});

describe("the transfers of a payment", () => {
  const transfersOf = async (id: string) =>
    (await look(id))?.transfers.map(({ amount, state, hash }) => [amount, state, hash]);

  it("are the final ones in the order of their blocks, then those that are being confirmed", async () => {
    const id = await liveIntent({ received: 5_000_000 });
    const late = await sight(id, 2_000_000, 1015);
    const second = await book(id, 3_000_000, hash(), true, "1 min");
    const first = await book(id, 2_000_000, hash(), true, "2 min");
    const early = await sight(id, 1_000_000, 1010);
    expect(await transfersOf(id)).toEqual([
      ["2.00", "applied", (await hashOf(first)).slice(2)],
      ["3.00", "applied", (await hashOf(second)).slice(2)],
      ["1.00", "confirming", early.slice(2)],
      ["2.00", "confirming", late.slice(2)],
    ]);
  });

  it("link to the network's explorer from the first confirmation on, and have a time", async () => {
    const id = await liveIntent();
    const txHash = await sight(id, 12_500_000, 1020);
    const url = `https://tronscan.org/#/transaction/${txHash.slice(2)}`;
    expect((await look(id))?.transfers).toEqual([
      { hash: txHash.slice(2), url, amount: "12.50", state: "confirming", at: expect.stringMatching(/^20.*Z$/) },
    ]);
    await book(id, 12_500_000, txHash);
    expect((await look(id))?.transfers).toMatchObject([{ url, state: "applied" }]);
  });

  it("don't include what the chain has taken back, nor sightings after the end", async () => {
    const id = await liveIntent();
    await sight(id, 12_500_000, 1014);
    await database().sql`delete from chain_sightings where intent_id = ${id}`;
    expect(await look(id)).toMatchObject({ transfers: [], transferCount: 0 });
    await sight(id, 12_500_000, 1014);
    await database().sql`update payment_intents set status = 'cancelled', cancelled_at = now() where id = ${id}`;
    expect(await look(id)).toMatchObject({ transfers: [], transferCount: 0 });
  });

  it("name those that were not applied: late ones, and more after it was paid", async () => {
    const expired = await liveIntent();
    await database().sql`update payment_intents set status = 'expired', expired_at = now() where id = ${expired}`;
    await book(expired, 12_500_000, hash(), false);
    expect(await look(expired)).toMatchObject({ transfers: [{ amount: "12.50", state: "notApplied" }] });
    const paid = await liveIntent({ received: 13_000_000 });
    await book(paid, 13_000_000, hash(), true, "1 min");
    await database().sql`update payment_intents set status = 'paid', paid_at = now() where id = ${paid}`;
    await book(paid, 1_000_000, hash(), false);
    expect((await look(paid))?.transfers.map(({ amount, state }) => [amount, state])).toEqual([
      ["13.00", "applied"],
      ["1.00", "notApplied"],
    ]);
  });

  it("are the newest twenty, with the number of all of them", async () => {
    const id = await liveIntent({ received: 12_400_000 });
    for (let n = 1; n <= 22; n++) await book(id, n * 10_000, hash(), true, `${100 - n} min`);
    await sight(id, 90_000, 1014);
    const found = await look(id);
    expect(found?.transferCount).toBe(23);
    expect(found?.transfers).toHaveLength(20);
    expect(found?.transfers[0]).toMatchObject({ amount: "0.04" });
    expect(found?.transfers.at(-1)).toMatchObject({ amount: "0.09", state: "confirming" });
  });

  it("of many payments come from one query", async () => {
    const [one, other] = [await liveIntent(), await liveIntent()];
    await sight(one, 1_000_000, 1014);
    const found = await Promise.all([look(one), look(other)]);
    expect(found.map((checkout) => checkout?.transferCount)).toEqual([1, 0]);
  });

  it("have neither hash nor link in the sandbox", async () => {
    const { sql } = database();
    const [row] = await sql<[{ id: string }]>`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
      values (${randomUUID()}, ${merchant.merchantId}, ${merchant.terminalId}, 'sandbox', 12500000, now() + '10 min')
      returning id`;
    await simulatePayment(merchant.ctx, { id: row.id, outcome: "underpaid" });
    expect(await look(row.id)).toMatchObject({
      transfers: [{ hash: null, url: null, amount: "6.25", state: "applied" }],
    });
  });
});
