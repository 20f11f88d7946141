import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database, openDatabase } from "@/lib/base/db/client";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { call } from "@/tests/support/api";
import { type OpenPage, openPage, startCable, startHub } from "@/tests/support/customers";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { makePayments } from "@/tests/support/payments";
import { waitFor } from "@/tests/support/wait";

const create = async (merchant: MerchantFixture) =>
  (await call("create-payment-intent", { amount_usdt: 2 }, { key: merchant.keys.sandbox })).json.intent.id as string;

const told = (page: OpenPage, times: number) => waitFor(`state ${times}`, () => page.states.length >= times);

/** Changes what no notification tells of. */
async function silently(change: () => Promise<unknown>) {
  const { sql } = database();
  await sql`alter table payment_intents disable trigger payment_intents_tell`;
  await change().finally(() => sql`alter table payment_intents enable trigger payment_intents_tell`);
}

/** A hub that listens and has nothing more to read: two pieces of news came in turn. */
async function startListeningHub(merchant: MerchantFixture, options: Parameters<typeof startHub>[0] = {}) {
  const started = startHub(options);
  const page = await openPage(started.hub, await create(merchant));
  const id = (
    await database().sql<{ id: string }[]>`
    select id from payment_intents where merchant_id = ${merchant.merchantId} order by created_at desc limit 1`
  )[0]?.id;
  await simulatePayment(merchant.ctx, { id: String(id), outcome: "underpaid" });
  await told(page, 2);
  await simulatePayment(merchant.ctx, { id: String(id), outcome: "paid" });
  await told(page, 3);
  return started;
}

describe("a customer's page", () => {
  it("is told its state at once, of part of the money, and of the whole, and then nothing more", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = startHub();
    const id = await create(merchant);
    const page = await openPage(hub, id);
    expect(page.said).toEqual([expect.stringMatching(/^retry: 2000\n\nevent: state\ndata: \{.*\}\n\n$/)]);
    expect(page.states[0]).toMatchObject({ status: "pending", received_usdt: 0, missing_usdt: 2, uncounted: false });
    expect(page.states[0]?.expires_in_seconds).toBeGreaterThan(1_790);
    await simulatePayment(merchant.ctx, { id, outcome: "underpaid" });
    await told(page, 2);
    expect(page.states[1]).toMatchObject({ status: "pending", received_usdt: 1, missing_usdt: 1 });
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    await told(page, 3);
    expect(page.states[2]).toMatchObject({ status: "paid", received_usdt: 2, missing_usdt: 0, expires_in_seconds: 0 });
    expect([page.ended, hub.count()]).toEqual([true, 0]);
  });

  it("is told of the expiry", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = startHub();
    const [due] = await makePayments(merchant, [{ status: "pending", createdAt: "2020-03-01T10:00:00.000000Z" }]);
    const page = await openPage(hub, String(due?.id));
    expect(page.states[0]).toMatchObject({ status: "pending", expires_in_seconds: 0 });
    await expireDueIntents(systemContext(database(), "test"));
    await told(page, 2);
    expect(page.states[1]?.status).toBe("expired");
    expect(page.ended).toBe(true);
  });

  it("is told that money came too late, and one that is opened afterwards is told so too and ends", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = startHub();
    const id = await create(merchant);
    const page = await openPage(hub, id);
    await simulatePayment(merchant.ctx, { id, outcome: "late" });
    await told(page, 2);
    expect(page.states[1]).toMatchObject({ status: "expired", received_usdt: 0, missing_usdt: 2, uncounted: true });
    const later = await openPage(hub, id);
    expect(later.states).toEqual(page.states.slice(1));
    expect([later.ended, hub.count()]).toEqual([true, 0]);
  });

  it("hears nothing when nothing changed but the time", async () => {
    const merchant = await createMerchantFixture();
    const id = await create(merchant);
    const { hub, selects } = startHub({ tickMs: 5 });
    const page = await openPage(hub, id);
    const before = selects();
    await waitFor("five polls more", () => selects() >= before + 5);
    expect(page.states).toHaveLength(1);
    expect(page.said.slice(1)).toEqual(page.said.slice(1).map(() => ": still here\n\n"));
    expect(page.said.length).toBeGreaterThan(1);
  });

  it("waits as long as it takes to read its first state", async () => {
    const merchant = await createMerchantFixture();
    const id = await create(merchant);
    const { hub } = startHub({ tickMs: 1 });
    const opening = await database().sql.begin(async (tx) => {
      await tx`lock table payment_intents in access exclusive mode`;
      const page = openPage(hub, id);
      const since = Date.now();
      await waitFor("many turns", () => Date.now() - since > 1_000);
      expect(hub.count()).toBe(1);
      return [page];
    });
    expect((await opening[0])?.states).toMatchObject([{ status: "pending" }]);
  });

  it("of an intent that is not there is refused, and holds no place", async () => {
    const { hub } = startHub();
    await expect(openPage(hub, randomUUID())).rejects.toMatchObject({ code: "not_found" });
    expect(hub.count()).toBe(0);
  });
});

