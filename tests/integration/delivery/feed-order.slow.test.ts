import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { database, type Sql, type Transaction } from "@/lib/base/db/client";
import { numberEvents } from "@/lib/delivery/feed/number";
import { otherProcess, readAll, readEvents, writeEvent } from "@/tests/support/feed";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { createRestrictedKey } from "@/tests/support/restricted-keys";
import { randomsOf } from "@/tests/support/seed";
import { waitFor } from "@/tests/support/wait";

const chance = randomsOf("feed order");

const WRITERS = 8;
const EACH = 250;

async function makeReader() {
  const { merchantId } = await createMerchantFixture();
  const { key } = await createRestrictedKey({ merchantId });
  const { ids, next } = await readAll(key);
  return { merchantId, key, earlier: ids, next };
}

/** A transaction that is open until `end` is called. */
async function openTransaction(sql: Sql, work: (tx: Transaction) => Promise<unknown>) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = () => {};
  const began = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const done = sql.begin(async (tx) => {
    await work(tx);
    begun();
    await ended;
  });
  await Promise.race([began, done]);
  const commit = async () => {
    end();
    await done;
  };
  return { commit };
}

/** Writes events in transactions of several kinds. Returns what was committed. */
async function write(sql: Sql, merchantId: string): Promise<string[]> {
  const committed: string[] = [];
  while (committed.length < EACH) {
    const kept: string[] = [];
    const isRolledBack = chance() < 0.2;
    const transaction = sql.begin(async (tx) => {
      kept.push(await writeEvent(tx, merchantId));
      if (chance() < 0.3) {
        await tx
          .savepoint(async (inner) => {
            await writeEvent(inner, merchantId);
            throw new Error("rolled back");
          })
          .catch(() => {});
        kept.push(await tx.savepoint((inner) => writeEvent(inner, merchantId)));
      }
      await pause(chance() * 15);
      if (isRolledBack) throw new Error("rolled back");
    });
    await transaction.catch(() => {});
    if (!isRolledBack) committed.push(...kept);
  }
  return committed;
}

describe("the order of events", () => {
  it("has each committed event of many writers once, whoever numbers them, also for a reader that is killed again and again", async () => {
    const { merchantId, key, next } = await makeReader();
    const writers = otherProcess(WRITERS);
    const other = otherProcess();
    let isWriting = true;
    const numbering = (async () => {
      while (isWriting) await numberEvents(other);
    })();
    const seen: string[] = [];
    let after = next;
    const reading = (async () => {
      for (;;) {
        const wasWriting = isWriting;
        const { json } = await readEvents(key, { limit: 50, ...(after === null ? {} : { after }) });
        // killed before it has stored anything of this page
        if (chance() < 0.2) continue;
        seen.push(...json.data.map(({ id }: { id: string }) => id));
        after = json.next;
        if (!wasWriting && !json.has_more) return;
      }
    })();
    const written = (await Promise.all(Array.from({ length: WRITERS }, () => write(writers.sql, merchantId)))).flat();
    isWriting = false;
    await Promise.all([numbering, reading]);
    expect(seen).toHaveLength(written.length);
    expect(new Set(seen)).toEqual(new Set(written));
    expect((await readAll(key, next === null ? {} : { after: next })).ids).toEqual(seen);
  });

  it("isn't held up by a transaction that stays open, whose events come when it has ended", async () => {
    const { merchantId, key } = await makeReader();
    const { sql } = otherProcess();
    let late = "";
    const open = await openTransaction(sql, async (tx) => {
      late = await writeEvent(tx, merchantId);
    });
    const early = [await writeEvent(sql, merchantId), await writeEvent(sql, merchantId)];
    const first = await readAll(key);
    expect(first.ids.slice(-2)).toEqual(early);
    const another = await writeEvent(sql, merchantId);
    expect((await readAll(key)).ids.slice(-3)).toEqual([...early, another]);
    await open.commit();
    expect((await readAll(key, { after: String(first.next) })).ids).toEqual([another, late]);
  });

  it("skips no event of a transaction that wrote its own after others had begun and ended", async () => {
    const { merchantId, key } = await makeReader();
    const { sql } = otherProcess();
    const ids: string[] = [];
    const open = await openTransaction(sql, (tx) => tx`select pg_current_xact_id()`);
    ids.push(await writeEvent(sql, merchantId));
    await readAll(key);
    const later = await openTransaction(sql, async (tx) => ids.push(await writeEvent(tx, merchantId)));
    ids.push(await writeEvent(sql, merchantId));
    await readAll(key);
    await later.commit();
    await open.commit();
    const { ids: read } = await readAll(key);
    expect([read.slice(-3).sort(), new Set(read).size]).toEqual([ids.sort(), read.length]);
  });

  it("skips no event of a transaction that was the newest when the others were numbered", async () => {
    const { merchantId, key } = await makeReader();
    const { sql } = otherProcess();
    const early = await writeEvent(sql, merchantId);
    let late = "";
    const newest = await openTransaction(sql, async (tx) => {
      late = await writeEvent(tx, merchantId);
    });
    expect((await readAll(key)).ids.slice(-1)).toEqual([early]);
    await newest.commit();
    expect((await readAll(key)).ids.slice(-2)).toEqual([early, late]);
  });

  it("has no test events, and goes on behind them", async () => {
    const { merchantId, key, earlier } = await makeReader();
    const { sql } = database();
    await writeEvent(sql, merchantId, { type: "test.ping" });
    expect((await readAll(key)).ids).toEqual(earlier);
    const { position } = await numberEvents(database());
    const id = await writeEvent(sql, merchantId);
    await writeEvent(sql, merchantId, { type: "test.ping" });
    expect((await readAll(key)).ids).toEqual([...earlier, id]);
    expect(await numberEvents(database())).toEqual({ position: position + 1n, handled: 0 });
  });

  it("has the events of a process of the version before, which knows no column for it", async () => {
    const { merchantId, key } = await makeReader();
    const { sql } = database();
    const [row] = await sql<[{ id: string; xid: string }]>`
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body)
      select * from unnest(array[gen_random_uuid()], array[${merchantId}]::uuid[], array[null]::uuid[], array[null]::uuid[],
                           array['sandbox'], array['key.rotated'], array['{}'])
      returning id, xid::text`;
    expect(row.xid).toMatch(/^\d+$/);
    expect((await readAll(key)).ids.at(-1)).toBe(row.id);
  });

  it("takes a backlog in runs, and one large transaction whole", async () => {
    const { merchantId, key } = await makeReader();
    const { sql } = database();
    const many = (count: number, type: string) => sql`
      insert into events (id, merchant_id, environment, type, body)
      select gen_random_uuid(), ${merchantId}, 'live', ${type}, '{}' from generate_series(1, ${count}::int)`;
    await many(4_000, "payment.expired");
    await many(13_000, "payment.success");
    await many(9_000, "intent.cancelled");
    const last = await writeEvent(sql, merchantId);
    const { handled } = await numberEvents(database());
    expect(handled).toBe(26_001);
    const rows = await sql<{ type: string; count: number }[]>`
      select e.type, count(*)::int as count, min(f.position) from event_feed f join events e on e.id = f.event_id
       where f.merchant_id = ${merchantId} and f.environment = 'live' group by e.type order by 3`;
    expect(rows.map(({ type, count }) => [type, count])).toEqual([
      ["payment.expired", 4_000],
      ["payment.success", 13_000],
      ["intent.cancelled", 9_000],
    ]);
    expect((await readAll(key)).ids.at(-1)).toBe(last);
  });
});

