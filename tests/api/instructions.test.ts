import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";

const ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const HEX = "0xc8599111f29c1e1e061265b4af93ea1f274ad78a";

let merchant: MerchantFixture;

beforeAll(async () => {
  merchant = await createMerchantFixture();
});

afterEach(() => settle({}));

/** The settings of the chain that this installation settles on. */
function settle(chain: Record<string, string>) {
  for (const name of ["TRON_RPC_URLS", "TRON_NETWORK"]) delete process.env[name];
  Object.assign(process.env, chain);
  resetEnv();
}

async function liveIntent({ toleranceMicros = 0 } = {}): Promise<string> {
  const [made] = await database().sql<[{ id: string }]>`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, tolerance_micros, reference,
                                 receive_address, expires_at)
    values (gen_random_uuid(), ${merchant.merchantId}, ${merchant.terminalId}, 'live', 10000000, ${toleranceMicros},
            'order-7', ${HEX}, '2026-03-01T10:30:00Z')
    returning id`;
  return made.id;
}

/** Money on its way to an intent, seven blocks deep. */
async function sight(id: string, micros: number): Promise<void> {
  const { sql } = database();
  await sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, passed_at, provider)
    values ('tron-mainnet', 70, '0x70', now(), 75, '0x75', now(), 100, now(), 'node.example') on conflict do nothing`;
  await sql`
    insert into chain_sightings (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash)
    values ('tron-mainnet', ${randomUUID()}, 0, ${id}, ${micros}, 94, '0x94')`;
}

const ask = async (id: string) => (await call(`payment-instructions?id=${id}`, undefined)).json;

describe("how to pay a live intent", () => {
  it("says network, contract and address as people and wallets write them", async () => {
    settle({ TRON_RPC_URLS: "http://localhost:9" });
    const id = await liveIntent();
    const answer = await ask(id);
    expect(answer).toEqual({
      id,
      status: "pending",
      environment: "live",
      livemode: true,
      merchant_name: "Corner Bookshop",
      terminal_name: "Front desk",
      reference: "order-7",
      network: "tron-mainnet",
      network_name: "TRON",
      contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      address: ADDRESS,
      currency: "USDT",
      amount_usdt: 10,
      quote: null,
      received_usdt: 0,
      missing_usdt: 10,
      to_send_usdt: 10,
      memo: null,
      confirming: null,
      expires_at: "2026-03-01T10:30:00.000Z",
      expires_in_seconds: 0,
      checkout_uri: `service:pay?intent=${id}`,
      checkout_url: `http://localhost:3000/pay/${id}`,
    });
  });

  it("on a test network says that network and its contract", async () => {
    settle({ TRON_RPC_URLS: "http://localhost:9", TRON_NETWORK: "nile" });
    expect(await ask(await liveIntent())).toMatchObject({
      network: "tron-nile",
      network_name: "TRON Nile testnet",
      contract: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf",
    });
  });

  it("says what is on its way, and goes on calling it missing", async () => {
    settle({ TRON_RPC_URLS: "http://localhost:9" });
    const id = await liveIntent();
    await sight(id, 4_000_000);
    const answer = await ask(id);
    expect(answer).toMatchObject({
      received_usdt: 0,
      missing_usdt: 10,
      to_send_usdt: 6,
      confirming: { confirmations: 7, required: 19, amount_usdt: 4 },
    });
  });

  it("asks for nothing when no more than the tolerance is missing", async () => {
    settle({ TRON_RPC_URLS: "http://localhost:9" });
    const id = await liveIntent({ toleranceMicros: 500_000 });
    await database().sql`update payment_intents set received_micros = 9500000 where id = ${id}`;
    expect(await ask(id)).toMatchObject({ received_usdt: 9.5, missing_usdt: 0, to_send_usdt: 0 });
  });

  it("asks for nothing while what is on its way leaves no more than the tolerance", async () => {
    settle({ TRON_RPC_URLS: "http://localhost:9" });
    const id = await liveIntent({ toleranceMicros: 500_000 });
    await sight(id, 9_500_000);
    expect(await ask(id)).toMatchObject({ missing_usdt: 10, to_send_usdt: 0, confirming: { amount_usdt: 9.5 } });
  });

  it("gives no address once it has ended, nor where live is switched off", async () => {
    settle({ TRON_RPC_URLS: "http://localhost:9" });
    const id = await liveIntent();
    settle({});
    expect(await ask(id)).toMatchObject({
      status: "pending",
      network: null,
      network_name: null,
      contract: null,
      address: null,
    });
    settle({ TRON_RPC_URLS: "http://localhost:9" });
    await database().sql`update payment_intents set status = 'expired', expired_at = now() where id = ${id}`;
    expect(await ask(id)).toMatchObject({ status: "expired", network: "tron-mainnet", address: null });
  });
});

it("a sandbox intent has neither contract nor address, whatever the installation settles on", async () => {
  settle({ TRON_RPC_URLS: "http://localhost:9" });
  const made = await call("create-payment-intent", { amount_usdt: 2 }, { key: merchant.keys.sandbox });
  const answer = await ask(made.json.intent.id);
  expect(answer).toMatchObject({
    network: "sandbox",
    network_name: null,
    contract: null,
    address: null,
    livemode: false,
    reference: null,
  });
  expect(answer.expires_in_seconds).toBeGreaterThan(0);
  expect(answer.expires_in_seconds).toBeLessThanOrEqual(1_800);
});
