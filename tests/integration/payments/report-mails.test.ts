import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import type { Frequency } from "@/lib/payments/reports/mail-schedule";
import { nextReportDueMs, sendDueReports } from "@/lib/payments/reports/send-due-reports";
import { getSubscription, subscribe, unsubscribe } from "@/lib/payments/reports/subscribe";
import { startTicker } from "@/lib/service/jobs/ticker";
import { renewed, stranger, withSettings } from "@/tests/support/accounts";
import { startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { startMailServer } from "@/tests/support/mail-server";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { makeRefunds } from "@/tests/support/refunds";
import { waitFor } from "@/tests/support/wait";

const DAY_MS = 86_400_000;
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const MANY = 100;

let merchant: MerchantFixture;

beforeEach(async () => {
  merchant = await createMerchantFixture();
});

afterEach(() => database().sql`delete from report_subscriptions`);

/** Does something while mail can be sent; `post` is what came of it. */
async function withMail(work: (post: Awaited<ReturnType<typeof startMailServer>>) => Promise<void>, refuses = false) {
  const post = await startMailServer(refuses ? "refuse" : "take");
  await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, () => work(post));
}

const engine = () => renewed(stranger());

async function subscriber(options: Parameters<typeof memberContext>[1] = {}, frequency: Frequency = "daily") {
  const ctx = renewed(await memberContext(merchant, options));
  await subscribe(ctx, { frequency });
  return ctx;
}

/** As if the subscription were older by so many days, and an engine looked now. */
const age = (days: number) => database().sql`
  update report_subscriptions set sent_through = sent_through - ${days}::int, due_at = now()`;

const emailOf = async ({ actor }: MemberContext) => {
  const [user] = await database().sql<[{ email: string }]>`select email from users where id = ${actor.userId}`;
  return user.email;
};

const rowOf = async ({ actor }: MemberContext) => {
  const [row] = await database().sql<[{ through: string; failures: number; minutes: number }]>`
    select sent_through::text as through, failures, round(extract(epoch from due_at - now()) / 60)::int as minutes
      from report_subscriptions where user_id = ${actor.userId}`;
  return row;
};

