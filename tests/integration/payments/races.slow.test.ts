import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/base/context/context";
import { type Database, database, openDatabase } from "@/lib/base/db/client";
import { rotateKey } from "@/lib/business/keys/rotate";
import { cancelIntent } from "@/lib/payments/intents/cancel";
import { creditIntent, lockIntent } from "@/lib/payments/intents/credit";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { waitFor } from "@/tests/support/wait";

/** Connections of their own for every racer: within one transaction there is no race. */
let racers: Database;

beforeAll(() => {
  racers = openDatabase(process.env.DATABASE_URL as string, { pool: 50 });
});

afterAll(() => racers.close());

const ctx = (): Context => systemContext(racers, "race");

async function newIntent() {
  const merchant = await createMerchantFixture();
  const { json } = await call("create-payment-intent", { amount_usdt: 10 }, { key: merchant.keys.sandbox });
  return { ...merchant, id: json.intent.id as string };
}

async function endingsOf(id: string) {
  const rows = await database().sql<{ type: string }[]>`
    select type from events where intent_id = ${id} and type <> 'intent.created'`;
  const [intent] = await database().sql<{ status: string }[]>`select status from payment_intents where id = ${id}`;
  return { status: intent?.status, events: rows.map((row) => row.type) };
}

type Race = () => Promise<unknown>;

/**
 * Starts the first: at least so many transactions get their intents and then wait to write what belongs to the
 * merchant, and more if two of them share the intents. Starts the others once all of them wait, and lets everybody go.
 */
async function oneAfterTheOther(merchantId: string, [first, others]: [Race, Race], transactions = 1) {
  const { sql } = database();
  const haveTheIntents = async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= transactions;
  };
  const running: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`select from merchants where id = ${merchantId} for update`;
    running.push(first());
    await waitFor("the first to have the intents", haveTheIntents);
    running.push(others());
  });
  await Promise.all(running);
}