describe("a live payment on its way", () => {
  const NETWORK = "tron-test";

  async function startSighting() {
    const merchant = await createMerchantFixture();
    const [intent] = await makePayments(merchant, [
      { environment: "live", status: "pending", amountMicros: 10_000_000n },
    ]);
    const id = String(intent?.id);
    const { sql } = database();
    await sql`
      insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                                 finalized_time, head_number, passed_at, provider)
      values (${NETWORK}, 70, '0x70', now(), 75, '0x75', now(), 100, now(), 'node.example')
      on conflict (network) do update set head_number = 100`;
    const notify = () => sql`select pg_notify('till_intents', ${`${randomUUID()},${id}`})`;
    return {
      merchant,
      id,
      see: async (txHash: string, blockNumber: number, micros: bigint) => {
        await sql`
          insert into chain_sightings (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash)
          values (${NETWORK}, ${txHash}, 0, ${id}, ${micros}, ${blockNumber}, ${`0x${blockNumber}`})`;
        await notify();
      },
      grow: async (headNumber: number) => {
        await sql`update chain_cursors set head_number = ${headNumber} where network = ${NETWORK}`;
        await notify();
      },
      settle: (txHash: string, micros: bigint) =>
        sql.begin(async (tx) => {
          await tx`
            insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
            values (${merchant.merchantId}, ${id}, ${NETWORK}, ${txHash}, 0, ${micros}, now(), true)`;
          await tx`update payment_intents set received_micros = received_micros + ${micros} where id = ${id}`;
        }),
      vanish: async () => {
        await sql`delete from chain_sightings where intent_id = ${id}`;
        await notify();
      },
    };
  }

  it("is seen, counts up block by block, is received once, and is no longer confirming then", async () => {
    const chain = await startSighting();
    const { hub } = startHub();
    const page = await openPage(hub, chain.id);
    await chain.see("0xa1", 100, 4_000_000n);
    await told(page, 2);
    expect(page.states[1]).toMatchObject({
      status: "pending",
      received_usdt: 0,
      missing_usdt: 10,
      confirming: { confirmations: 1, required: 19, amount_usdt: 4 },
    });
    await chain.grow(117);
    await told(page, 3);
    expect(page.states[2]?.confirming?.confirmations).toBe(18);
    // the books have it before the next scan of the chain's head forgets the sighting
    await chain.settle("0xa1", 4_000_000n);
    await told(page, 4);
    expect(page.states[3]).toMatchObject({ received_usdt: 4, missing_usdt: 6, confirming: null });
  });

  it("of several transfers shows the sum and the blocks of the youngest", async () => {
    const chain = await startSighting();
    const { hub } = startHub();
    await chain.see("0xb1", 90, 4_000_000n);
    await chain.see("0xb2", 97, 5_000_000n);
    const page = await openPage(hub, chain.id);
    expect(page.states[0]?.confirming).toEqual({ confirmations: 4, required: 19, amount_usdt: 9 });
  });

  it("whose block is gone again is no longer confirming", async () => {
    const chain = await startSighting();
    const { hub } = startHub();
    await chain.see("0xc1", 99, 10_000_000n);
    const page = await openPage(hub, chain.id);
    expect(page.states[0]?.confirming?.confirmations).toBe(2);
    await chain.vanish();
    await told(page, 2);
    expect(page.states[1]).toMatchObject({ missing_usdt: 10, confirming: null });
  });
});

describe("what it costs the database", () => {
  it("five hundred pages are opened with one query and told with one query", async () => {
    const merchant = await createMerchantFixture();
    const { hub, selects } = await startListeningHub(merchant);
    const intents = await makePayments(merchant, Array(150).fill({ status: "pending", amountMicros: 2_000_000n }));
    const before = selects();
    const opening = Array.from({ length: 500 }, (_, n) => openPage(hub, String(intents[n % 150]?.id)));
    const pages = await Promise.all(opening);
    expect(selects()).toBe(before + 1);
    await database().sql`
      update payment_intents set received_micros = 1000000
       where merchant_id = ${merchant.merchantId} and status = 'pending'`;
    await waitFor("every page", () => pages.every((page) => page.states.length === 2));
    expect(selects()).toBe(before + 2);
  });

  it("payments that nobody watches are not read, and while nobody watches nothing is", async () => {
    const merchant = await createMerchantFixture();
    const { hub, selects } = await startListeningHub(merchant, { tickMs: 5 });
    const page = await openPage(hub, await create(merchant));
    page.leave();
    const before = selects();
    const other = startHub({ tickMs: 5 });
    const id = await create(merchant);
    await openPage(other.hub, id);
    await simulatePayment(merchant.ctx, { id, outcome: "underpaid" });
    const seen = other.selects();
    await waitFor("five polls of another hub", () => other.selects() >= seen + 5);
    // the poll that was under way
    expect(selects()).toBeLessThanOrEqual(before + 1);
  });
});

