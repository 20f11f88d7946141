import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { removeOldEvents } from "@/lib/delivery/log/remove-old";
import { continueResets } from "@/lib/payments/sandbox/continue-resets";
import { requestReset } from "@/lib/payments/sandbox/request-reset";
import { call } from "@/tests/support/api";
import { readAll, readEvents, writeEvent } from "@/tests/support/feed";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

const system = () => systemContext(database(), "test");

async function makeReader() {
  const merchant = await createMerchantFixture();
  const { key } = await createRestrictedKey(merchant);
  return { ...merchant, key };
}

const write = ({ merchantId }: Pick<MerchantFixture, "merchantId">, of: Parameters<typeof writeEvent>[2] = {}) =>
  writeEvent(database().sql, merchantId, of);

const idsOf = (answer: Awaited<ReturnType<typeof readEvents>>) =>
  (answer.json.data as { id: string }[]).map(({ id }) => id);

async function expectExpired(key: string, after: string) {
  const answer = await readEvents(key, { after });
  expect([answer.status, answer.json.code]).toEqual([410, "cursor_expired"]);
  expect(answer.json.error).toContain("Begin again without after");
}

describe("a page", () => {
  it("has each event as a webhook carries it, and goes on behind the last one", async () => {
    const merchant = await makeReader();
    const created = await call("create-payment-intent", { amount_usdt: 2 }, { key: merchant.keys.sandbox });
    const [first, ...others] = (await readEvents(merchant.key)).json.data;
    const [row] = await database().sql<[{ id: string; body: string }]>`
      select id, body from events where intent_id = ${created.json.intent.id}`;
    expect(others).toEqual([]);
    expect(first).toEqual({
      id: row.id,
      type: "intent.created",
      created_at: JSON.parse(row.body).timestamp,
      terminal_id: merchant.terminalId,
      body: row.body,
    });
  });

  it("goes on behind the last event it had, in steps of any size, however often the reader is killed", async () => {
    const merchant = await makeReader();
    const ids: string[] = [];
    for (let n = 0; n < 23; n++) ids.push(await write(merchant));
    for (const limit of [1, 7, 23, 100]) expect((await readAll(merchant.key, { limit })).ids).toEqual(ids);
    const page = await readEvents(merchant.key, { limit: 23 });
    expect(page.json).toMatchObject({ has_more: false, next: expect.stringMatching(/^[\w-]{39}$/) });
    const again = await readEvents(merchant.key, { after: page.json.next });
    expect(again.json).toEqual({ data: [], has_more: false, next: page.json.next });
  });

  it("begins behind the newest event with latest, and without any event before the first", async () => {
    const merchant = await makeReader();
    const nothing = { data: [], has_more: false, next: null };
    expect((await readEvents(merchant.key)).json).toEqual(nothing);
    expect((await readEvents(merchant.key, { after: "latest" })).json).toEqual(nothing);
    await write(merchant);
    const latest = await readEvents(merchant.key, { after: "latest" });
    expect(latest.json).toEqual({ data: [], has_more: false, next: expect.any(String) });
    const id = await write(merchant);
    expect((await readAll(merchant.key, { after: latest.json.next })).ids).toEqual([id]);
  });

  it("has the types that were asked for, and goes on behind what it left out", async () => {
    const merchant = await makeReader();
    const paid = await write(merchant);
    const expired = await write(merchant, { type: "payment.expired" });
    await write(merchant, { type: "intent.created" });
    const some = await readEvents(merchant.key, { types: "payment.success,payment.expired" });
    expect(idsOf(some)).toEqual([paid, expired]);
    const none = await readEvents(merchant.key, { types: "alarm.raised" });
    expect(none.json).toEqual({ data: [], has_more: false, next: some.json.next });
    const id = await write(merchant, { type: "alarm.raised" });
    expect((await readAll(merchant.key, { types: "alarm.raised", after: none.json.next })).ids).toEqual([id]);
  });

  it("looks through a bounded number of events, and says that there are more", async () => {
    const merchant = await makeReader();
    await database().sql`
      insert into events (id, merchant_id, environment, type, body)
      select gen_random_uuid(), ${merchant.merchantId}, 'sandbox', 'intent.created', '{}' from generate_series(1, 2500)`;
    const id = await write(merchant);
    const first = await readEvents(merchant.key, { types: "payment.success", wait: 5 });
    expect(first.json).toMatchObject({ data: [], has_more: true });
    const second = await readEvents(merchant.key, { types: "payment.success", after: first.json.next });
    expect([idsOf(second), second.json.has_more]).toEqual([[id], false]);
  });

  it("of a terminal's key has the events of its terminal, and of a key for all those of the business", async () => {
    const merchant = await makeReader();
    const { terminalId, keys } = merchant;
    const ofTerminal = await createRestrictedKey(merchant, { terminalId });
    const own = await write(merchant, { terminalId });
    const whole = await write(merchant);
    const other = await write(merchant, { terminalId: randomUUID() });
    await write(merchant, { terminalId, environment: "live" });
    await write(await createMerchantFixture());
    expect((await readAll(keys.sandbox)).ids).toEqual([own]);
    expect((await readAll(ofTerminal.key)).ids).toEqual([own]);
    expect((await readAll(merchant.key)).ids).toEqual([own, whole, other]);
  });
});

