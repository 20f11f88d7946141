import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { get } from "@/lib/base/http/get";
import { fetchDueRates, nextFetchDueMs, type ReadUrl } from "@/lib/payments/prices/fetch-rates";
import { findRate } from "@/lib/payments/prices/find-rate";
import { startTicker } from "@/lib/service/jobs/ticker";
import { rates } from "@/lib/service/jobs/timed-work";
import { startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { waitFor } from "@/tests/support/wait";

let server: Server;
let answer: { status?: number; body?: string; headers?: Record<string, string>; hang?: boolean } = {};
let asked = 0;
let shop: MerchantFixture;
const sql = () => database().sql;

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked++;
    if (answer.hang) return;
    response.writeHead(answer.status ?? 200, answer.headers);
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  shop = await createMerchantFixture();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** As in production, but from this machine and with a shorter time. */
const read: ReadUrl = () =>
  get(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rate`), {
    environment: "sandbox",
    allowPrivateSandbox: true,
    lookup: async () => ["127.0.0.1"],
    timeoutMs: 500,
    maxBytes: 256 * 1_024,
  });

type Set = { fetched?: string | null; manual?: string | null };

async function set({ fetched = "1.08", manual = null }: Set = {}) {
  const { actor } = await memberContext(shop);
  await sql()`delete from exchange_rates where merchant_id = ${shop.merchantId}`;
  await sql()`
    insert into exchange_rates (merchant_id, currency, source, manual_rate, manual_at, manual_max_age_seconds, url, url_pointer,
                                url_way, url_max_age_seconds, band_bps, fetched_rate, fetched_at, next_fetch_at, updated_by)
    values (${shop.merchantId}, 'EUR', 'url', ${manual}, case when ${manual}::text is not null then now() end,
            case when ${manual}::text is not null then 86400 end, 'https://rates.example/eur', '/eur', 'usdt_per_unit', 600, 500,
            ${fetched}, case when ${fetched}::text is not null then now() - interval '5 minutes' end, now(), ${actor.userId})`;
}

async function fetchNow() {
  await sql()`update exchange_rates set next_fetch_at = now()`;
  const ctx = await memberContext(shop);
  expect(await fetchDueRates(ctx, 10, read)).toBe(1);
  const [row] = await sql()`
    select fetched_rate as fetched, fetched_at > now() - interval '1 minute' as "isNew", failure, held_rate as held from exchange_rates`;
  return row;
}
const inForce = () => findRate(database(), { merchantId: shop.merchantId, currency: "EUR" });

describe("a rate URL", () => {
  it("is read in the background, and its rate is used from then on", async () => {
    await set();
    answer = { body: '{"eur": 1.0895}' };
    expect(await fetchNow()).toEqual({ fetched: "1.0895", isNew: true, failure: null, held: null });
    expect(await inForce()).toEqual({ rate: "1.0895", source: "url", spreadBps: 0, lifeSeconds: 3_600 });
    const [kept] = await sql()`select rate, source from exchange_rate_history order by since desc limit 1`;
    expect(kept).toEqual({ rate: "1.0895", source: "url" });
  });

  it.each([
    ["0", { body: '{"eur": 0}' }, "not_a_rate"],
    ["a negative", { body: '{"eur": -1.08}' }, "not_a_rate"],
    ["null as text", { body: '{"eur": "null"}' }, "not_a_rate"],
    ["a decimal comma", { body: '{"eur": "1,08"}' }, "not_a_rate"],
    ["1e308", { body: '{"eur": 1e308}' }, "not_a_rate"],
    ["HTML with 200", { body: "<html>1.08</html>" }, "not_json"],
    ["a redirect", { status: 301, headers: { location: "/elsewhere" } }, "status"],
    ["a failure", { status: 500, body: '{"eur": 1.08}' }, "status"],
    ["2 MB", { body: `{"eur": 1.08, "more": "${"x".repeat(2_000_000)}"}` }, "too_large"],
    ["nothing in time", { hang: true }, "unreachable"],
  ])(
    "that answers %s changes no rate; the last one holds for its age, then the one by hand, then none",
    async (_, given, failure) => {
      await set({ manual: "1.1" });
      answer = given;
      expect(await fetchNow()).toEqual({ fetched: "1.08", isNew: false, failure, held: null });
      expect(await inForce()).toMatchObject({ rate: "1.08", source: "url" });
      await sql()`update exchange_rates set fetched_at = now() - interval '11 minutes'`;
      expect(await inForce()).toMatchObject({ rate: "1.1", source: "manual" });
      await sql()`update exchange_rates set manual_at = now() - interval '25 hours'`;
      expect(await inForce()).toBe("too_old");
    },
  );

  it("that jumps beyond the band waits for a member, and is forgotten once it is back", async () => {
    await set();
    answer = { body: '{"eur": 1.188}' };
    expect(await fetchNow()).toEqual({ fetched: "1.08", isNew: false, failure: null, held: "1.188" });
    expect(await inForce()).toMatchObject({ rate: "1.08" });
    answer = { body: '{"eur": 1.1}' };
    expect(await fetchNow()).toEqual({ fetched: "1.1", isNew: true, failure: null, held: null });
  });

  it("is read again after a quarter of its age, and a minute after a failure", async () => {
    await set();
    answer = { body: '{"eur": 1.08}' };
    // to half a minute, so that a slow machine makes no difference
    const due = async () => Math.ceil(((await nextFetchDueMs(await memberContext(shop))) ?? 0) / 30_000) * 30;
    await fetchNow();
    expect(await due()).toBe(150);
    answer = { status: 500 };
    await fetchNow();
    expect(await due()).toBe(60);
    await sql()`update exchange_rates set url_max_age_seconds = 864000`;
    answer = { body: '{"eur": 1.08}' };
    await fetchNow();
    expect(await due()).toBe(900);
  });

  it("is read once when it is due, however many processes look", async () => {
    await set();
    answer = { body: '{"eur": 1.08}' };
    const ctx = await memberContext(shop);
    const before = asked;
    const counts = await Promise.all([1, 2, 3, 4].map(() => fetchDueRates(ctx, 10, read)));
    expect([counts.reduce((sum, count) => sum + count), asked - before]).toEqual([1, 1]);
    expect(await fetchDueRates(ctx, 10, read)).toBe(0);
  });

  it("is read by none of the payments that need its rate, also when it is due or failing", async () => {
    await set();
    await sql()`update exchange_rates set failure = 'unreachable', failed_at = now()`;
    const before = asked;
    const found = await Promise.all(Array.from({ length: 200 }, inForce));
    expect(new Set(found.map((rate) => JSON.stringify(rate))).size).toBe(1);
    expect(asked).toBe(before);
  });

  it("doesn't undo what a member changed while it was read", async () => {
    await set();
    answer = { body: '{"eur": 1.09}' };
    const ctx = await memberContext(shop);
    await fetchDueRates(ctx, 10, async (url) => {
      const answered = await read(url);
      await sql()`update exchange_rates set updated_at = now() + interval '1 second', fetched_rate = '1.05'`;
      return answered;
    });
    expect(await inForce()).toMatchObject({ rate: "1.05" });
  });
});

describe("both engines read the URLs that are due, never at an inner address", () => {
  const failed = async () => (await sql()`select failure from exchange_rates`)[0]?.failure === "unreachable";
  const setInner = async () => {
    await set();
    const { port } = server.address() as AddressInfo;
    await sql()`update exchange_rates set url = ${`https://127.0.0.1:${port}/rate`}`;
  };

  it("the embedded one", async () => {
    await setInner();
    const before = asked;
    const ticker = startTicker(systemContext(database(), "test"), startDispatcher());
    onTestFinished(() => ticker.stop());
    await waitFor("the reading", failed);
    expect(asked).toBe(before);
  });

  it("one on a schedule", async () => {
    await setInner();
    expect(await rates.run(systemContext(database(), "test"))).toBe(1);
    expect(await failed()).toBe(true);
    expect(await rates.run(systemContext(database(), "test"))).toBe(0);
  });
});

it("no rate is read from an inner address", async () => {
  const local = { environment: "live", allowPrivateSandbox: false, timeoutMs: 2_000, maxBytes: 1_000 } as const;
  const before = asked;
  const { port } = server.address() as AddressInfo;
  for (const host of ["127.0.0.1", "rates.example"]) {
    const url = new URL(`http://${host}:${port}/rate`);
    expect(await get(url, { ...local, lookup: async () => ["127.0.0.1"] })).toEqual({ failure: "unreachable" });
  }
  expect(asked).toBe(before);
});