describe("what goes wrong on the way", () => {
  it("a notification that got lost is no lost payment", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = await startListeningHub(merchant, { tickMs: 20 });
    const id = await create(merchant);
    const page = await openPage(hub, id);
    await silently(() => simulatePayment(merchant.ctx, { id, outcome: "paid" }));
    await told(page, 2);
    expect(page.states[1]?.status).toBe("paid");
  });

  it("after the listening connection broke everything watched is read again, and it listens on", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = await startListeningHub(merchant);
    const [first, second] = [await create(merchant), await create(merchant)];
    const pages = [await openPage(hub, first), await openPage(hub, second)] as const;
    await silently(() => simulatePayment(merchant.ctx, { id: first, outcome: "paid" }));
    expect(pages[0].states).toHaveLength(1);
    const ended = await database().sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen%'`;
    expect(ended.length).toBeGreaterThan(0);
    await told(pages[0], 2);
    await simulatePayment(merchant.ctx, { id: second, outcome: "paid" });
    await told(pages[1], 2);
    expect(pages.map((page) => page.states[1]?.status)).toEqual(["paid", "paid"]);
  });

  it("a database that was away is asked again when it is back; pages that come meanwhile are refused", async () => {
    const merchant = await createMerchantFixture();
    const cable = await startCable(String(process.env.DATABASE_URL));
    const db = openDatabase(cable.url, { pool: 2 });
    onTestFinished(() => db.close());
    const { hub } = await startListeningHub(merchant, { db, url: cable.url });
    const [id, other] = [await create(merchant), await create(merchant)];
    const page = await openPage(hub, id);
    await cable.cut();
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    await expect(openPage(hub, other)).rejects.toThrow();
    expect([page.states.length, hub.count()]).toEqual([1, 1]);
    await cable.mend();
    await told(page, 2);
    expect(page.states[1]?.status).toBe("paid");
    const late = await openPage(hub, other);
    await simulatePayment(merchant.ctx, { id: other, outcome: "paid" });
    await told(late, 2);
  });

  it("a place that nobody takes is given up", async () => {
    const { hub } = startHub({ tickMs: 5 });
    expect(await hub.enter(await create(await createMerchantFixture()), "203.0.113.9")).not.toBeNull();
    await waitFor("the place", () => hub.count() === 0);
  });
});

describe("limits", () => {
  it("an address has so many pages, and a page that leaves makes room", async () => {
    const id = await create(await createMerchantFixture());
    const { hub } = startHub({ perAddress: 2 });
    const open = () => openPage(hub, id, "203.0.113.9");
    const [first] = await Promise.all([open(), open()]);
    await expect(open()).rejects.toMatchObject({ code: "rate_limited" });
    await openPage(hub, id, "203.0.113.10");
    first.leave();
    first.leave();
    await open();
    await expect(open()).rejects.toMatchObject({ code: "rate_limited" });
    expect(hub.count()).toBe(3);
  });

  it("a process has so many pages in all, also when they come at the same moment", async () => {
    const id = await create(await createMerchantFixture());
    const { hub } = startHub({ perProcess: 3 });
    const feeds = await Promise.all(Array.from({ length: 5 }, () => hub.enter(id, randomUUID())));
    expect(feeds.filter((feed) => feed === null)).toHaveLength(2);
    for (const feed of feeds) feed?.leave();
    expect(hub.count()).toBe(0);
    expect(await hub.enter(id, randomUUID())).not.toBeNull();
  });

  it("a process that stops ends its pages and takes no more", async () => {
    const id = await create(await createMerchantFixture());
    const { hub } = startHub();
    const page = await openPage(hub, id);
    const waiting = hub.enter(id, "203.0.113.9");
    await hub.end();
    expect([page.ended, hub.count()]).toEqual([true, 0]);
    expect(await waiting).toBeNull();
    expect(await hub.enter(id, "203.0.113.9")).toBeNull();
  });
});