describe("one intent, many racers", () => {
  it("fifty payments: one pays, forty-nine are refused, one event", async () => {
    const { id } = await newIntent();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => simulatePayment(ctx(), { id, outcome: "paid" })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await endingsOf(id)).toEqual({ status: "paid", events: ["payment.success"] });
    const transfers = await database().sql`select id from transfers where intent_id = ${id}`;
    expect(transfers).toHaveLength(1);
  });

  it("pay against expire, 500 times: exactly one end and its event each time", async () => {
    const merchant = await createMerchantFixture();
    const due = async () => {
      const ids = await Promise.all(
        Array.from({ length: 25 }, async () => {
          const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
          return json.intent.id as string;
        }),
      );
      await database().sql`update payment_intents set expires_at = now() where id = any(${ids}::uuid[])`;
      return ids;
    };
    const pay = (ids: string[]) =>
      Promise.all(ids.map((id) => simulatePayment(ctx(), { id, outcome: "paid" }).catch(() => null)));
    const expire = () => Promise.all([expireDueIntents(ctx()), expireDueIntents(ctx())]);
    const play: ((ids: string[]) => Promise<unknown>)[] = [
      (ids) => oneAfterTheOther(merchant.merchantId, [() => pay(ids), expire], 25),
      (ids) => oneAfterTheOther(merchant.merchantId, [expire, () => pay(ids)]),
      ...Array(18).fill((ids: string[]) => Promise.all([pay(ids), expire()])),
    ];
    const ends = [];
    for (const race of play) {
      const ids = await due();
      await race(ids);
      await expireDueIntents(ctx());
      ends.push(await Promise.all(ids.map(endingsOf)));
    }
    expect(ends[0]).toEqual(Array(25).fill({ status: "paid", events: ["payment.success"] }));
    expect(ends[1]).toEqual(Array(25).fill({ status: "expired", events: ["payment.expired"] }));
    const free = ends.slice(2).flat();
    expect(free).toHaveLength(450);
    for (const { status, events } of free) {
      expect([
        ["paid", "payment.success"],
        ["expired", "payment.expired"],
      ]).toContainEqual([status, ...events]);
    }
  });

  it("pay, expire, cancel and pay in part at once: one end, one event, and no cancellation of paid money", async () => {
    const firsts = ["pay", "expire", "cancel", "part", "nobody"] as const;
    const ends = { pay: ["paid"], expire: ["expired"], cancel: ["cancelled"], part: ["paid", "expired"] };
    const anyEnd = ["paid", "expired", "cancelled"];
    for (let round = 0; round < 40; round++) {
      const first = firsts[round % firsts.length] as (typeof firsts)[number];
      const { id, merchantId, terminalId } = await newIntent();
      const key = {
        ...ctx(),
        merchantId,
        environment: "sandbox" as const,
        actor: { type: "api_key" as const, keyId: randomUUID() },
        terminalIds: [terminalId],
      };
      const racers = {
        pay: () => simulatePayment(ctx(), { id, outcome: "paid" }),
        part: () => simulatePayment(ctx(), { id, outcome: "underpaid" }),
        expire: () => simulatePayment(ctx(), { id, outcome: "expired" }),
        cancel: () => cancelIntent(key, { id }, null),
      };
      const all = () => Promise.allSettled(Object.values(racers).map((race) => race()));
      await (first === "nobody" ? all() : oneAfterTheOther(merchantId, [racers[first], all]));
      const { status, events } = await endingsOf(id);
      expect(first === "nobody" ? anyEnd : ends[first]).toContain(status);
      expect(events).toHaveLength(1);
      const counted = await database().sql`select id from transfers where intent_id = ${id} and counted`;
      expect([status === "cancelled", counted.length > 0]).not.toEqual([true, true]);
    }
  });

  it("the same transfer from twenty watchers is credited once", async () => {
    const { id } = await newIntent();
    const txHash = randomUUID();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        racers.sql.begin(async (tx) => {
          const intent = await lockIntent(tx, id);
          if (!intent) throw new Error("no intent");
          const transfer = { network: "test", txHash, logIndex: 3, amountMicros: 4_000_000n, occurredAt: intent.now };
          await creditIntent(tx, intent, { id: randomUUID(), ...transfer });
        }),
      ),
    );
    const [row] = await database().sql`select received_micros, status from payment_intents where id = ${id}`;
    expect(row).toEqual({ received_micros: 4_000_000n, status: "pending" });
  });
});

describe("keys", () => {
  it("two rotations at once leave one current key, and only it and graced ones work", async () => {
    const { ctx: owner, terminalId, keys } = await createMerchantFixture();
    const racing = { ...owner, db: racers };
    const fresh = await Promise.all(
      Array.from({ length: 8 }, () => rotateKey(racing, { terminalId, environment: "sandbox", graceHours: 0 })),
    );
    const current = await database().sql<{ last4: string }[]>`
      select last4 from api_keys where terminal_id = ${terminalId} and ends_at is null`;
    expect(current).toHaveLength(1);
    const answers = await Promise.all(
      [keys.sandbox, ...fresh.map((one) => one.key)].map((key) => call("get-terminal-sales", undefined, { key })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const events = await database().sql`
      select id from events where terminal_id = ${terminalId} and type = 'key.rotated'`;
    expect(events).toHaveLength(8);
  });
});

describe("creating", () => {
  it("a row that its data makes impossible fails alone; its neighbours in the same statement are created", async () => {
    const good = await createMerchantFixture();
    const gone = await createMerchantFixture();
    // a deferred-looking failure: the terminal of one key is not the merchant's any more
    const admin = postgres(process.env.DATABASE_URL as string, { max: 1 });
    await admin.unsafe("set session_replication_role = replica");
    await admin`update api_keys set merchant_id = ${randomUUID()} where terminal_id = ${gone.terminalId}`;
    await admin.end();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call("create-payment-intent", { amount_usdt: 1 }, { key: (i === 7 ? gone : good).keys.sandbox }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(19);
    expect(answers[7]?.json.code).toBe("api_error");
  });
});
