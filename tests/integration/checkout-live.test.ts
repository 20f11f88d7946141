import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { resetEnv } from "@/lib/env";
import { getCheckout } from "@/lib/intents/get-checkout";
import { hexFromTron } from "@/lib/tron/address";
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

async function book(intentId: string, amountMicros: number, txHash: string, counted = true) {
  const [row] = await database().sql<{ id: string }[]>`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${merchant.merchantId}, ${intentId}, ${NETWORK}, ${txHash}, 0, ${amountMicros}, now(), ${counted})
    returning id`;
  return row?.id ?? "";
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
      transactionHash: null,
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
      transactionHash: txHash.slice(2),
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

  it("has no seconds left once the time is up, while the end is not known yet", async () => {
    expect(await look(await liveIntent({ expiresIn: "-30 s" }))).toMatchObject({
      status: "pending",
      progress: { expires_in_seconds: 0 },
      toSend: "12.5",
    });
  });
});