describe("a cursor", () => {
  it("works for another key of the same terminal, and is refused for any other reader", async () => {
    const merchant = await makeReader();
    const { terminalId } = merchant;
    await write(merchant, { terminalId });
    const { next } = (await readEvents(merchant.keys.sandbox)).json;
    const same = await createRestrictedKey(merchant, { terminalId });
    expect((await readEvents(same.key, { after: next })).status).toBe(200);
    const others = [
      merchant.key,
      (await createRestrictedKey(merchant, { terminalId, environment: "live" })).key,
      (await createMerchantFixture()).keys.sandbox,
    ];
    for (const key of others) {
      const answer = await readEvents(key, { after: next });
      expect([answer.status, answer.json.code]).toEqual([400, "invalid_request"]);
      expect(answer.json.error).toMatch(/^after must be /);
    }
  });

  it("expires when the sandbox is reset, and the feed begins again", async () => {
    const merchant = await makeReader();
    await call("create-payment-intent", { amount_usdt: 2 }, { key: merchant.keys.sandbox });
    const { next } = (await readEvents(merchant.key)).json;
    await requestReset(await memberContext(merchant), { confirmation: "Corner Bookshop" });
    await continueResets(system(), 10);
    await expectExpired(merchant.key, next);
    expect((await readEvents(merchant.key)).json).toEqual({ data: [], has_more: false, next: null });
  });

  it("expires with its event after 180 days, whether that is deleted yet or not", async () => {
    const merchant = await makeReader();
    const old = await write(merchant);
    const { next } = (await readEvents(merchant.key)).json;
    const id = await write(merchant);
    await database().sql`update events set created_at = now() - interval '181 days' where id = ${old}`;
    await expectExpired(merchant.key, next);
    await removeOldEvents(system(), 1_000);
    await expectExpired(merchant.key, next);
    expect((await readAll(merchant.key)).ids).toEqual([id]);
    expect(await database().sql`select from event_feed where event_id = ${old}`).toHaveLength(0);
  });

  it("expires when a standby without the last events takes over, also once others have their positions", async () => {
    const merchant = await makeReader();
    const { sql } = database();
    const kept = await write(merchant);
    const before = (await readEvents(merchant.key)).json.next;
    const [state] = await sql`select position, next_xid, unfinished from event_feed_state`;
    const lost = [await write(merchant), await write(merchant)];
    const { next } = (await readEvents(merchant.key)).json;
    await sql`delete from events where id = any(${lost}::uuid[])`;
    await sql`update event_feed_state set position = ${state?.position}`;
    await expectExpired(merchant.key, next);
    const others = [await write(merchant), await write(merchant)];
    await expectExpired(merchant.key, next);
    expect((await readAll(merchant.key, { after: before })).ids).toEqual(others);
    expect((await readAll(merchant.key)).ids).toEqual([kept, ...others]);
  });

  it("expires when the same event has its position once more", async () => {
    const merchant = await makeReader();
    const { sql } = database();
    const id = await write(merchant);
    const { next } = (await readEvents(merchant.key)).json;
    await sql`update event_feed set numbered_at = numbered_at + interval '1 microsecond' where event_id = ${id}`;
    await expectExpired(merchant.key, next);
    expect((await readAll(merchant.key)).ids).toEqual([id]);
  });

  it("never names an event that was deleted while it was numbered", async () => {
    const merchant = await makeReader();
    const { sql } = database();
    const id = await write(merchant);
    const { next } = (await readEvents(merchant.key)).json;
    await sql`
      insert into event_feed (merchant_id, environment, position, event_id)
      select ${merchant.merchantId}, 'sandbox', position + 1, gen_random_uuid() from event_feed_state`;
    await sql`update event_feed_state set position = position + 1`;
    const page = await readEvents(merchant.key, { types: "payment.success" });
    expect([idsOf(page), page.json.next]).toEqual([[id], next]);
    expect((await readEvents(merchant.key, { after: "latest" })).json.next).toBe(next);
    expect((await readEvents(merchant.key, { after: next, types: "payment.success" })).json).toEqual({
      data: [],
      has_more: false,
      next,
    });
  });
});
