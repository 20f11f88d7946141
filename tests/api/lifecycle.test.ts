import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { completeDueDemos } from "@/lib/payments/intents/complete-demo";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

async function newIntent(amount = 10) {
  const merchant = await createMerchantFixture();
  const { json } = await call("create-payment-intent", { amount_usdt: amount }, { key: merchant.keys.sandbox });
  return { ...merchant, id: json.intent.id as string };
}

const simulate = (id: string, outcome?: string) => call("simulate-payment", { id, outcome });
const cancel = (key: string, id: unknown) => call("cancel-payment-intent", { id }, { key });

async function eventsOf(id: string) {
  const rows = await database().sql<{ type: string; body: string }[]>`
    select type, body from events where intent_id = ${id} order by created_at, type`;
  return rows.map((row) => ({ type: row.type, body: JSON.parse(row.body) }));
}

async function transfersOf(id: string) {
  return database().sql<{ amount_micros: bigint; counted: boolean }[]>`
    select amount_micros, counted from transfers where intent_id = ${id} order by created_at`;
}

describe("GET /intent-status", () => {
  it("answers exactly the six fields, to anybody, from any origin", async () => {
    const { id } = await newIntent(12.5);
    const { status, json, headers } = await call(`intent-status?id=${id}`, undefined);
    expect(status).toBe(200);
    expect(json).toEqual({
      id,
      amount_usdt: 12.5,
      status: "pending",
      environment: "sandbox",
      livemode: false,
      expires_at: expect.any(String),
    });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("finds an id in capitals", async () => {
    const { id } = await newIntent();
    expect((await call(`intent-status?id=${id.toUpperCase()}`, undefined)).json.id).toBe(id);
  });

  it.each(["", "id=", "id=7", "id=null", "ID=x", `id=${"0".repeat(10_000)}`, "id=%00", "id=' or 1=1"])(
    "%j is invalid_id",
    async (query) => {
      const { status, json } = await call(`intent-status?${query}`, undefined);
      expect([status, json.code]).toEqual([400, "invalid_id"]);
    },
  );

  it.each([randomUUID(), "11111111-1111-1111-1111-111111111111", "00000000-0000-0000-0000-000000000000"])(
    "%s is an id that does not exist, wherever one is taken",
    async (id) => {
      const { keys } = await createMerchantFixture();
      const answers = [
        await call(`intent-status?id=${id}`, undefined),
        await call(`payment-instructions?id=${id}`, undefined),
        await simulate(id),
        await cancel(keys.sandbox, id),
      ];
      for (const { status, json } of answers) expect([status, json.code]).toEqual([404, "not_found"]);
    },
  );
});

describe("POST /simulate-payment", () => {
  it("paid: the intent is paid and payment.success says so with the specification's fields", async () => {
    const { id, terminalId, terminalName } = await newIntent(12.5);
    const { status, json } = await simulate(id);
    expect([status, json.status]).toEqual([200, "paid"]);
    const [, paid] = await eventsOf(id);
    expect(paid?.body).toEqual({
      event: "payment.success",
      intent_id: id,
      transfer_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      amount: 12.5,
      amount_usdt: 12.5,
      currency: "USDT",
      terminal_id: terminalId,
      terminal_name: terminalName,
      environment: "sandbox",
      livemode: false,
      simulated: true,
      timestamp: expect.stringMatching(/Z$/),
    });
  });

  it("underpaid, then the rest: two transfers, one event", async () => {
    const { id } = await newIntent(10);
    expect((await simulate(id, "underpaid")).json.status).toBe("pending");
    expect((await simulate(id, "paid")).json.status).toBe("paid");
    expect(await transfersOf(id)).toEqual([
      { amount_micros: 5_000_000n, counted: true },
      { amount_micros: 5_000_000n, counted: true },
    ]);
    expect((await eventsOf(id)).map((event) => event.type)).toEqual(["intent.created", "payment.success"]);
  });

  it("overpaid: paid with the amount that was asked, the excess stays on record", async () => {
    const { id } = await newIntent(10);
    expect((await simulate(id, "overpaid")).json.status).toBe("paid");
    const [row] = await database().sql`select received_micros from payment_intents where id = ${id}`;
    expect(row?.received_micros).toBe(11_000_000n);
    expect((await eventsOf(id))[1]?.body.amount).toBe(10);
  });

  it("expired: the intent expires now and payment.expired says so", async () => {
    const { id, terminalId } = await newIntent(10);
    expect((await simulate(id, "expired")).json.status).toBe("expired");
    expect((await eventsOf(id))[1]?.body).toEqual({
      event: "payment.expired",
      intent_id: id,
      amount: 10,
      currency: "USDT",
      terminal_id: terminalId,
      environment: "sandbox",
      livemode: false,
      timestamp: expect.any(String),
    });
  });

  it("late: the intent stays expired and the money is on record, not counted", async () => {
    const { id } = await newIntent(10);
    expect((await simulate(id, "late")).json.status).toBe("expired");
    expect(await transfersOf(id)).toEqual([{ amount_micros: 10_000_000n, counted: false }]);
    expect((await simulate(id, "late")).json.status).toBe("expired");
    expect(await transfersOf(id)).toHaveLength(2);
  });

  it.each(["late", "cancelled"])("a customer who pays after %s can do so three times and for a day", async (ended) => {
    const { id, keys } = await newIntent(10);
    if (ended === "cancelled") await cancel(keys.sandbox, id);
    for (const status of [200, 200, 200, 409]) expect((await simulate(id, "late")).status).toBe(status);
    const refused = await simulate(id, "late");
    expect(refused.json).toEqual({ error: expect.stringContaining("3 late payments"), code: "invalid_transition" });
    expect(await transfersOf(id)).toHaveLength(3);

    const old = await newIntent(10);
    await (ended === "cancelled" ? cancel(old.keys.sandbox, old.id) : simulate(old.id, "expired"));
    const { sql } = database();
    const end = sql(ended === "cancelled" ? "cancelled_at" : "expired_at");
    await sql`update payment_intents set ${end} = ${end} - interval '86401 seconds' where id = ${old.id}`;
    const { status, json } = await simulate(old.id, "late");
    expect([status, json.code, json.error]).toEqual([409, "invalid_transition", expect.stringContaining("24 hours")]);
    expect(await transfersOf(old.id)).toHaveLength(0);
  });

  it.each(["paid", "underpaid", "overpaid", "late", "expired"])(
    "%s after paid is invalid_transition",
    async (outcome) => {
      const { id } = await newIntent();
      await simulate(id, "paid");
      const { status, json } = await simulate(id, outcome);
      expect([status, json.code]).toEqual([409, "invalid_transition"]);
    },
  );

  it("the smallest amount cannot be underpaid", async () => {
    const { id } = await newIntent(0.000001);
    const { status, json } = await simulate(id, "underpaid");
    expect([status, json.code]).toEqual([409, "invalid_transition"]);
    expect((await simulate(id, "paid")).json.status).toBe("paid");
  });

  it("an intent that is long over cannot be paid any more, even before its expiry was written", async () => {
    const { id } = await newIntent();
    await database().sql`update payment_intents set expires_at = now() - interval '61 seconds' where id = ${id}`;
    const { status, json } = await simulate(id, "paid");
    expect([status, json.code]).toEqual([409, "invalid_transition"]);
    expect(await transfersOf(id)).toHaveLength(0);
  });

  it("a live intent is not_found, word for word like an unknown one", async () => {
    const { merchantId, terminalId } = await createMerchantFixture();
    const live = randomUUID();
    await database().sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
      values (${live}, ${merchantId}, ${terminalId}, 'live', 1000000, now() + interval '1 hour')`;
    const refused = await simulate(live);
    expect(refused.status).toBe(404);
    expect(refused.text).toBe((await simulate(randomUUID())).text);
  });

  it.each([
    ["{}", "invalid_id"],
    ["", "invalid_id"],
    ['{"id": 7}', "invalid_id"],
    [`{"id": "${randomUUID()}", "outcome": "stolen"}`, "invalid_request"],
  ])("%s is %s", async (body, code) => {
    const { status, json } = await call("simulate-payment", body);
    expect([status, json.code]).toEqual([400, code]);
  });
});

describe("null in an optional field of a body", () => {
  it("is as if the field were absent", async () => {
    const { id, keys } = await newIntent();
    const { status, json } = await call("simulate-payment", { id, outcome: null });
    expect([status, json.status]).toEqual([200, "paid"]);
    const options = { key: keys.sandbox, method: "POST" as const };
    const report = await call("get-terminal-sales", { start: null, end: null }, options);
    expect([report.status, report.json.summary]).toEqual([200, expect.objectContaining({ sales_count: 1 })]);
    const { start, end } = report.json.reconciliation_period;
    const open = await call("get-terminal-sales", { start, end: null }, options);
    expect(open.json.reconciliation_period.start).toBe(start);
    const closed = await call("get-terminal-sales", { start: null, end }, options);
    expect(closed.json.reconciliation_period).toEqual({ start, end });
  });
});

describe("POST /cancel-payment-intent", () => {
  it("cancels a pending intent and writes intent.cancelled", async () => {
    const { id, keys } = await newIntent();
    const { status, json } = await cancel(keys.sandbox, id);
    expect([status, json.status]).toEqual([200, "cancelled"]);
    expect((await eventsOf(id)).map((event) => event.type)).toEqual(["intent.created", "intent.cancelled"]);
    expect((await call(`intent-status?id=${id}`, undefined)).json.status).toBe("cancelled");
  });

  it("is refused once money was seen, and after the end", async () => {
    const partly = await newIntent();
    await simulate(partly.id, "underpaid");
    expect((await cancel(partly.keys.sandbox, partly.id)).json.code).toBe("invalid_transition");
    const ended = await newIntent();
    await cancel(ended.keys.sandbox, ended.id);
    const again = await cancel(ended.keys.sandbox, ended.id);
    expect([again.status, again.json.code]).toEqual([409, "invalid_transition"]);
  });

  it("somebody else's intent and none at all are the same 404", async () => {
    const mine = await newIntent();
    const theirs = await newIntent();
    const refused = await cancel(mine.keys.sandbox, theirs.id);
    expect(refused.status).toBe(404);
    expect(refused.text).toBe((await cancel(mine.keys.sandbox, randomUUID())).text);
    expect((await call(`intent-status?id=${theirs.id}`, undefined)).json.status).toBe("pending");
  });

  it("wants a key and a uuid", async () => {
    const { keys } = await createMerchantFixture();
    expect((await call("cancel-payment-intent", { id: randomUUID() })).json.code).toBe("missing_api_key");
    expect((await cancel(keys.sandbox, "x")).json.code).toBe("invalid_id");
  });
});

describe("POST /demo-create-intent", () => {
  it("makes a sandbox intent that is due to pay itself 6 s after its creation", async () => {
    const { status, json } = await call("demo-create-intent", "");
    expect(status).toBe(200);
    expect(json).toEqual({
      intent_id: expect.any(String),
      amount_usdt: expect.any(Number),
      environment: "sandbox",
      expires_at: expect.any(String),
      auto_completes_in_ms: 6000,
    });
    const [row] = await database().sql`
      select extract(epoch from auto_complete_at - created_at) as delay from payment_intents where id = ${json.intent_id}`;
    expect(Number(row?.delay)).toBe(6);
  });

  it("is paid once it is due, not before, and once only", async () => {
    const { json } = await call("demo-create-intent", "");
    const ctx = systemContext(database(), "test");
    // later than this test can take
    await database().sql`
      update payment_intents set auto_complete_at = now() + interval '1 minute' where id = ${json.intent_id}`;
    await completeDueDemos(ctx);
    expect((await call(`intent-status?id=${json.intent_id}`, undefined)).json.status).toBe("pending");
    await database().sql`update payment_intents set auto_complete_at = now() where id = ${json.intent_id}`;
    await Promise.all(Array.from({ length: 8 }, () => completeDueDemos(ctx)));
    expect((await call(`intent-status?id=${json.intent_id}`, undefined)).json.status).toBe("paid");
    const types = (await eventsOf(json.intent_id)).map((event) => event.type);
    expect(types.filter((type) => type === "payment.success")).toHaveLength(1);
  });
});

describe("expiry", () => {
  it("expires what is due and leaves the rest", async () => {
    const due = await newIntent();
    const later = await newIntent();
    await database().sql`update payment_intents set expires_at = now() where id = ${due.id}`;
    await expireDueIntents(systemContext(database(), "test"));
    expect((await call(`intent-status?id=${due.id}`, undefined)).json.status).toBe("expired");
    expect((await call(`intent-status?id=${later.id}`, undefined)).json.status).toBe("pending");
  });

  it("the database refuses to move an ended intent, to change its amount and to begin one that is not pending", async () => {
    const { id, merchantId, terminalId } = await newIntent();
    await simulate(id, "paid");
    const { sql } = database();
    await expect(sql`update payment_intents set status = 'pending', paid_at = null where id = ${id}`).rejects.toThrow(
      /final/,
    );
    await expect(sql`update payment_intents set amount_micros = 1 where id = ${id}`).rejects.toThrow(/never changes/);
    await expect(sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at, status, paid_at)
      values (${randomUUID()}, ${merchantId}, ${terminalId}, 'sandbox', 1, now(), 'paid', now())`).rejects.toThrow(
      /pending/,
    );
  });
});
