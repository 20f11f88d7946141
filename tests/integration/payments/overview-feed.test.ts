import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { createHub, type Watcher } from "@/lib/payments/realtime/hub";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { waitFor } from "@/tests/support/wait";

/** A hub that polls often, on a database that counts its queries. */
function startHub() {
  const db = database();
  let queries = 0;
  const sql = new Proxy(db.sql, {
    apply(target, self, args) {
      if (typeof args[0] === "object" && args[0] !== null && "raw" in args[0]) {
        if (String(args[0][0]).trimStart().startsWith("select")) queries += 1;
      }
      return Reflect.apply(target, self, args);
    },
  });
  const hub = createHub({ ...db, sql }, { everyMs: 20 });
  onTestFinished(() => hub.end());
  return { hub, queries: () => queries };
}

type Page = Watcher & { changes: number; ended: boolean };

async function watcherOf(merchant: MerchantFixture, options: Parameters<typeof memberContext>[1] = {}): Promise<Page> {
  const ctx = await memberContext(merchant, options);
  const [session] = await ctx.db.sql<[{ id: string }]>`
    insert into user_sessions (user_id, version, address, user_agent, last_seen_at, expires_at)
    values (${ctx.actor.userId}, 1, '203.0.113.7', 'test', now(), now() + interval '1 day') returning id`;
  const page: Page = {
    merchantId: ctx.merchantId,
    environment: ctx.environment,
    terminalIds: ctx.terminalIds,
    userId: ctx.actor.userId,
    sessionId: session.id,
    changes: 0,
    ended: false,
    onChange: () => {
      page.changes += 1;
    },
    onBeat: () => {},
    onEnd: () => {
      page.ended = true;
    },
  };
  return page;
}

const create = async (merchant: MerchantFixture) =>
  (await call("create-payment-intent", { amount_usdt: 2 }, { key: merchant.keys.sandbox })).json.intent.id as string;

describe("the live feed", () => {
  it("has twelve pages of a session and thirty-six of a person, and room again when one leaves", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = startHub();
    const [page, other] = [await watcherOf(merchant), await watcherOf(merchant)];
    const open = (session: Partial<Page> = {}) => hub.watch({ ...page, ...session });
    const pages = Array.from({ length: 12 }, () => open());
    expect(pages).not.toContain(null);
    expect(open()).toBe(null);
    expect(hub.watch(other)).not.toBe(null);
    pages[0]?.();
    expect(open()).not.toBe(null);
    const sessions = [randomUUID(), randomUUID(), randomUUID()];
    const more = sessions.flatMap((sessionId) => Array.from({ length: 12 }, () => open({ sessionId })));
    expect(more.filter((stop) => stop !== null)).toHaveLength(24);
  });

  it("tells of a new payment, of part of the money and of its end, and of each of them once", async () => {
    const merchant = await createMerchantFixture();
    const { hub, queries } = startHub();
    const page = await watcherOf(merchant);
    hub.watch(page);
    const told = async (times: number) => {
      await waitFor(`change ${times}`, () => page.changes >= times);
      const polls = queries();
      await waitFor("five polls more", () => queries() > polls + 5);
      expect(page.changes).toBe(times);
    };
    const id = await create(merchant);
    await told(1);
    await simulatePayment(merchant.ctx, { id, outcome: "underpaid" });
    await told(2);
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    await told(3);
  });

  it("tells of what happened a moment before the page was open, too", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = startHub();
    hub.watch(await watcherOf(await createMerchantFixture()));
    const page = await watcherOf(merchant);
    await create(merchant);
    hub.watch(page);
    await waitFor("the change", () => page.changes === 1);
  });

  it("tells nobody of another merchant's, another environment's or another terminal's payments", async () => {
    const merchant = await createMerchantFixture();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const { hub } = startHub();
    const mine = await watcherOf(merchant);
    const others = [
      await watcherOf(await createMerchantFixture()),
      await watcherOf(merchant, { environment: "live" }),
      await watcherOf(merchant, { role: "cashier", terminalIds: [bar.id] }),
    ];
    for (const page of [...others, mine]) hub.watch(page);
    await create(merchant);
    await waitFor("the change", () => mine.changes === 1);
    expect(others.map((page) => page.changes)).toEqual([0, 0, 0]);
  });

  it("asks the database once a poll however many pages are open, and not at all while none is", async () => {
    const merchant = await createMerchantFixture();
    const page = await watcherOf(merchant);
    const { hub, queries } = startHub();
    const stops = Array.from({ length: 300 }, () => hub.watch({ ...page, userId: randomUUID() }));
    await waitFor("ten polls", () => queries() >= 10);
    // ten polls and one check of the sessions
    expect(queries()).toBeLessThanOrEqual(12);
    for (const stop of stops) stop?.();
    const clock = startHub();
    clock.hub.watch({ ...page });
    const before = queries();
    await waitFor("ten polls of another hub", () => clock.queries() >= 10);
    // the poll that was under way
    expect(queries()).toBeLessThanOrEqual(before + 1);
  });

  it("ends for a session that is revoked, for a member who is removed and for one who sees other terminals", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = startHub();
    const [stays, revoked, removed, moved] = await Promise.all([
      watcherOf(merchant),
      watcherOf(merchant),
      watcherOf(merchant),
      watcherOf(merchant, { role: "cashier", terminalIds: [merchant.terminalId] }),
    ]);
    for (const page of [stays, revoked, removed, moved]) hub.watch(page);
    const { sql } = database();
    await sql`update user_sessions set revoked_at = now() where id = ${revoked.sessionId}`;
    await sql`delete from memberships where user_id = ${removed.userId}`;
    await sql`update memberships set terminal_ids = ${[randomUUID()]}::uuid[] where user_id = ${moved.userId}`;
    await waitFor("their ends", () => revoked.ended && removed.ended && moved.ended);
    expect(stays.ended).toBe(false);
  });

  it("ends for everybody when the process stops, and takes nobody afterwards", async () => {
    const merchant = await createMerchantFixture();
    const { hub } = startHub();
    const page = await watcherOf(merchant);
    hub.watch(page);
    hub.end();
    expect(page.ended).toBe(true);
    const late = await watcherOf(merchant);
    hub.watch(late);
    expect(late.ended).toBe(true);
  });
});
