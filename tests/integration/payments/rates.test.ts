import { beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { nullIfRefused } from "@/lib/base/values/errors";
import { acceptRate } from "@/lib/payments/prices/accept-rate";
import { fetchDueRates } from "@/lib/payments/prices/fetch-rates";
import { findRate } from "@/lib/payments/prices/find-rate";
import { listRates } from "@/lib/payments/prices/list-rates";
import { previewRate } from "@/lib/payments/prices/preview-rate";
import { removeRate } from "@/lib/payments/prices/remove-rate";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { TestRateUrlInput, testRateUrl } from "@/lib/payments/prices/test-rate-url";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { fc } from "@/tests/support/property";
import { answering, EUR_URL, eur, giveRate, ratesAge } from "@/tests/support/rates";

let shop: MerchantFixture;
let ctx: MemberContext;
const sql = () => database().sql;

beforeEach(async () => {
  shop = await createMerchantFixture();
  ctx = await memberContext(shop);
  await sql()`delete from exchange_rates`;
});

const inForce = (currency = "EUR") => findRate(database(), { merchantId: shop.merchantId, currency });
const set = (given: Record<string, unknown>, text = eur("1.08")) =>
  setRate(ctx, SetRateInput.parse({ currency: "EUR", way: "usdt_per_unit", ...given }), answering(text));
const audited = async () =>
  (await auditOf(shop.merchantId)).filter(({ action }) => action.startsWith("exchange_rate."));
const refused = (field: string) => ({ code: "invalid_request", extra: { field } });

/** The history since the fixture, oldest first, with the length of each row in minutes. */
const history = async () => {
  const rows = await sql()<{ text: string }[]>`
    select concat_ws(' ', rate, source, round(extract(epoch from valid_until - since) / 60)) as text
      from exchange_rate_history where merchant_id = ${shop.merchantId} order by since`;
  return rows.map(({ text }) => text);
};

/** The rate that the history has for a moment so many minutes ago. */
const inForceBefore = async (minutes: number) => {
  const [row] = await sql()<{ text: string | null }[]>`
    select case when valid_until > m.at then concat_ws(' ', rate, source) end as text
      from (select now() - make_interval(mins => ${minutes}) as at) m, exchange_rate_history
     where merchant_id = ${shop.merchantId} and since <= m.at order by since desc limit 1`;
  return row?.text ?? null;
};

/** Time passes for the rates and their history. */
const age = async (minutes: number) => {
  await ratesAge(shop, minutes);
  await sql().begin(async (tx) => {
    await tx`alter table exchange_rate_history disable trigger exchange_rate_history_append_only`;
    await tx`
      update exchange_rate_history h set since = since - d, valid_until = valid_until - d
        from (select make_interval(mins => ${minutes}) as d) passed where merchant_id = ${shop.merchantId}`;
    await tx`alter table exchange_rate_history enable trigger exchange_rate_history_append_only`;
  });
};
const readNow = async (answer: ReturnType<typeof eur> | { failure: "unreachable" }) => {
  await sql()`update exchange_rates set next_fetch_at = now() where url is not null`;
  await fetchDueRates(ctx, 10, answering(answer));
};

describe("a rate by hand", () => {
  it("is typed either way, as people write numbers", async () => {
    await set({ source: "manual", rate: "1,234.5", way: "units_per_usdt", confirmed: true });
    expect(await inForce()).toMatchObject({ source: "manual", rate: "0.000810044552450384771162413" });
    await set({ source: "manual", rate: "1,0895", confirmed: true });
    expect(await inForce()).toMatchObject({ rate: "1.0895" });
  });

  it.each(["0", "-1", "1e3", "", "abc", "NaN", "1".repeat(30), "1,234"])("isn't %j", async (rate) => {
    await expect(set({ source: "manual", rate, confirmed: true })).rejects.toMatchObject(refused("rate"));
    expect(await inForce()).toBe("none");
    expect(await audited()).toEqual([]);
  });

  it("must be confirmed at first, and when it changes by more than 10 %", async () => {
    await expect(set({ source: "manual", rate: "1" })).rejects.toMatchObject(refused("confirmed"));
    await set({ source: "manual", rate: "1", confirmed: true });
    await set({ source: "manual", rate: "1.1" });
    await expect(set({ source: "manual", rate: "0.98" })).rejects.toMatchObject(refused("confirmed"));
    await ratesAge(shop, 60 * 24 * 30);
    expect(await inForce()).toBe("too_old");
    await expect(set({ source: "manual", rate: "0.11" })).rejects.toMatchObject(refused("confirmed"));
    await set({ source: "manual", rate: "0.98", confirmed: true });
    expect(await inForce()).toMatchObject({ rate: "0.98" });
  });

  it("is in the audit log with what it was", async () => {
    await set({ source: "manual", rate: "1", spreadBps: 50, confirmed: true });
    await set({ source: "manual", rate: "1.05", maxAgeDays: 30 });
    await removeRate(ctx, { currency: "EUR" });
    expect(await audited()).toMatchObject([
      {
        action: "exchange_rate.set",
        before: null,
        after: { currency: "EUR", source: "manual", rate: "1", spreadBps: 50 },
      },
      { before: { rate: "1", spreadBps: 50 }, after: { rate: "1.05", spreadBps: 0, maxAgeDays: 30 } },
      { action: "exchange_rate.removed", before: { rate: "1.05" }, after: null },
    ]);
    expect(await inForce()).toBe("none");
    await expect(removeRate(ctx, { currency: "EUR" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("1 USD = 1 USDT", () => {
  it("needs no confirmation, unless another rate was used before", async () => {
    await setRate(ctx, SetRateInput.parse({ source: "par", currency: "USD" }));
    expect(await inForce("USD")).toMatchObject({ rate: "1", source: "par" });
    await giveRate(shop, { currency: "USD", rate: "0.8" });
    const par = (confirmed: boolean) => setRate(ctx, SetRateInput.parse({ source: "par", currency: "USD", confirmed }));
    await expect(par(false)).rejects.toMatchObject(refused("confirmed"));
    await par(true);
    expect(await inForce("USD")).toMatchObject({ rate: "1" });
  });

  it("is for no other currency", () => {
    expect(SetRateInput.safeParse({ source: "par", currency: "EUR" }).success).toBe(false);
  });
});

describe("a rate URL that is set", () => {
  it("is read before, and its rate is used at once", async () => {
    await set({ ...EUR_URL, confirmed: true });
    expect(await inForce()).toMatchObject({ rate: "1.08", source: "url" });
    expect(await history()).toEqual(["1.08 url 60"]);
    const [entry] = await audited();
    expect(entry?.after).toMatchObject({ url: "https://rates.example", rate: "1.08", maxAgeMinutes: 60, bandBps: 500 });
    expect(JSON.stringify(await audited())).not.toContain("secret");
  });

  it("must answer a rate, or have one to fall back to", async () => {
    const broken = { status: 200, text: "<html>" };
    await expect(set({ ...EUR_URL, confirmed: true }, broken)).rejects.toMatchObject(refused("url"));
    expect(await inForce()).toBe("none");
    const fallback = { rate: "1.1", way: "usdt_per_unit", maxAgeDays: 1 };
    await expect(set({ ...EUR_URL, fallback: { ...fallback, rate: "1e1" } }, broken)).rejects.toMatchObject(
      refused("fallback.rate"),
    );
    await set({ ...EUR_URL, fallback, confirmed: true }, broken);
    expect(await inForce()).toMatchObject({ rate: "1.1", source: "manual" });
    expect(await history()).toEqual(["1.1 manual 1440"]);
    await readNow(eur("1.12"));
    expect(await inForce()).toMatchObject({ rate: "1.12", source: "url" });
  });

  it("must be confirmed at first, when its rate is beyond the band, and when the one to fall back to is far from it", async () => {
    await expect(set({ ...EUR_URL })).rejects.toMatchObject(refused("confirmed"));
    await set({ ...EUR_URL, confirmed: true });
    await set({ ...EUR_URL, spreadBps: 10 });
    await expect(set({ ...EUR_URL }, eur("1.14"))).rejects.toMatchObject(refused("confirmed"));
    const fallback = { rate: "1.21", way: "usdt_per_unit" };
    await expect(set({ ...EUR_URL, fallback })).rejects.toMatchObject(refused("confirmed"));
    await set({ ...EUR_URL, fallback: { ...fallback, rate: "1.1" } });
  });

  it.each([
    "http://rates.example/eur",
    "https://127.0.0.1/eur",
    "https://[::1]/eur",
    "https://169.254.169.254/latest",
    "https://rates.internal/eur",
    "https://user:secret@rates.example/eur",
    "ftp://rates.example",
    "",
  ])("isn't %s", async (url) => {
    await expect(set({ ...EUR_URL, url, confirmed: true })).rejects.toMatchObject(refused("url"));
    await expect(
      testRateUrl(ctx, TestRateUrlInput.parse({ url, pointer: "/eur", way: "usdt_per_unit" })),
    ).rejects.toMatchObject(refused("url"));
  });

  it("can be tested without a change", async () => {
    const test = (answer: Parameters<typeof answering>[0]) =>
      testRateUrl(ctx, TestRateUrlInput.parse({ ...EUR_URL, way: "units_per_usdt" }), answering(answer));
    expect(await test(eur("0.5"))).toEqual({ rate: "2", at: expect.any(Date) });
    expect(await test({ status: 404, text: "" })).toEqual({ failure: "status" });
    expect(await listRates(ctx)).toEqual([]);
  });
});

describe("a rate that has jumped", () => {
  const jump = async (rate = "1.3") => {
    await set({ ...EUR_URL, confirmed: true });
    await readNow(eur(rate));
  };

  it("is used once a member accepts it, and later ones are compared with it", async () => {
    await jump();
    expect(await inForce()).toMatchObject({ rate: "1.08" });
    await acceptRate(ctx, { currency: "EUR", rate: "1.3" });
    expect(await inForce()).toMatchObject({ rate: "1.3", source: "url" });
    expect((await audited()).at(-1)).toMatchObject({
      action: "exchange_rate.accepted",
      before: { currency: "EUR", rate: "1.08" },
      after: { currency: "EUR", rate: "1.3" },
    });
    await readNow(eur("1.31"));
    expect(await inForce()).toMatchObject({ rate: "1.31" });
    expect(await history()).toEqual(["1.08 url 60", "1.3 url 60", "1.31 url 60"]);
  });

  it("may have done so in small steps: more than twice the band within a day waits too", async () => {
    await set({ ...EUR_URL, confirmed: true });
    for (const rate of ["1.12", "1.16"]) await readNow(eur(rate));
    expect(await inForce()).toMatchObject({ rate: "1.16" });
    await readNow(eur("1.2"));
    expect(await inForce()).toMatchObject({ rate: "1.16" });
    await acceptRate(ctx, { currency: "EUR", rate: "1.2" });
    await readNow(eur("1.24"));
    expect(await inForce()).toMatchObject({ rate: "1.24" });
    await age(24 * 60);
    await readNow(eur("1.29"));
    await age(24 * 60);
    await readNow(eur("1.34"));
    expect(await inForce()).toMatchObject({ rate: "1.34" });
  });

  it("may have moved a little since the member saw it, but not far", async () => {
    await jump("1.3");
    await readNow(eur("1.33"));
    await expect(acceptRate(ctx, { currency: "EUR", rate: "1.5" })).rejects.toMatchObject({ code: "conflict" });
    await expect(acceptRate(ctx, { currency: "EUR", rate: "0" })).rejects.toMatchObject({ code: "conflict" });
    await acceptRate(ctx, { currency: "EUR", rate: "1.3" });
    expect(await inForce()).toMatchObject({ rate: "1.33" });
  });

  it("can't be accepted once it is back, too old, removed, or accepted already", async () => {
    await jump();
    await ratesAge(shop, 61);
    await expect(acceptRate(ctx, { currency: "EUR", rate: "1.3" })).rejects.toMatchObject({ code: "conflict" });
    await readNow(eur("1.09"));
    await expect(acceptRate(ctx, { currency: "EUR", rate: "1.3" })).rejects.toMatchObject({ code: "conflict" });
    await removeRate(ctx, { currency: "EUR" });
    await expect(acceptRate(ctx, { currency: "EUR", rate: "1.3" })).rejects.toMatchObject({ code: "not_found" });
    expect(await inForce()).toBe("none");
  });

  it("is accepted once by members who press at the same time", async () => {
    await jump();
    const results = await Promise.allSettled([1, 2, 3].map(() => acceptRate(ctx, { currency: "EUR", rate: "1.3" })));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect((await audited()).filter(({ action }) => action === "exchange_rate.accepted")).toHaveLength(1);
  });
});

describe("a change while the URL is read", () => {
  const whileReading = async (change: () => Promise<unknown>, answer = eur("1.09")) => {
    await set({ ...EUR_URL, confirmed: true });
    await sql()`update exchange_rates set next_fetch_at = now()`;
    await fetchDueRates(ctx, 10, async () => {
      await change();
      return answer;
    });
  };

  it.each([
    ["a new rate by hand", () => set({ source: "manual", rate: "1.05" }), "1.05"],
    ["the same URL again", () => set({ ...EUR_URL }), "1.08"],
  ])("stays: %s", async (_, change, rate) => {
    await whileReading(change);
    expect(await inForce()).toMatchObject({ rate });
    expect(await inForceBefore(0)).toContain(rate);
  });

  it("stays: no rate any more", async () => {
    await whileReading(() => removeRate(ctx, { currency: "EUR" }));
    expect(await inForce()).toBe("none");
    expect(await inForceBefore(0)).toBeNull();
  });

  it("stays: a rate that was accepted", async () => {
    await set({ ...EUR_URL, confirmed: true });
    await readNow(eur("1.3"));
    await sql()`update exchange_rates set next_fetch_at = now()`;
    await fetchDueRates(ctx, 10, async () => {
      await acceptRate(ctx, { currency: "EUR", rate: "1.3" });
      return eur("1.08");
    });
    expect(await inForce()).toMatchObject({ rate: "1.3" });
  });

  it("is one of many at once: the last one, and the history says so", async () => {
    await set({ ...EUR_URL, confirmed: true });
    await sql()`update exchange_rates set next_fetch_at = now()`;
    await Promise.all([
      fetchDueRates(ctx, 10, answering(eur("1.09"))),
      ...["1.01", "1.02", "1.03"].map((rate) => set({ source: "manual", rate, confirmed: true })),
      set({ ...EUR_URL, confirmed: true }),
    ]);
    const now = await inForce();
    expect(typeof now).toBe("object");
    expect(await inForceBefore(0)).toBe(`${(now as { rate: string }).rate} ${(now as { source: string }).source}`);
  });
});

describe("the history of a rate", () => {
  it("has few rows of a rate that stays, and no hole", async () => {
    await set({ ...EUR_URL, confirmed: true });
    for (let quarter = 0; quarter < 16; quarter++) {
      await age(15);
      await readNow(eur("1.08"));
    }
    expect((await history()).length).toBeLessThanOrEqual(9);
    for (let minutes = 0; minutes < 240; minutes += 5) expect(await inForceBefore(minutes)).toBe("1.08 url");
  });

  it("ends when the rate was too old, and goes on with the one by hand, then none, also if nobody looked meanwhile", async () => {
    await set({ ...EUR_URL, confirmed: true, fallback: { rate: "1.1", way: "usdt_per_unit", maxAgeDays: 1 } });
    await age(30);
    await readNow(eur("1.08"));
    await age(26 * 60);
    await readNow({ failure: "unreachable" });
    expect(await inForce()).toBe("too_old");
    // read 26 hours ago, too old an hour later; the one by hand is from half an hour before
    expect(await inForceBefore(26 * 60 - 59)).toBe("1.08 url");
    expect(await inForceBefore(26 * 60 - 61)).toBe("1.1 manual");
    expect(await inForceBefore(2 * 60 + 35)).toBe("1.1 manual");
    expect(await inForceBefore(2 * 60 + 25)).toBeNull();
    const rows = await history();
    await readNow({ failure: "unreachable" });
    expect(await history()).toEqual(rows);
    await readNow(eur("1.08"));
    expect(await inForceBefore(0)).toBe("1.08 url");
    expect(await inForceBefore(60)).toBeNull();
  });

  it("says from when on a rate by hand holds longer, or less long", async () => {
    await set({ source: "manual", rate: "1", confirmed: true, maxAgeDays: 7 });
    await set({ source: "manual", rate: "1", maxAgeDays: 30 });
    await set({ source: "manual", rate: "1", maxAgeDays: 1 });
    expect(await history()).toEqual(["1 manual 10080", "1 manual 43200", "1 manual 1440"]);
  });

  it("has the rate that was in force at each moment, whatever happened", async () => {
    const steps = fc.array(
      fc.record({
        minutes: fc.constantFrom(1, 14, 31, 59, 61, 200, 1_500, 3_000),
        what: fc.constantFrom("read", "read", "jump", "fail", "manual", "url", "accept", "remove", "nothing"),
        rate: fc.constantFrom("1.08", "1.09", "1.1"),
      }),
      { minLength: 1, maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        shop = await createMerchantFixture();
        ctx = await memberContext(shop);
        await sql()`delete from exchange_rates`;
        const samples: { at: string; rate: string | null }[] = [];
        const sample = async () => {
          const now = await inForce();
          const [row] = await sql()<[{ at: string }]>`select clock_timestamp()::text as at`;
          samples.push({ at: row.at, rate: typeof now === "string" ? null : `${now.rate} ${now.source}` });
        };
        const fallback = { rate: "1.07", way: "usdt_per_unit", maxAgeDays: 1 };
        const acts: Record<string, (rate: string) => Promise<unknown>> = {
          read: (rate) => readNow(eur(rate)),
          jump: () => readNow(eur("1.9")),
          fail: () => readNow({ failure: "unreachable" }),
          manual: (rate) => set({ source: "manual", rate, maxAgeDays: 2, confirmed: true }),
          url: (rate) => set({ ...EUR_URL, fallback, confirmed: true }, eur(rate)),
          accept: () => acceptRate(ctx, { currency: "EUR", rate: "1.9" }).catch(nullIfRefused),
          remove: () => removeRate(ctx, { currency: "EUR" }).catch(nullIfRefused),
          nothing: async () => {},
        };
        for (const { minutes, what, rate } of all) {
          await age(minutes);
          for (const past of samples) {
            const [row] = await sql()<[{ at: string }]>`
              select (${past.at}::text::timestamptz - make_interval(mins => ${minutes}))::text as at`;
            past.at = row.at;
          }
          await sample();
          await acts[what]?.(rate);
          await sample();
        }
        // what time alone has ended is recorded with the next reading
        await readNow({ failure: "unreachable" });
        const recorded = await sql()<{ rate: string | null }[]>`
          select (select case when h.valid_until > s.at then concat_ws(' ', h.rate, h.source) end
                    from exchange_rate_history h where h.merchant_id = ${shop.merchantId} and h.since <= s.at
                   order by h.since desc limit 1) as rate
            from unnest(${samples.map(({ at }) => at)}::text[]) with ordinality t(at, place),
                 lateral (select t.at::timestamptz as at) s
           order by t.place`;
        expect(recorded.map(({ rate }) => rate)).toEqual(samples.map(({ rate }) => rate));
      }),
      { numRuns: 25 },
    );
  });

  it("can't be changed", async () => {
    await set({ source: "manual", rate: "1", confirmed: true });
    await expect(sql()`update exchange_rate_history set rate = '2'`).rejects.toThrow();
    await expect(sql()`delete from exchange_rate_history`).rejects.toThrow();
  });
});

describe("the list of rates", () => {
  it("says what is in force, from where, and what went wrong", async () => {
    await giveRate(shop, { currency: "USD", source: "par" });
    await set({ ...EUR_URL, confirmed: true, fallback: { rate: "1.1", way: "usdt_per_unit", maxAgeDays: 2 } });
    await readNow(eur("1.3"));
    await readNow({ failure: "unreachable" });
    const [first, second] = await listRates(ctx);
    expect(first).toMatchObject({
      currency: "EUR",
      source: "url",
      inForce: { rate: "1.08", source: "url" },
      manual: { rate: "1.1", maxAgeDays: 2, isUsable: true },
      url: {
        url: EUR_URL.url,
        pointer: "/eur",
        maxAgeMinutes: 60,
        fetched: { rate: "1.08", isUsable: true },
        held: { rate: "1.3" },
        failure: { reason: "unreachable" },
      },
      updatedBy: expect.stringContaining("@example.com"),
    });
    expect(second).toMatchObject({ currency: "USD", inForce: { rate: "1", until: null }, manual: null, url: null });
    await ratesAge(shop, 60 * 24 * 3);
    const [old] = await listRates(ctx);
    expect(old).toMatchObject({
      inForce: null,
      manual: { isUsable: false },
      url: { held: null, fetched: { isUsable: false } },
    });
  });

  it("keeps the path of a URL from those who may not change it", async () => {
    await set({ ...EUR_URL, confirmed: true });
    const [seen] = await listRates(await memberContext(shop, { role: "viewer" }));
    expect(seen?.url?.url).toBe("https://rates.example");
  });
});

describe("the preview of a rate", () => {
  const priced = (minor: bigint, currency: string | null = "EUR", rate = "1") => sql()`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at, price_currency, price_minor,
                                 price_rate, price_source, price_spread_bps)
    values (gen_random_uuid(), ${shop.merchantId}, ${shop.terminalId}, 'sandbox', ${String(minor * 10_000n)}, now() + interval '1 hour', ${currency},
            ${currency && String(minor)}, ${currency && rate}, ${currency && "manual"}, ${currency && 0})`;
  const preview = (rate: string, spreadBps = 0) =>
    previewRate(ctx, { currency: "EUR", rate, way: "usdt_per_unit", spreadBps });

  it("is of the last ten payments in the currency, at this rate and at the one in force", async () => {
    for (let n = 1n; n <= 12n; n++) await priced(n * 1_000n);
    await priced(1_000n, "GBP");
    await priced(1_000n, null);
    const before = await preview("1.1", 100);
    expect(before.payments).toHaveLength(10);
    expect(before).toMatchObject({ kind: "priced", rate: "1.1" });
    expect(before.payments[0]).toMatchObject({ minor: 12_000n, beforeMicros: null, afterMicros: 133_320_000n });
    await set({ source: "manual", rate: "1.05", confirmed: true });
    expect((await preview("1.1")).payments[0]).toMatchObject({ beforeMicros: 126_000_000n, afterMicros: 132_000_000n });
  });

  it("is of those in USDT when none is in the currency", async () => {
    await priced(2_713n, null);
    expect(await preview("1.0895")).toMatchObject({
      kind: "usdt",
      payments: [{ amountMicros: 27_130_000n, beforeMinor: null, afterMinor: 2_490n }],
    });
    await expect(preview("1e5")).rejects.toMatchObject(refused("rate"));
  });

  it("is empty without a payment, and shows none of others", async () => {
    const other = shop;
    await priced(1_000n);
    shop = await createMerchantFixture();
    ctx = await memberContext(shop);
    expect(await preview("1")).toEqual({ rate: "1", kind: "usdt", payments: [] });
    expect(other.merchantId).not.toBe(shop.merchantId);
  });
});