describe("in another cluster, the order of events", () => {
  const state = (tx: Sql) => tx`select position, next_xid, unfinished, cluster, epoch from event_feed_state`;

  it.each([
    ["whose ID differs", "cluster = 'another'"],
    ["of unknown ID, with lower numbers of transactions", "next_xid = '9000000000', cluster = ''"],
    ["after this version's own restore", "next_xid = null, cluster = null"],
  ])("%s loses and doubles nothing", async (_, change) => {
    const { merchantId, key } = await makeReader();
    const { sql } = database();
    const known = await writeEvent(sql, merchantId);
    const before = await readAll(key);
    // as loaded from a copy: transactions of another cluster, some not numbered, one of a time to come
    const ids = [
      await writeEvent(sql, merchantId),
      await writeEvent(sql, merchantId),
      await writeEvent(sql, merchantId),
    ];
    await sql`update events set xid = '8000000000' where id = any(${[known, String(ids[0])]}::uuid[])`;
    await sql`update events set xid = null where id = ${String(ids[1])}`;
    await sql`update events set xid = '3' where id = ${String(ids[2])}`;
    await sql.unsafe(`update event_feed_state set ${change}`);
    expect((await readAll(key, { after: String(before.next) })).ids).toEqual(ids);
    const [now] = await state(sql);
    expect(now?.cluster).toMatch(/^\d+$/);
    const id = await writeEvent(sql, merchantId);
    const { ids: all } = await readAll(key);
    expect([all.slice(-5), new Set(all).size]).toEqual([[known, ...ids, id], all.length]);
    // once its numbers reach those of the copy
    await sql`update events set xid = pg_current_xact_id() where id = ${known}`;
    expect((await readAll(key)).ids).toEqual(all);
    expect(await numberEvents(database())).toMatchObject({ handled: 0 });
  });

  it("an event of a number that isn't reached yet is no work for every look", async () => {
    const { merchantId, key } = await makeReader();
    const { sql } = database();
    const id = await writeEvent(sql, merchantId);
    await readAll(key);
    await sql`update events set xid = '8000000000' where id = ${id}`;
    await readAll(key);
    const before = await state(sql);
    await readAll(key);
    expect(await state(sql)).toEqual(before);
  });
});

it("a reader is told to come back while another process numbers a long history", async () => {
  const { merchantId, key } = await makeReader();
  const { sql } = otherProcess();
  await writeEvent(sql, merchantId);
  const held = await openTransaction(
    sql,
    (tx) => tx`select pg_advisory_xact_lock(hashtextextended('till event feed', 0))`,
  );
  const answer = await readEvents(key);
  await held.commit();
  expect([answer.status, answer.json.code, answer.headers.get("retry-after")]).toEqual([503, "api_error", "5"]);
  await waitFor("the reader", async () => (await readEvents(key)).status === 200);
});
