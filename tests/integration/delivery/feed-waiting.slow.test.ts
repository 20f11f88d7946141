import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { API_ROUTES } from "@/app/api/v1/routes";
import { type Database, database, type Sql } from "@/lib/base/db/client";
import { apiRequestSeconds } from "@/lib/base/process/metrics";
import { numberEvents } from "@/lib/delivery/feed/number";
import { readTogether } from "@/lib/delivery/feed/read-together";
import {
  createWaitingReaders,
  MAX_WAITING_PER_KEY,
  type Reader,
  waitingReaders,
} from "@/lib/delivery/feed/waiting-readers";
import { otherProcess, readAll, readEvents, writeEvent } from "@/tests/support/feed";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { createRestrictedKey } from "@/tests/support/restricted-keys";
import { waitFor } from "@/tests/support/wait";

const WAIT = 25;

async function makeReader() {
  const merchant = await createMerchantFixture();
  const { key, keyId } = await createRestrictedKey(merchant);
  return { ...merchant, key, id: keyId };
}

const waits = (count: number) =>
  waitFor(`${count} waiting readers`, () => waitingReaders(database()).count() === count);

/** A poll whose client can go away. */
function poll(key: string, query: string) {
  const client = new AbortController();
  const headers = { authorization: `Bearer ${key}`, "x-real-ip": "203.0.113.7" };
  const request = new Request(`http://localhost:3000/api/v1/events?${query}`, { headers, signal: client.signal });
  const answer = API_ROUTES.exact["/api/v1/events"]?.GET(request) as Promise<Response>;
  return {
    answer: answer.then(async (one) => ({ status: one.status, json: await one.json() })),
    leave: () => client.abort(),
  };
}

const idsOf = ({ json }: { json: { data: { id: string }[] } }) => json.data.map(({ id }) => id);

describe("a reader that waits", () => {
  it("is answered once there is an event, whoever has numbered it", async () => {
    const { key, merchantId } = await makeReader();
    const other = otherProcess();
    let after = "latest";
    for (const isNumberedElsewhere of [false, true, false]) {
      const waiting = readEvents(key, { after, wait: WAIT });
      await waits(1);
      const id = await writeEvent(other.sql, merchantId);
      if (isNumberedElsewhere) await numberEvents(other);
      const answer = await waiting;
      expect([answer.status, idsOf(answer)]).toEqual([200, [id]]);
      after = answer.json.next;
    }
    expect((await readAll(key)).ids).toHaveLength(3);
  });

  it("is answered at once if there is an event already", async () => {
    const { key, merchantId } = await makeReader();
    const id = await writeEvent(database().sql, merchantId);
    expect(idsOf(await readEvents(key, { wait: WAIT }))).toEqual([id]);
  });

  it("has its own place again if nothing has come", async () => {
    const { key, merchantId } = await makeReader();
    await writeEvent(database().sql, merchantId);
    const { next } = await readAll(key);
    const answer = await readEvents(key, { after: String(next), wait: 1 });
    expect([answer.status, answer.json]).toEqual([200, { data: [], has_more: false, next }]);
  });

  it("takes no time of the requests' for waiting, so that no alarm for slow ones is raised", async () => {
    const { key } = await makeReader();
    apiRequestSeconds().reset();
    await readEvents(key, { wait: 2 });
    const { values } = await apiRequestSeconds().get();
    const within = values.find(({ labels }) => "le" in labels && labels.le === 1 && labels.route === "/api/v1/events");
    expect(within?.value).toBe(1);
  });

  it("isn't woken by events that it doesn't read, and goes on behind them", async () => {
    const merchant = await makeReader();
    const { sql } = database();
    const { terminalId, merchantId } = merchant;
    const types = readEvents(merchant.key, { types: "payment.expired", wait: 2 });
    const terminal = readEvents(merchant.keys.sandbox, { wait: 2 });
    await waits(2);
    await writeEvent(sql, merchantId);
    await writeEvent(sql, merchantId, { environment: "live", type: "payment.expired", terminalId });
    await writeEvent(sql, (await createMerchantFixture()).merchantId, { type: "payment.expired", terminalId });
    for (const waiting of [types, terminal]) {
      const answer = await waiting;
      expect(answer.json).toEqual({ data: [], has_more: false, next: expect.any(String) });
    }
    const after = (await types).json.next;
    expect((await readAll(merchant.key, { after })).ids).toEqual([]);
    const id = await writeEvent(sql, merchantId, { type: "payment.expired", terminalId });
    expect(idsOf(await readEvents(merchant.key, { after, types: "payment.expired", wait: WAIT }))).toEqual([id]);
  });

  it("frees its place when its client is gone", async () => {
    const { key, merchantId } = await makeReader();
    const polls = Array.from({ length: MAX_WAITING_PER_KEY }, () => poll(key, `wait=${WAIT}`));
    await waits(MAX_WAITING_PER_KEY);
    const refused = await readEvents(key, { wait: WAIT });
    expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    expect((await readEvents(key)).status).toBe(200);
    polls[0]?.leave();
    await waits(MAX_WAITING_PER_KEY - 1);
    const another = poll(key, `wait=${WAIT}`);
    await waits(MAX_WAITING_PER_KEY);
    const id = await writeEvent(database().sql, merchantId);
    expect(idsOf(await another.answer)).toEqual([id]);
    await Promise.all(polls.map(({ answer }) => answer));
    expect(waitingReaders(database()).count()).toBe(0);
  });
});

type Ending = (of: { id: string; merchantId: string; terminalId: string }) => Promise<unknown>;