describe("a report by email", () => {
  it("has the period, the total, each terminal, a link to the report and one to unsubscribe", async () => {
    const bar = (await createTerminal(merchant.ctx, { name: "Bar" })).id;
    const createdAt = `${dayOf(1)}T12:00:00Z`;
    await makePayments(merchant, [
      { createdAt, amountMicros: 12_500_000n },
      { createdAt, amountMicros: 1_250_000_000n },
      { createdAt, amountMicros: 3_000_000n, terminalId: bar },
      { createdAt: `${dayOf(2)}T12:00:00Z`, amountMicros: 99_000_000n },
      { createdAt, environment: "live", amountMicros: 7_000_000n },
    ]);
    await withMail(async (post) => {
      const ctx = await subscriber();
      expect(await sendDueReports(engine(), MANY)).toBe(0);
      await age(1);
      expect(await sendDueReports(engine(), MANY, AbortSignal.abort())).toBe(0);
      expect(await sendDueReports(engine(), MANY)).toBe(1);
      expect(post.mails).toHaveLength(1);
      const [mail] = post.mails;
      expect(mail?.to).toEqual([await emailOf(ctx)]);
      const page = `/dashboard/${merchant.merchantId}/sandbox/reports?from=${dayOf(1)}&to=${dayOf(1)}`;
      for (const line of ["Total: 1,265.50 USDT (3 payments)", "Bar: 3.00 USDT (1 payment)", page, `${page}#email`]) {
        expect(mail?.text).toContain(line);
      }
      expect(mail?.text).toContain("Front desk: 1,262.50 USDT (2 payments)");
      expect(mail?.text).toContain("This is the sandbox, no real money.");
      expect(mail?.headers.subject).toContain("Corner Bookshop");
      expect(await rowOf(ctx)).toMatchObject({ through: dayOf(1), failures: 0 });
    });
  });

  it("says what was refunded and the net of each terminal and in total, where something was", async () => {
    const [payment] = await makePayments(merchant, [{ createdAt: `${dayOf(3)}T12:00:00Z`, amountMicros: 9_000_000n }]);
    await makePayments(merchant, [{ createdAt: `${dayOf(1)}T12:00:00Z`, amountMicros: 2_500_000n }]);
    await withMail(async (post) => {
      const ctx = await subscriber();
      await makeRefunds(ctx, [
        { intentId: payment?.id as string, amountMicros: 3_000_000n, at: `${dayOf(1)}T13:00:00Z` },
        { intentId: payment?.id as string, amountMicros: 1_000_000n, at: `${dayOf(2)}T13:00:00Z` },
      ]);
      await age(1);
      expect(await sendDueReports(engine(), MANY)).toBe(1);
      const figures = "2.50 USDT (1 payment), refunded 3.00 USDT, net \u22120.50 USDT";
      for (const name of ["Total", "Front desk"]) expect(post.mails[0]?.text).toContain(`${name}: ${figures}`);
    });
  });

  it("says in one line what payments were priced at in each currency, over all terminals, where they had a price", async () => {
    const bar = (await createTerminal(merchant.ctx, { name: "Bar" })).id;
    const createdAt = `${dayOf(1)}T12:00:00Z`;
    const priced = (currency: string, minor: bigint, terminalId = merchant.terminalId) => ({
      createdAt,
      terminalId,
      amountMicros: 2_500_000n,
      price: { currency, minor },
    });
    await makePayments(merchant, [{ createdAt, amountMicros: 1_000_000n }]);
    await withMail(async (post) => {
      await subscriber();
      await age(1);
      expect(await sendDueReports(engine(), MANY)).toBe(1);
      await makePayments(merchant, [priced("EUR", 123_400n), priced("EUR", 50n, bar), priced("JPY", 2_490n, bar)]);
      await age(1);
      expect(await sendDueReports(engine(), MANY)).toBe(1);
      const [without, withPrices] = post.mails.map(({ text }) => text);
      expect(without).not.toContain("riced");
      expect(withPrices).toContain(
        "Total: 8.50 USDT (4 payments)\nPriced in a currency: 1,234.50 € (2 payments), 2,490 JPY (1 payment)\n\n",
      );
    });
  });

  it("is sent once by eight engines at once, and not again", async () => {
    await withMail(async (post) => {
      const members = [await subscriber(), await subscriber({ role: "viewer" }), await subscriber({ role: "manager" })];
      await age(1);
      await Promise.all(Array.from({ length: 8 }, () => sendDueReports(engine(), MANY)));
      await database().sql`update report_subscriptions set due_at = now()`;
      await Promise.all(Array.from({ length: 8 }, () => sendDueReports(engine(), MANY)));
      const sent = post.mails.flatMap(({ to }) => to).toSorted();
      expect(sent).toEqual((await Promise.all(members.map(emailOf))).toSorted());
    });
  });

  it("waits for the payments of its period that are still being recorded", async () => {
    await withMail(async (post) => {
      const ctx = await subscriber();
      await age(1);
      const before = await rowOf(ctx);
      await database().sql.begin(async (tx) => {
        // as `beginRecording` does, since before the day ended
        await tx`
          select pg_advisory_xact_lock_shared(x'70616964'::int,
                   (extract(epoch from now() - interval '1 day') * 1000)::bigint::bit(32)::int)`;
        expect(await sendDueReports(engine(), MANY)).toBe(1);
        expect(await rowOf(ctx)).toEqual(before);
        expect(await nextReportDueMs(engine())).toBeGreaterThan(0);
      });
      expect(post.mails).toEqual([]);
      await database().sql`update report_subscriptions set due_at = now()`;
      await sendDueReports(engine(), MANY);
      expect(post.mails).toHaveLength(1);
    });
  });

  it("after downtime is the last one alone, whatever its frequency", async () => {
    await withMail(async (post) => {
      for (const frequency of ["daily", "weekly", "monthly"] as const) {
        const ctx = await subscriber({}, frequency);
        const before = await rowOf(ctx);
        await age(100);
        await sendDueReports(engine(), MANY);
        expect(await rowOf(ctx)).toMatchObject({ through: before.through });
        await unsubscribe(ctx);
      }
      expect(post.mails).toHaveLength(3);
      expect(post.mails[0]?.text).toContain(`from=${dayOf(1)}&to=${dayOf(1)}`);
      expect(post.mails[1]?.text).toContain("every week");
      expect(post.mails[2]?.text).toMatch(/from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-(28|29|30|31)/);
    });
  });

  it("that the mail server refuses is tried again later, up to eight times, and then with the next period", async () => {
    await withMail(async () => {
      const ctx = await subscriber();
      await age(1);
      for (let failures = 1; failures < 8; failures++) {
        expect(await sendDueReports(engine(), MANY)).toBe(1);
        expect(await rowOf(ctx)).toEqual({ through: dayOf(2), failures, minutes: 15 });
        await database().sql`update report_subscriptions set due_at = now()`;
      }
      await sendDueReports(engine(), MANY);
      expect(await rowOf(ctx)).toMatchObject({ through: dayOf(1), failures: 0 });
    }, true);
  });

  it("whose period can't be computed is tried again later, and keeps nobody else's from being sent", async () => {
    await withMail(async (post) => {
      const broken = await subscriber();
      merchant = await createMerchantFixture();
      const fine = await subscriber();
      await age(1);
      const { sql } = database();
      await sql`update report_subscriptions set due_at = now() - interval '1 hour' where user_id = ${broken.actor.userId}`;
      const setZone = (zone: string) =>
        sql`update terminals set time_zone = ${zone} where merchant_id = ${broken.merchantId}`;
      await setZone("Nowhere/Land");
      expect(await sendDueReports(engine(), MANY)).toBe(2);
      expect(post.mails.map(({ to }) => to)).toEqual([[await emailOf(fine)]]);
      expect(await rowOf(broken)).toEqual({ through: dayOf(2), failures: 1, minutes: 15 });
      await setZone("UTC");
      await sql`update report_subscriptions set due_at = now() where user_id = ${broken.actor.userId}`;
      expect(await sendDueReports(engine(), MANY)).toBe(1);
      expect(post.mails.at(-1)?.to).toEqual([await emailOf(broken)]);
      expect(await rowOf(broken)).toMatchObject({ through: dayOf(1), failures: 0 });
    });
  });

  it("that an engine was about to send when it stopped is sent by another one", async () => {
    await withMail(async (post) => {
      const ctx = await subscriber();
      await age(1);
      // as after the claim of an engine that ended then
      await database().sql`update report_subscriptions set due_at = now() + interval '2 minutes'`;
      expect(await sendDueReports(engine(), MANY)).toBe(0);
      await database().sql`update report_subscriptions set due_at = due_at - interval '2 minutes'`;
      expect(await sendDueReports(engine(), MANY)).toBe(1);
      expect(post.mails).toHaveLength(1);
      expect(await rowOf(ctx)).toMatchObject({ through: dayOf(1) });
    });
  });

  it("is only for members who may see reports, and has the terminals that they see", async () => {
    const bar = (await createTerminal(merchant.ctx, { name: "Bar" })).id;
    const { sql } = database();
    await withMail(async (post) => {
      const [removed, demoted, cashier] = [
        await subscriber({ role: "viewer" }),
        await subscriber({ role: "manager" }),
        await subscriber({ role: "cashier", terminalIds: [bar] }),
      ];
      await sql`delete from memberships where user_id = ${removed.actor.userId}`;
      await sql`update memberships set role = 'developer' where user_id = ${demoted.actor.userId}`;
      await age(1);
      await sendDueReports(engine(), MANY);
      expect(post.mails.map(({ to }) => to)).toEqual([[await emailOf(cashier)]]);
      expect(post.mails[0]?.text).toContain("Bar: 0.00 USDT (0 payments)");
      expect(post.mails[0]?.text).not.toContain("Front desk");
      await sql`update merchants set requires_two_step = true where id = ${merchant.merchantId}`;
      await age(1);
      await sendDueReports(engine(), MANY);
      expect(post.mails).toHaveLength(1);
    });
  });

  it("waits while no mail server is configured, and can't be subscribed to then", async () => {
    await withMail(async () => {
      await subscriber();
    });
    await age(1);
    expect([await sendDueReports(engine(), MANY), await nextReportDueMs(engine())]).toEqual([0, null]);
    const ctx = renewed(await memberContext(merchant));
    await expect(subscribe(ctx, { frequency: "daily" })).rejects.toMatchObject({ code: "invalid_transition" });
    await withMail(async (post) => {
      expect(await nextReportDueMs(engine())).toBeLessThanOrEqual(0);
      await sendDueReports(engine(), MANY);
      expect(post.mails).toHaveLength(1);
    });
  });

  it("is sent by the embedded engine", async () => {
    await withMail(async (post) => {
      await subscriber();
      await age(1);
      const running = startTicker(engine(), startDispatcher());
      await waitFor("the report", () => post.mails.length === 1).finally(() => running.stop());
    });
  });

  it("is one per member and environment, which they change and end themselves", async () => {
    await withMail(async (post) => {
      const ctx = await subscriber();
      const live: MemberContext = { ...ctx, environment: "live" };
      await subscribe(ctx, { frequency: "weekly" });
      await subscribe(live, { frequency: "monthly" });
      expect([await getSubscription(ctx), await getSubscription(live)]).toEqual(["weekly", "monthly"]);
      const dueMs = (await nextReportDueMs(engine())) as number;
      expect(dueMs).toBeGreaterThan(0);
      expect(dueMs).toBeLessThanOrEqual(7 * DAY_MS);
      await unsubscribe(ctx);
      await unsubscribe(ctx);
      expect([await getSubscription(ctx), await getSubscription(live)]).toEqual([null, "monthly"]);
      const other = renewed(await memberContext(merchant, { environment: "live" }));
      await unsubscribe(other);
      expect(await getSubscription(live)).toBe("monthly");
      expect(post.mails).toEqual([]);
    });
  });
});
