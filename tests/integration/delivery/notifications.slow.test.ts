import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { MAX_MICROS } from "@/lib/base/values/money";
import { type Permission, ROLES, rolesWith } from "@/lib/base/values/permissions";
import { attentionOpened, EVENT_BODIES } from "@/lib/delivery/events/catalog";
import { emitEvents } from "@/lib/delivery/events/emit";
import { serviceSignature } from "@/lib/delivery/events/sign";
import type { Problem } from "@/lib/delivery/notifications/alarms";
import { type Claimed, claimDue } from "@/lib/delivery/notifications/claim-due";
import { disconnectTelegram, finishTelegram, startTelegram } from "@/lib/delivery/notifications/connect-telegram";
import { kindsFor, type MemberKind } from "@/lib/delivery/notifications/kinds";
import { getPreferences, savePreferences } from "@/lib/delivery/notifications/preferences";
import { removeOldAlarms } from "@/lib/delivery/notifications/remove-old-alarms";
import { nextNotificationDueMs, sendDueOn } from "@/lib/delivery/notifications/send-due";
import { sendTest } from "@/lib/delivery/notifications/send-test";
import { findSubscription, unsubscribeByLink } from "@/lib/delivery/notifications/unsubscribe";
import { limitMember } from "@/lib/service/auth/limit-member";
import { checkCertificate } from "@/lib/service/jobs/certificate";
import { findProblems } from "@/lib/service/jobs/find-problems";
import { startTicker } from "@/lib/service/jobs/ticker";
import { renewed, stranger, withSettings } from "@/tests/support/accounts";
import { forgetAlarms, sync, syncLater } from "@/tests/support/alarms";
import { call } from "@/tests/support/api";
import { startBotApi } from "@/tests/support/bot-api";
import { startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { startMailServer } from "@/tests/support/mail-server";
import { memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";
import { SELF_SIGNED } from "@/tests/support/self-signed";
import { sendDueNotifications } from "@/tests/support/send-notifications";
import { waitFor } from "@/tests/support/wait";

const MANY = 100;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const CHOICE = { payments: "each", byEmail: true, quiet: null } as const;

let merchant: MerchantFixture;

beforeEach(async () => {
  merchant = await createMerchantFixture();
});

afterEach(forgetAlarms);

type Post = Awaited<ReturnType<typeof startMailServer>>;

async function withMail(work: (post: Post) => Promise<void>, env: Record<string, string> = {}) {
  const post = await startMailServer();
  await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example", ...env }, () => work(post));
}

const engine = () => renewed(stranger());

async function memberWith(kinds: MemberKind[], options: Parameters<typeof memberContext>[1] = {}) {
  const ctx = renewed(await memberContext(merchant, options));
  await savePreferences(ctx, { ...CHOICE, kinds });
  return ctx;
}

/** Everything that waits is due, whenever the last message was, and is sent. */
async function sendAll() {
  await database().sql`update notification_preferences set payments_emailed_at = null, payments_messaged_at = null`;
  await database().sql`update notifications set due_at = now()`;
  return sendDueNotifications(engine(), MANY);
}

const waitingKinds = async () => {
  const rows = await database().sql<{ what: string }[]>`
    select concat_ws(' ', channel, kind, phase) as what from notifications order by created_at, channel, kind, phase`;
  return rows.map(({ what }) => what);
};

/** Creates payments in the sandbox, each of which is paid. */
async function pay(count = 1, amount = 12.5) {
  for (let made = 0; made < count; made++) {
    const created = await call("create-payment-intent", { amount_usdt: amount }, { key: merchant.keys.sandbox });
    const paid = await call("simulate-payment", { id: created.json.intent.id }, {});
    expect(paid.status).toBe(200);
  }
}

const endpointProblem = (level = 1): Problem => ({
  merchantId: merchant.merchantId,
  environment: "sandbox",
  kind: "endpoint",
  subject: "one",
  level,
  message: "Your webhook endpoint at shop.example is failing.",
  path: "/dashboard/x/sandbox/webhooks/one",
  ending: "Your webhook endpoint at shop.example works again.",
});
const diskProblem: Problem = {
  merchantId: null,
  environment: null,
  kind: "disk",
  subject: "till-1",
  level: 1,
  path: null,
  message: "The disk of the data folder is almost full.",
  ending: "The alarm about the disk is over.",
};
const emailOf = async ({ actor }: MemberContext) => {
  const [user] = await database().sql<[{ email: string }]>`select email from users where id = ${actor.userId}`;
  return user.email;
};

it("what is due for one person is claimed by one engine, however many look, and the others take the next person", async () => {
  const { sql } = database();
  const waiting = async (ctx: MemberContext, dueSecondsAgo: number, count: number) => {
    await savePreferences(ctx, { ...CHOICE, kinds: ["payment"] });
    await sql`
      insert into notifications (channel, merchant_id, user_id, environment, kind, subject_id, amount_micros, due_at)
      select 'email', ${ctx.merchantId}, ${ctx.actor.userId}, 'sandbox', 'payment', gen_random_uuid(), 1,
             now() - make_interval(secs => ${dueSecondsAgo}) from generate_series(1, ${count})`;
  };
  const first = renewed(await memberContext(merchant));
  const second = renewed(await memberContext(await createMerchantFixture()));
  await waiting(first, 60, 3);
  await waiting(second, 30, 2);
  const claimed = (notices: Claimed[]) => notices.map(({ userId, count }) => ({ userId, count }));
  await sql.begin(async (tx) => {
    expect(claimed(await claimDue(tx, "email"))).toEqual([{ userId: first.actor.userId, count: 3 }]);
    // it joins the queue while the first engine claims, which doesn't see it any more
    await waiting(first, 90, 1);
    expect(claimed(await claimDue(sql, "email"))).toEqual([{ userId: second.actor.userId, count: 2 }]);
    expect(await claimDue(sql, "email")).toEqual([]);
  });
  expect(claimed(await claimDue(sql, "email"))).toEqual([{ userId: first.actor.userId, count: 1 }]);
});

it("however much one business's payments add up to, another one's are told", async () => {
  const waiting = async (ctx: MemberContext, count: number) => {
    await savePreferences(ctx, { ...CHOICE, kinds: ["payment"] });
    await database().sql`
      insert into notifications (channel, merchant_id, user_id, environment, kind, subject_id, amount_micros, due_at)
      select 'email', ${ctx.merchantId}, ${ctx.actor.userId}, 'sandbox', 'payment', gen_random_uuid(),
             ${MAX_MICROS}::bigint, now() - make_interval(secs => ${count}) from generate_series(1, ${count})`;
  };
  await withMail(async (post) => {
    const many = renewed(await memberContext(merchant));
    const one = renewed(await memberContext(await createMerchantFixture()));
    await waiting(many, 9_300);
    await waiting(one, 1);
    expect(await sendDueOn(engine(), "email", MANY)).toBe(2);
    expect(post.mails.map(({ to }) => to)).toEqual([[await emailOf(many)], [await emailOf(one)]]);
    expect(post.mails[0]?.text).toContain("9,299,999,999,999.9907 USDT");
  });
});

describe("an alarm", () => {
  it("is told once when it is raised, again when it grows, and when it is over", async () => {
    await withMail(async (post) => {
      const member = await memberWith(["endpoint"]);
      expect(await sync([endpointProblem()])).toBe(1);
      expect(await sendDueNotifications(engine(), MANY)).toBe(0);
      expect(await sendAll()).toBe(1);
      expect(post.mails[0]?.to).toEqual([await emailOf(member)]);
      expect(post.mails[0]?.headers.subject).toContain(
        "Corner Bookshop (sandbox): Your webhook endpoint at shop.example is failing",
      );
      expect(post.mails[0]?.text).toContain("http://localhost:3000/dashboard/x/sandbox/webhooks/one");

      expect(await sync([endpointProblem()])).toBe(0);
      expect(await sync([endpointProblem(2)])).toBe(1);
      expect(await sync([endpointProblem(1)])).toBe(0);
      await sendAll();
      expect(await syncLater([])).toBe(1);
      await sendAll();
      expect(
        post.mails.map(({ headers }) => / (is failing|was disabled or deleted)/.exec(headers.subject ?? "")?.[1]),
      ).toEqual(["is failing", "is failing", "was disabled or deleted"]);
      expect(await sync([])).toBe(0);
      expect(await waitingKinds()).toEqual([]);
    });
  });

  it("that is over before it was told is not told at all, and one that had grown is told to be over", async () => {
    await withMail(async (post) => {
      await memberWith(["endpoint"]);
      await sync([endpointProblem()]);
      await syncLater([]);
      expect(await waitingKinds()).toEqual([]);
      await sync([endpointProblem()]);
      await sendAll();
      await sync([endpointProblem(2)]);
      await syncLater([]);
      expect(await waitingKinds()).toEqual(["email endpoint cleared"]);
      await sendAll();
      expect(post.mails).toHaveLength(2);
    });
  });

  it("of level 0 raises nothing and keeps what was raised", async () => {
    await memberWith(["endpoint"]);
    expect(await sync([endpointProblem(0)])).toBe(0);
    await sync([endpointProblem(1)]);
    expect(await sync([endpointProblem(0)])).toBe(0);
    expect(await waitingKinds()).toEqual(["email endpoint raised"]);
  });

  it("is raised once by engines at once, and sent once", async () => {
    await withMail(async (post) => {
      await memberWith(["endpoint"]);
      await Promise.all(Array.from({ length: 6 }, () => sync([endpointProblem()])));
      expect(await waitingKinds()).toEqual(["email endpoint raised"]);
      await database().sql`update notifications set due_at = now()`;
      await Promise.all(Array.from({ length: 6 }, () => sendDueNotifications(engine(), MANY)));
      expect(post.mails).toHaveLength(1);
    });
  });

  it("of a business is for its own people, and one of the installation for its operator", async () => {
    const other = await createMerchantFixture();
    const outsider = renewed(await memberContext(other));
    await savePreferences(outsider, { ...CHOICE, kinds: ["endpoint"] });
    await memberWith(["endpoint"], { role: "viewer" });
    await memberWith(["payment"]);
    await withMail(
      async (post) => {
        await sync([endpointProblem(), diskProblem]);
        expect((await waitingKinds()).toSorted()).toEqual(["email disk raised", "email endpoint raised"]);
        await sendAll();
        const operators = post.mails.filter(({ to }) => to.includes("operator@shop.example"));
        expect(operators).toHaveLength(1);
        expect(operators[0]?.text).toContain("The disk of the data folder is almost full.");
        expect(operators[0]?.text).not.toContain("shop.example is failing");
        expect(post.mails).toHaveLength(2);
      },
      { ALARM_EMAIL: "operator@shop.example" },
    );
  });

  it("about delayed live payments reaches every business that wants to know, in live alone", async () => {
    await memberWith(["chain"], { environment: "live" });
    await memberWith(["payment"], { environment: "live" });
    await sync([{ ...diskProblem, kind: "chain", message: "Live payments aren't confirmed." }]);
    expect(await waitingKinds()).toEqual(["email chain raised"]);
  });

  it("is posted to the operator's URL, signed, with one ID over its retries", async () => {
    let status = 500;
    const receiver = await startReceiver((_request, response) => response.writeHead(status).end());
    await withSettings({ ALARM_WEBHOOK_URL: receiver.url, ALARM_WEBHOOK_SECRET: SECRET }, async () => {
      await sync([diskProblem]);
      await sendAll();
      expect(await waitingKinds()).toEqual(["webhook disk raised"]);
      status = 204;
      await sendAll();
      await syncLater([]);
      await sendAll();
    });
    const told = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(told.map(({ event }) => event)).toEqual(["alarm.raised", "alarm.raised", "alarm.cleared"]);
    expect(told[0]).toMatchObject({ kind: "disk", message: diskProblem.message, cleared_at: null });
    for (const body of told) {
      const event = EVENT_BODIES[body.event as "alarm.raised" | "alarm.cleared"];
      // the operator's alarms are of more kinds
      expect(Object.keys(event.parse({ ...body, kind: "chain" })).filter((member) => !(member in body))).toEqual([]);
    }
    expect(new Set(told.map((body) => body.alarm_id)).size).toBe(1);
    expect(told[2].cleared_at).toMatch(/^\d{4}-/);
    const ids = receiver.requests.map(({ request }) => request.headers["x-service-event-id"]);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
    for (const { request, body } of receiver.requests) {
      expect(request.headers["x-service-signature"]).toBe(serviceSignature(body, SECRET));
    }
  });

  it("is forgotten three months after it was over", async () => {
    await sync([endpointProblem(), diskProblem]);
    await syncLater([diskProblem]);
    expect(await removeOldAlarms(engine(), MANY)).toBe(0);
    await database().sql`update alarms set cleared_at = now() - interval '91 days' where cleared_at is not null`;
    expect(await removeOldAlarms(engine(), MANY)).toBe(1);
    expect(await database().sql`select kind from alarms`).toEqual([{ kind: "disk" }]);
  });
});

describe("a payment", () => {
  it("is told with its amount and link, several in one message", async () => {
    await withMail(async (post) => {
      await memberWith(["payment"]);
      await memberWith(["endpoint"]);
      await pay();
      await sendAll();
      expect(post.mails[0]?.headers.subject).toContain("Payment received: 12.50 USDT");
      expect(post.mails[0]?.text).toMatch(/\/dashboard\/\S+\/sandbox\/payments\/[0-9a-f-]{36}/);
      await pay(12, 1);
      await sendAll();
      expect(post.mails).toHaveLength(2);
      expect(post.mails[1]?.headers.subject).toContain("12 payments received: 12.00 USDT");
      expect(post.mails[1]?.text).toContain("… and 2 more");
    });
  });

  it("that follows within a minute waits until the minute is over, on each channel for itself", async () => {
    const bot = await startBotApi();
    await withMail(async (post) => {
      const member = await memberWith(["payment", "endpoint"]);
      const { sql } = database();
      const sendDue = async () => {
        await sql`update notifications set due_at = now()`;
        await sendDueNotifications(engine(), MANY);
      };
      await pay();
      await sendDue();
      await sql`update notification_preferences set telegram_chat_id = '7' where user_id = ${member.actor.userId}`;
      await pay(2);
      await sendDue();
      expect([post.mails.length, bot.sent.length]).toEqual([1, 1]);
      const [{ seconds }] = await sql<[{ seconds: number }]>`
        select extract(epoch from max(due_at) - now())::float8 as seconds from notifications`;
      expect(seconds).toBeGreaterThan(30);
      expect(seconds).toBeLessThanOrEqual(60);
      await sql`update notification_preferences set payments_emailed_at = now() - interval '1 minute'`;
      await sendDue();
      expect(post.mails[1]?.headers.subject).toContain("2 payments received");
      await pay();
      await sync([endpointProblem()]);
      await sendDue();
      expect(post.mails).toHaveLength(3);
    }, bot.env);
  });

  it("waits for the full hour if they are summed up", async () => {
    const member = await memberWith([]);
    await savePreferences(member, { ...CHOICE, kinds: ["payment"], payments: "hourly" });
    await pay();
    const [row] = await database().sql<[{ isFull: boolean; isAhead: boolean }]>`
      select due_at = date_trunc('hour', due_at) as "isFull", due_at > created_at as "isAhead" from notifications`;
    expect(row).toEqual({ isFull: true, isAhead: true });
  });

  it("is in one message on each channel with all others that are due, however many there are", async () => {
    const bot = await startBotApi();
    await withMail(async (post) => {
      const { merchantId, actor } = await memberWith(["payment"]);
      const { sql } = database();
      await sql`update notification_preferences set telegram_chat_id = '7' where user_id = ${actor.userId}`;
      await sql`
        insert into notifications (channel, merchant_id, user_id, environment, kind, subject_id, amount_micros, due_at, created_at)
        select channel, ${merchantId}, ${actor.userId}, 'sandbox', 'payment', gen_random_uuid(), 1000000 + number, now(),
               now() + number * interval '1 microsecond'
          from unnest('{email,telegram}'::text[]) as channel, generate_series(1, 1234) as number`;
      expect(await sendDueNotifications(engine(), MANY)).toBe(2);
      const texts = [`${post.mails[0]?.headers.subject}\n${post.mails[0]?.text}`, bot.sent[0]?.text ?? ""];
      for (const text of texts) {
        expect(text).toContain("1234 payments received: 1,234.761995 USDT");
        expect(text.match(/1\.0000\d+ USDT {2}http/g)).toHaveLength(10);
        expect(text).toContain("1.00001 USDT  http");
        expect(text).toContain("… and 1224 more");
      }
      expect([post.mails.length, bot.sent.length, await waitingKinds()]).toEqual([1, 1, []]);
    }, bot.env);
  });

  it("neither fails nor waits because a member is being removed, and is told to the others", async () => {
    const [gone, here] = [await memberWith(["payment"]), await memberWith(["payment"])];
    await database().sql.begin(async (removing) => {
      await removing`delete from memberships where user_id = ${gone.actor.userId}`;
      await pay();
    });
    const rows = await database().sql<{ userId: string }[]>`select user_id as "userId" from notifications`;
    expect(rows).toEqual([{ userId: here.actor.userId }]);
  });

  it("is told by the ticker", async () => {
    await withMail(async (post) => {
      await memberWith(["payment"]);
      await pay();
      await database().sql`update notifications set due_at = now()`;
      expect(await nextNotificationDueMs(engine(), "email")).toBeLessThanOrEqual(0);
      const dispatcher = startDispatcher();
      const ticker = startTicker(engine(), dispatcher);
      await waitFor("the email", () => post.mails.length === 1);
      await ticker.stop();
      expect(await nextNotificationDueMs(engine(), "email")).toBeNull();
    });
  });
});

it("a payment that needs attention is told with its amount, reason and link", async () => {
  await withMail(async (post) => {
    await memberWith(["attention"], { environment: "live" });
    const itemId = randomUUID();
    const facts = { intentId: null, terminalId: null, transferId: null, txHash: null };
    const body = attentionOpened({ id: itemId, kind: "unassigned", amountMicros: 3_100_000n, ...facts }, new Date());
    await database().sql.begin((tx) =>
      emitEvents(tx, [
        {
          type: body.event,
          merchantId: merchant.merchantId,
          terminalId: null,
          intentId: null,
          environment: "live",
          body,
        },
      ]),
    );
    await sendAll();
    expect(post.mails[0]?.headers.subject).toContain("Corner Bookshop: A payment needs attention");
    expect(post.mails[0]?.text).toContain("3.10 USDT, not assigned to a payment");
    expect(post.mails[0]?.text).toContain(`/live/settlement/attention/${itemId}`);
  });
});

describe("a member", () => {
  it("keeps their own preferences, each environment apart", async () => {
    const ctx = await memberWith(["payment", "endpoint"]);
    await savePreferences(ctx, {
      ...CHOICE,
      kinds: ["payment"],
      byEmail: false,
      quiet: { from: "22:00", until: "07:30" },
    });
    expect(await getPreferences(ctx)).toEqual({
      kinds: ["payment"],
      payments: "each",
      byEmail: false,
      quiet: { from: "22:00", until: "07:30" },
      telegram: null,
      email: await emailOf(ctx),
    });
    expect(await getPreferences({ ...ctx, environment: "live" })).toMatchObject({
      kinds: [],
      byEmail: true,
      quiet: null,
    });
  });

  it("can't choose what the role may not see, nor quiet hours without an end", async () => {
    const developer = renewed(await memberContext(merchant, { role: "developer", environment: "live" }));
    await expect(savePreferences(developer, { ...CHOICE, kinds: ["wallet"] })).rejects.toMatchObject({
      code: "forbidden",
    });
    const cashier = renewed(await memberContext(merchant, { role: "cashier" }));
    await expect(savePreferences(cashier, { ...CHOICE, kinds: ["payment"] })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(
      savePreferences(developer, { ...CHOICE, kinds: [], quiet: { from: "07:00", until: "07:00" } }),
    ).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is told nothing any more once the role or the team's rules don't allow it, or they have left", async () => {
    await withMail(async (post) => {
      const [demoted, out, gone] = [
        await memberWith(["payment"]),
        await memberWith(["payment"]),
        await memberWith(["payment"]),
      ];
      await pay();
      const { sql } = database();
      await sql`update memberships set role = 'cashier', terminal_ids = '{}' where user_id = ${demoted.actor.userId}`;
      await sql`update merchants set requires_two_step = true where id = ${merchant.merchantId}`;
      await sql`delete from memberships where user_id = ${gone.actor.userId}`;
      expect(await waitingKinds()).toHaveLength(2);
      await sendAll();
      expect([post.mails, await waitingKinds()]).toEqual([[], []]);
      await sql`update merchants set requires_two_step = false where id = ${merchant.merchantId}`;
      await pay();
      await sendAll();
      expect(post.mails.map(({ to }) => to)).toEqual([[await emailOf(out)]]);
    });
  });

  it("is left alone in the quiet hours, and told everything at once after them", async () => {
    await withMail(async (post) => {
      const member = await memberWith(["payment"]);
      const hour = (ahead: number) => `${String((new Date().getUTCHours() + ahead + 24) % 24).padStart(2, "0")}:00`;
      await savePreferences(member, { ...CHOICE, kinds: ["payment"], quiet: { from: hour(-1), until: hour(2) } });
      await pay(2);
      expect(await sendAll()).toBe(1);
      expect(post.mails).toEqual([]);
      const [{ minutes }] = await database().sql<[{ minutes: number }]>`
        select extract(epoch from min(due_at) - now())::float8 / 60 as minutes from notifications`;
      expect(minutes).toBeGreaterThan(55);
      expect(minutes).toBeLessThanOrEqual(120);
      const { sql } = database();
      await sql`update notification_preferences set payments = 'hourly'`;
      await pay();
      await savePreferences(member, { ...CHOICE, kinds: ["payment"], quiet: { from: hour(-1), until: hour(1) } });
      expect(await sendDueNotifications(engine(), MANY)).toBe(1);
      expect(post.mails).toEqual([]);
      await savePreferences(member, { ...CHOICE, kinds: ["payment"] });
      expect(await sendDueNotifications(engine(), MANY)).toBe(1);
      expect(post.mails[0]?.headers.subject).toContain("2 payments received");
      expect(await waitingKinds()).toEqual(["email payment"]);
    });
  });

  it("ends the emails by the link in each of them, without signing in", async () => {
    await withMail(async (post) => {
      const member = await memberWith(["payment"]);
      await pay();
      await sendAll();
      const link = /\/unsubscribe\/([0-9a-f-]{36})/.exec(post.mails[0]?.text ?? "");
      const token = link?.[1] ?? "";
      expect(post.mails[0]?.headers["list-unsubscribe"]).toContain(`/unsubscribe/${token}`);
      expect(await findSubscription(engine(), token)).toEqual({
        merchantName: "Corner Bookshop",
        environment: "sandbox",
        byEmail: true,
        email: await emailOf(member),
      });
      await unsubscribeByLink(engine(), { token });
      await unsubscribeByLink(engine(), { token });
      expect((await getPreferences(member)).byEmail).toBe(false);
      await pay();
      expect(await waitingKinds()).toEqual([]);
      for (const wrong of [randomUUID(), "x", ""]) {
        expect(await findSubscription(engine(), wrong)).toBeNull();
        await expect(unsubscribeByLink(engine(), { token: wrong })).rejects.toMatchObject({ code: "not_found" });
      }
    });
  });

  it("can have five tests sent an hour, over all their businesses", async () => {
    await withMail(async (post) => {
      const member = renewed(await memberContext(merchant));
      const send = (ctx: MemberContext) => limitMember("testNotification", sendTest)(ctx, { channel: "email" });
      for (let sent = 0; sent < 5; sent++) await send(member);
      const elsewhere = { ...member, merchantId: (await createMerchantFixture()).merchantId };
      await expect(send(elsewhere)).rejects.toMatchObject({ code: "rate_limited" });
      await send(renewed(await memberContext(merchant)));
      expect(post.mails).toHaveLength(6);
    });
  });

  it("is sent a test, or told that it can't be", async () => {
    await withMail(async (post) => {
      const member = renewed(await memberContext(merchant));
      await sendTest(member, { channel: "email" });
      expect(post.mails[0]?.to).toEqual([await emailOf(member)]);
      await expect(sendTest(member, { channel: "telegram" })).rejects.toMatchObject({ code: "invalid_transition" });
    });
    const member = renewed(await memberContext(merchant));
    await expect(sendTest(member, { channel: "email" })).rejects.toMatchObject({ code: "invalid_transition" });
    await withSettings({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "till@shop.example" }, async () => {
      await expect(sendTest(renewed(member), { channel: "email" })).rejects.toMatchObject({ code: "api_error" });
    });
  });
});

describe("Telegram", () => {
  it("connects the chat that sent the code, tells it, and is disconnected", async () => {
    const bot = await startBotApi();
    await withSettings(bot.env, async () => {
      const member = await memberWith(["payment"]);
      const { link } = await startTelegram(member);
      expect(link).toMatch(/^https:\/\/t\.me\/till_test_bot\?start=[0-9a-f]{24}$/);
      bot.say("/start 0123456789abcdef01234567", { id: 13, first_name: "Stranger" });
      await expect(finishTelegram(member)).rejects.toMatchObject({ code: "invalid_transition" });
      bot.say(`/start ${link.split("=")[1]}`, { id: -42, title: "The shop" });
      await finishTelegram(member);
      expect((await getPreferences(member)).telegram).toBe("The shop");
      await expect(finishTelegram(member)).rejects.toMatchObject({ code: "invalid_transition" });

      await sendTest(member, { channel: "telegram" });
      await pay();
      await sendAll();
      expect(bot.sent.map(({ chat_id: chat }) => chat)).toEqual(["-42", "-42"]);
      expect(bot.sent[1]?.text).toMatch(/^Corner Bookshop \(sandbox\): Payment received: 12\.50 USDT\n/);
      expect(bot.sent[1]?.text.match(/12\.50/g)).toHaveLength(1);

      await disconnectTelegram(member);
      await pay();
      expect(await waitingKinds()).toEqual(["email payment"]);
    });
  });

  it("connects no chat by a code that is more than an hour old, and a new one works", async () => {
    const bot = await startBotApi();
    await withSettings(bot.env, async () => {
      const member = await memberWith(["payment"]);
      const code = async () => (await startTelegram(member)).link.split("=")[1];
      bot.say(`/start ${await code()}`, { id: -42, title: "The shop" });
      const sql = database().sql;
      await sql`update notification_preferences set telegram_code_expires_at = now() - interval '1 s'`;
      await expect(finishTelegram(member)).rejects.toMatchObject({ message: expect.stringContaining("has expired") });
      // as a version wrote it that knew no end
      await sql`update notification_preferences set telegram_code_expires_at = null`;
      await expect(finishTelegram(member)).rejects.toMatchObject({ message: expect.stringContaining("has expired") });
      expect((await getPreferences(member)).telegram).toBe(null);
      bot.say(`/start ${await code()}`, { id: -42, title: "The shop" });
      await finishTelegram(member);
      expect((await getPreferences(member)).telegram).toBe("The shop");
    });
  });

  it("is tried again when it refuses, in the end once an hour, until it takes the message or the alarm is over", async () => {
    const bot = await startBotApi();
    bot.refuse(true);
    await withSettings({ ...bot.env, ALARM_TELEGRAM_CHAT_ID: "-7" }, async () => {
      await sync([diskProblem]);
      const pauses: number[] = [];
      for (let tries = 0; tries < 8; tries++) {
        await sendAll();
        const [{ seconds }] = await database().sql<[{ seconds: number }]>`
          select extract(epoch from due_at - now())::float8 as seconds from notifications`;
        pauses.push(Math.round(seconds / 60));
      }
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 64]);
      bot.refuse(false);
      await sendAll();
      await syncLater([]);
      await sendAll();
      expect(bot.sent.map(({ text }) => /almost full|is over/.exec(text)?.[0])).toEqual(["almost full", "is over"]);
      expect(await waitingKinds()).toEqual([]);
    });
  });

  it("that refuses is told nothing of an alarm that is over before it takes the message", async () => {
    const bot = await startBotApi();
    bot.refuse(true);
    await withSettings({ ...bot.env, ALARM_TELEGRAM_CHAT_ID: "-7" }, async () => {
      await sync([diskProblem]);
      await sendAll();
      await syncLater([]);
      expect(await waitingKinds()).toEqual([]);
    });
  });

  it("that doesn't answer, or has no bot, is said in a sentence", async () => {
    const member = await memberWith([]);
    await expect(startTelegram(renewed(member))).rejects.toMatchObject({ code: "invalid_transition" });
    const env = { TELEGRAM_BOT_TOKEN: "123456789:a_token_of_a_bot_for_tests", TELEGRAM_API_URL: "http://127.0.0.1:9" };
    await withSettings(env, async () => {
      await expect(startTelegram(renewed(member))).rejects.toMatchObject({
        code: "api_error",
        message: "Telegram doesn't respond.",
      });
    });
  });
});

describe("the channels", () => {
  const ofAll = (number: number): Problem => ({ ...diskProblem, kind: "chain_alarm", subject: `alarm ${number}` });

  it("don't wait for each other, and a stop begins no further message", async () => {
    const post = await startMailServer("hang");
    const receiver = await startReceiver((_request, response) => response.writeHead(204).end());
    const env = { SMTP_URL: post.url, MAIL_FROM: "till@shop.example" };
    const operator = { ALARM_WEBHOOK_URL: receiver.url, ALARM_WEBHOOK_SECRET: SECRET };
    await withSettings({ ...env, ...operator }, async () => {
      for (let members = 0; members < 5; members++) await memberWith(["payment"]);
      await pay();
      await sync([ofAll(1)]);
      await database().sql`
        update notifications set due_at = now() - case channel when 'email' then interval '1 hour' else '0' end`;
      const ticker = startTicker(engine(), startDispatcher());
      await waitFor("the mail server to be asked", () => post.sockets.length === 1);
      await waitFor("the webhook", () => receiver.requests.length === 1);
      const stopping = ticker.stop();
      // it waits for the message that is under way, which would end with a time-out
      for (const socket of post.sockets) socket.destroy();
      await stopping;
    });
    expect(post.sockets).toHaveLength(1);
    expect((await waitingKinds()).filter((kind) => kind === "email payment")).toHaveLength(5);
  });

  it("of webhooks post each alarm for itself, a dozen at a time, whatever becomes of the others", async () => {
    const receiver = await startReceiver((_request, response, body) => {
      const isRefused = JSON.parse(body).message === "refuse";
      response.writeHead(isRefused ? 500 : 204).end();
    });
    await withSettings({ ALARM_WEBHOOK_URL: receiver.url, ALARM_WEBHOOK_SECRET: SECRET }, async () => {
      await sync([{ ...ofAll(0), message: "refuse" }]);
      await sync(Array.from({ length: 14 }, (_, number) => ofAll(number + 1)));
      await database().sql`update notifications set due_at = now()`;
      expect(await sendDueOn(engine(), "webhook", 1)).toBe(1);
      expect(receiver.requests).toHaveLength(12);
      expect(await sendDueOn(engine(), "webhook", MANY)).toBe(1);
      expect(receiver.requests).toHaveLength(15);
    });
    expect(await waitingKinds()).toEqual(["webhook chain_alarm raised"]);
  });

  it("wait for a mail server that is slower than a person would, and send the same email under the same ID again", async () => {
    const [slow, refusing] = [await startMailServer(13_000), await startMailServer("refuse")];
    const env = { MAIL_FROM: "Till <till@shop.example>", ALARM_EMAIL: "op@shop.example" };
    const send = async (url: string) => {
      await database().sql`update notifications set due_at = now()`;
      await withSettings({ SMTP_URL: url, ...env }, async () => void (await sendDueOn(engine(), "email", MANY)));
      return waitingKinds();
    };
    await withSettings({ SMTP_URL: slow.url, ...env }, () => sync([diskProblem]).then(() => undefined));
    const [{ id }] = await database().sql<[{ id: string }]>`select id from notifications where channel = 'email'`;
    expect(await send(refusing.url)).toEqual(["email disk raised"]);
    expect(await send(slow.url)).toEqual([]);
    expect(slow.mails.map(({ headers }) => headers["message-id"])).toEqual([`<notice.${id}@shop.example>`]);
  });

  it("leave what was not begun before a stop to the next engine, at once", async () => {
    const stopping = new AbortController();
    const receiver = await startReceiver((_request, response) => {
      stopping.abort();
      response.writeHead(204).end();
    });
    await withSettings({ ALARM_WEBHOOK_URL: receiver.url, ALARM_WEBHOOK_SECRET: SECRET }, async () => {
      await sync([ofAll(1), ofAll(2), ofAll(3)]);
      await database().sql`update notifications set due_at = now()`;
      await sendDueOn(engine(), "webhook", MANY, stopping.signal);
      expect(receiver.requests).toHaveLength(1);
      await sendDueOn(engine(), "webhook", MANY);
    });
    expect(receiver.requests).toHaveLength(3);
  });
});

describe("problems", () => {
  it("are a certificate that ends within two weeks, or has ended", async () => {
    const { port } = await startReceiver((_request, response) => response.end(), { tls: true });
    const [secure, plain, closed] = [`https://localhost:${port}`, `http://localhost:${port}`, "https://127.0.0.1:9"];
    const on = async (day: string, url = secure) => {
      const { isKnown, problem } = await checkCertificate(url, new Date(`${day}T12:00:00Z`));
      return isKnown ? (problem?.message ?? "fine") : "unknown";
    };
    expect(await on("2119-12-17")).toBe("fine");
    expect(await on("2119-12-25")).toBe(`The certificate of localhost:${port} ends on 2120-01-01.`);
    expect(await on("2120-01-02")).toBe(`The certificate of localhost:${port} ended on 2120-01-01.`);
    expect([await on("2120-01-02", plain), await on("2120-01-02", closed)]).toEqual(["fine", "unknown"]);
  });

  it("are a certificate as it was last read while it can't be, and it is read again within minutes", async () => {
    const server = https.createServer(SELF_SIGNED).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const at = async (time: string) => {
      const { isKnown, problem } = await checkCertificate(`https://127.0.0.1:${port}`, new Date(`2119-12-25T${time}Z`));
      return [isKnown, problem?.message.includes("2120-01-01")];
    };
    expect(await at("00:00")).toEqual([true, true]);
    server.close();
    await once(server, "close");
    expect(await at("07:00")).toEqual([true, true]);
    const again = https.createServer(SELF_SIGNED).listen(port, "127.0.0.1");
    onTestFinished(() => void again.close());
    let connections = 0;
    again.on("connection", () => connections++);
    await once(again, "listening");
    expect([await at("07:04"), connections]).toEqual([[true, true], 0]);
    expect([await at("07:06"), connections]).toEqual([[true, true], 1]);
  });

  it("are an endpoint that failed three times and more, and one that was disabled for it", async () => {
    const { sql } = database();
    const receiver = "https://user:secret@shop.example:8443/hook?token=x";
    const [endpoint] = await sql<[{ id: string }]>`
      insert into webhook_endpoints (merchant_id, environment, url, event_types, secret, failing_since)
      values (${merchant.merchantId}, 'sandbox', ${receiver}, '{payment.success}', '\\x00', now()) returning id`;
    await pay(4);
    const levelAfter = async (attempts: number) => {
      await sql`update webhook_deliveries set attempts = ${attempts} where endpoint_id = ${endpoint.id}`;
      const problem = (await findProblems(engine())).problems.find(({ subject }) => subject === endpoint.id);
      return problem?.level;
    };
    const levels = [];
    for (const attempts of [0, 1, 3, 8]) levels.push(await levelAfter(attempts));
    expect(levels).toEqual([0, 1, 2, 3]);
    const [problem] = (await findProblems(engine())).problems;
    expect(problem?.message).toBe(
      "Your webhook endpoint at shop.example:8443 is failing. Events wait and are sent again.",
    );
    await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'failing' where id = ${endpoint.id}`;
    expect((await findProblems(engine())).problems[0]).toMatchObject({
      level: 7,
      message: expect.stringContaining("was disabled"),
    });
    await sql`update webhook_endpoints set disabled_reason = 'gone' where id = ${endpoint.id}`;
    expect((await findProblems(engine())).problems[0]?.message).toMatch(
      / was disabled because it answered 410 Gone\.$/,
    );
    await sql`update webhook_endpoints set disabled_reason = 'manual' where id = ${endpoint.id}`;
    expect((await findProblems(engine())).problems).toEqual([]);
  });

  it("are an endpoint's attempts that have failed, however many events wait behind them or are under way", async () => {
    const { sql } = database();
    const [endpoint] = await sql<[{ id: string }]>`
      insert into webhook_endpoints (merchant_id, environment, url, event_types, secret, failing_since)
      values (${merchant.merchantId}, 'sandbox', 'https://shop.example/', '{payment.success}', '\\x00', now()) returning id`;
    const add = (count: number, attempts: number, isLeased: boolean) => sql`
      with e as (
        insert into events (id, merchant_id, environment, type, body)
        select gen_random_uuid(), ${merchant.merchantId}, 'sandbox', 'payment.success', '{}' from generate_series(1, ${count}) returning id)
      insert into webhook_deliveries (event_id, endpoint_id, attempts, leased_until, next_attempt_at)
      select id, ${endpoint.id}, ${attempts}, case when ${isLeased} then now() + interval '30 seconds' end,
             now() - interval '1 hour' from e`;
    const level = async () => {
      const { problems } = await findProblems(engine());
      return problems.find(({ subject }) => subject === endpoint.id)?.level;
    };
    await add(1_500, 0, false);
    await add(32, 1, true);
    expect(await level()).toBe(0);
    await add(3, 1, false);
    expect(await level()).toBe(1);
    await add(4, 2, true);
    expect(await level()).toBe(1);
    await add(3, 2, true);
    expect(await level()).toBe(2);
    await sql`delete from webhook_endpoints where id = ${endpoint.id}`;
  });

  it("are an old backup, and what the blockchain reader raised for everyone and for one business", async () => {
    const { sql } = database();
    await sql`
      insert into backups (at, folder, rows, bytes) values (now() - interval '60 hours', '/backups/x', 1, 1)`;
    const env = { TRON_RPC_URLS: "http://127.0.0.1:9/jsonrpc" };
    await withSettings(env, async () => {
      const network = engine().settings.network?.id ?? "";
      await sql`
        insert into chain_alarms (network, kind, merchant_id, message)
        values (${network}, 'provider_down', null, 'A node is down.'),
               (${network}, 'pool_low', ${merchant.merchantId}, 'Addresses run out.')`;
      const { problems: found } = await findProblems(engine());
      expect(found.map(({ kind, subject, merchantId }) => [kind, subject, merchantId])).toEqual([
        ["chain", "", null],
        ["backup", "", null],
        ["wallet", "pool_low", merchant.merchantId],
        ["chain_alarm", "provider_down", null],
      ]);
      expect(found[1]?.message).toBe("No backup was made in the last 60 hours.");
    });
    await sql`delete from chain_alarms`;
    await sql`delete from backups`;
  });

  it("link to pages that everyone who can choose the kind may open", async () => {
    const { sql } = database();
    const { merchantId } = merchant;
    await sql`
      insert into webhook_endpoints (merchant_id, environment, url, event_types, secret, failing_since)
      values (${merchantId}, 'live', 'https://shop.example/', '{payment.success}', '\\x00', now())`;
    await withSettings({ TRON_RPC_URLS: "http://127.0.0.1:9/jsonrpc" }, async () => {
      const network = engine().settings.network?.id ?? "";
      await sql`
        insert into chain_alarms (network, kind, merchant_id, message)
        select ${network}, kind, ${merchantId}, '' from unnest(${["blacklisted", "ledger_differs", "pool_empty", "pool_low"]}::text[]) kind`;
      const found = (await findProblems(engine())).problems.filter((one) => one.merchantId === merchantId);
      const pages = found.map(({ kind, subject, path }) => {
        const page = path?.replace(`/dashboard/${merchantId}/live/`, "").replace(subject, "[endpoint]") ?? "";
        return [kind as MemberKind, kind === "wallet" ? subject : "", page] as const;
      });
      expect(pages.toSorted()).toEqual([
        ["endpoint", "", "webhooks/[endpoint]"],
        ["wallet", "blacklisted", "settlement"],
        ["wallet", "ledger_differs", "settlement/funds"],
        ["wallet", "pool_empty", "settlement"],
        ["wallet", "pool_low", "settlement"],
      ]);
      for (const [kind, , page] of pages) {
        const roles = ROLES.filter((role) => kindsFor(role, "live").includes(kind));
        expect(rolesWith(permissionOf(page))).toEqual(expect.arrayContaining(roles));
      }
    });
    await sql`delete from chain_alarms`;
    await sql`delete from webhook_endpoints where merchant_id = ${merchantId}`;
  });
});

/** The permission that a page of the dashboard checks. */
function permissionOf(page: string): Permission {
  const folder = `app/(dashboard)/dashboard/[merchant]/[environment]/${page}`;
  const file = ["page.tsx", "(overview)/page.tsx", "(list)/page.tsx"].find((name) => existsSync(`${folder}/${name}`));
  const checked = /(?:requireMember|endpointOf)\(params, "([a-z_.]+)"/.exec(readFileSync(`${folder}/${file}`, "utf8"));
  return checked?.[1] as Permission;
}