const ENDINGS: [string, Ending][] = [
  ["its key is ended", ({ id }) => database().sql`update restricted_keys set ends_at = now() where id = ${id}`],
  [
    "its secret is replaced",
    ({ id }) => database().sql`update restricted_key_secrets set ends_at = now() where key_id = ${id}`,
  ],
  [
    "its terminal is archived",
    ({ terminalId }) => database().sql`update terminals set archived_at = now() where id = ${terminalId}`,
  ],
  ["its maker has left", ({ merchantId }) => database().sql`delete from memberships where merchant_id = ${merchantId}`],
];

describe("a reader that waits learns that its key no longer works", () => {
  it.each(ENDINGS)("when %s", async (_, end) => {
    const merchant = await createMerchantFixture();
    const { key, keyId: id } = await createRestrictedKey(merchant, { terminalId: merchant.terminalId });
    const waiting = readEvents(key, { wait: WAIT });
    await waits(1);
    await end({ ...merchant, id });
    const answer = await waiting;
    expect([answer.status, answer.json.code]).toEqual([401, "invalid_api_key"]);
  });

  it("when it is a terminal's", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    const waiting = readEvents(keys.sandbox, { wait: WAIT });
    await waits(1);
    await database().sql`update api_keys set ends_at = now() where merchant_id = ${merchantId}`;
    expect((await waiting).json.code).toBe("invalid_api_key");
  });

  it("when its maker's role no longer allows it", async () => {
    const { key, merchantId } = await makeReader();
    const waiting = readEvents(key, { wait: WAIT });
    await waits(1);
    await database().sql`update memberships set role = 'viewer' where merchant_id = ${merchantId}`;
    expect((await waiting).json.code).toBe("insufficient_scope");
  });

  it("and reads no event that came in between", async () => {
    const { key, id, merchantId } = await makeReader();
    const waiting = readEvents(key, { wait: WAIT });
    await waits(1);
    await database().sql.begin(async (tx) => {
      await tx`update restricted_keys set ends_at = now() where id = ${id}`;
      await writeEvent(tx, merchantId);
    });
    expect((await waiting).json.code).toBe("invalid_api_key");
  });
});

/** A database whose statements are noted. */
function noted(db: Database): { db: Database; texts: string[] } {
  const texts: string[] = [];
  const tag = (first: TemplateStringsArray, ...values: never[]) => {
    if (Array.isArray(first) && "raw" in first) texts.push(first.join("?"));
    return (db.sql as unknown as (...all: unknown[]) => unknown)(first, ...values);
  };
  return { db: { ...db, sql: Object.assign(tag, db.sql) as unknown as Sql }, texts };
}

const readerOf = (merchantId: string, position: bigint): Reader => ({
  merchantId,
  environment: "sandbox",
  terminalId: null,
  keyId: randomUUID(),
  types: null,
  position,
  ms: 60_000,
  leaving: undefined,
  recheck: async () => {},
});

describe("many readers that wait", () => {
  it("cost as many statements as one, and those who are woken together read once", async () => {
    const { merchantId } = await createMerchantFixture();
    const { db, texts } = noted(database());
    const readers = createWaitingReaders(db);
    const { position } = await numberEvents(db);
    const all = Array.from({ length: 300 }, () => readers.wait(readerOf(merchantId, position)));
    const looks = () => texts.filter((text) => text.includes("from event_feed_state s")).length;
    await waitFor("five looks", () => looks() >= 5);
    expect(texts.length).toBeLessThan(100);
    texts.length = 0;
    const id = await writeEvent(database().sql, merchantId);
    expect(new Set(await Promise.all(all))).toEqual(new Set(["news"]));
    const request = {
      merchantId,
      environment: "sandbox",
      terminalId: null,
      after: null,
      types: null,
      limit: 100,
    } as const;
    const pages = await Promise.all(all.map(() => readTogether(db, request)));
    for (const page of pages) expect(page.events.map((event) => event.id)).toEqual([id]);
    expect(texts.filter((text) => text.includes("looked as materialized"))).toHaveLength(1);
  });

  it("all end when the process stops, and no other begins to wait", async () => {
    const { merchantId } = await createMerchantFixture();
    const readers = createWaitingReaders(database());
    const all = Array.from({ length: 50 }, () => readers.wait(readerOf(merchantId, 0n)));
    expect(readers.count()).toBe(50);
    readers.end();
    expect(new Set(await Promise.all(all))).toEqual(new Set(["none"]));
    expect(await readers.wait(readerOf(merchantId, 0n))).toBe("none");
    expect(readers.count()).toBe(0);
  });

  it("are refused together if the database can't be asked, and wait again afterwards", async () => {
    const { merchantId } = await createMerchantFixture();
    const closed = otherProcess(1);
    const readers = createWaitingReaders(closed);
    await closed.close();
    const all = await Promise.allSettled([1, 2].map(() => readers.wait(readerOf(merchantId, 0n))));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(readers.count()).toBe(0);
  });

  it("that is behind by a lot is told of the event that it reads, step by step", async () => {
    const { merchantId } = await createMerchantFixture();
    const { sql } = database();
    await sql`
      insert into events (id, merchant_id, environment, type, body)
      select gen_random_uuid(), ${merchantId}, 'sandbox', 'intent.created', '{}' from generate_series(1, 500)`;
    await writeEvent(sql, merchantId, { type: "payment.expired" });
    const readers = createWaitingReaders(database());
    expect(await readers.wait({ ...readerOf(merchantId, 0n), types: ["payment.expired"] })).toBe("news");
  });
});
