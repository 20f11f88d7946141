import { afterEach, beforeEach, expect, it } from "vitest";
import type { Environment, MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import type { Problem } from "@/lib/delivery/notifications/alarms";
import type { MemberKind } from "@/lib/delivery/notifications/kinds";
import { savePreferences } from "@/lib/delivery/notifications/preferences";
import { renewed, stranger, withSettings } from "@/tests/support/accounts";
import { forgetAlarms, sync, syncLater } from "@/tests/support/alarms";
import { call } from "@/tests/support/api";
import { startBotApi } from "@/tests/support/bot-api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { startMailServer } from "@/tests/support/mail-server";
import { memberContext } from "@/tests/support/member-context";
import { sendDueNotifications } from "@/tests/support/send-notifications";

let here: MerchantFixture;
let elsewhere: MerchantFixture;

beforeEach(async () => {
  [here, elsewhere] = [await createMerchantFixture(), await createMerchantFixture()];
});

afterEach(forgetAlarms);

type Choice = { environment?: Environment; kinds?: MemberKind[] };
const BOTH: Choice = { kinds: ["payment", "endpoint"] };

/** A person with both businesses, who is notified of payments one by one, and of what else `choice` has. */
async function joinBoth({ environment = "sandbox", kinds = ["payment"] }: Choice = {}) {
  const first = renewed(await memberContext(here, { environment }));
  const second = { ...first, merchantId: elsewhere.merchantId };
  await database().sql`
    insert into memberships (merchant_id, user_id, role) values (${second.merchantId}, ${first.actor.userId}, 'owner')`;
  for (const ctx of [first, second]) await choose(ctx, kinds);
  return { first, second };
}

const choose = (ctx: MemberContext, kinds: MemberKind[]) =>
  savePreferences(ctx, { kinds, payments: "each", byEmail: true, quiet: null });

async function withMail(
  work: (post: Awaited<ReturnType<typeof startMailServer>>) => Promise<void>,
  env: Record<string, string> = {},
) {
  const post = await startMailServer();
  await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example", ...env }, () => work(post));
}

async function pay({ keys }: MerchantFixture) {
  const created = await call("create-payment-intent", { amount_usdt: 12.5 }, { key: keys.sandbox });
  await call("simulate-payment", { id: created.json.intent.id }, {});
}

const failing = ({ merchantId }: MerchantFixture, environment: Environment = "sandbox"): Problem => ({
  merchantId,
  environment,
  kind: "endpoint",
  subject: "one",
  level: 1,
  path: null,
  message: "Your webhook endpoint is failing.",
  ending: "Your webhook endpoint works again.",
});

async function sendDue() {
  await database().sql`update notifications set due_at = now()`;
  await sendDueNotifications(renewed(stranger()), 100);
}

/** A minute passes since the last messages. */
async function minutePasses() {
  await database().sql`
    update notification_preferences set payments_emailed_at = payments_emailed_at - interval '1 minute',
                                        payments_messaged_at = payments_messaged_at - interval '1 minute'`;
}

const waiting = () => database().sql<{ dueAt: Date }[]>`select due_at as "dueAt" from notifications`;

it("payments in several businesses cause a person one email a minute, and another person's don't wait", async () => {
  await withMail(async (post) => {
    await joinBoth();
    for (const merchant of [here, elsewhere, here, elsewhere]) {
      await pay(merchant);
      await sendDue();
    }
    expect(post.mails).toHaveLength(1);
    const [first, ...others] = await waiting();
    expect(others).toHaveLength(2);
    for (const { dueAt } of others) expect(dueAt).toEqual(first?.dueAt);

    await choose(renewed(await memberContext(elsewhere)), ["payment"]);
    await pay(elsewhere);
    await sendDue();
    expect(post.mails).toHaveLength(2);
    await minutePasses();
    await sendDue();
    expect(post.mails).toHaveLength(3);
    await minutePasses();
    await sendDue();
    expect(post.mails).toHaveLength(4);
    expect(await waiting()).toEqual([]);
  });
});

it("payments in several businesses cause a chat one message a minute, and those to another chat don't wait", async () => {
  const bot = await startBotApi();
  await withSettings(bot.env, async () => {
    const { sql } = database();
    const { second } = await joinBoth();
    await sql`update notification_preferences set by_email = false, telegram_chat_id = '7'`;
    for (const merchant of [here, elsewhere]) await pay(merchant);
    await sendDue();
    expect(bot.sent).toHaveLength(1);
    await minutePasses();
    await sendDue();
    expect(bot.sent).toHaveLength(2);
    await sql`update notification_preferences set telegram_chat_id = '8' where merchant_id = ${second.merchantId}`;
    await minutePasses();
    for (const merchant of [here, elsewhere]) await pay(merchant);
    await sendDue();
    expect(bot.sent.map(({ chat_id: chat }) => chat).sort()).toEqual(["7", "7", "7", "8"]);
  });
});

it.each(["sandbox", "live"] as const)(
  "failing endpoints of several businesses in %s cause a person one email a minute, and so do their ends",
  async (environment) => {
    await withMail(async (post) => {
      await joinBoth({ ...BOTH, environment });
      await sync([failing(here, environment), failing(elsewhere, environment)]);
      await sendDue();
      expect(post.mails).toHaveLength(1);
      await minutePasses();
      await sendDue();
      expect(post.mails).toHaveLength(2);
      await minutePasses();
      await syncLater([]);
      await sendDue();
      expect(post.mails).toHaveLength(3);
      expect(await waiting()).toHaveLength(1);
    });
  },
);

it("a failing endpoint and payments in another business wait for each other", async () => {
  await withMail(async (post) => {
    await joinBoth(BOTH);
    await pay(here);
    await sendDue();
    await sync([failing(elsewhere)]);
    await sendDue();
    expect(post.mails).toHaveLength(1);
    await minutePasses();
    await sendDue();
    await pay(here);
    await sendDue();
    expect(post.mails).toHaveLength(2);
  });
});

it("an alarm about a receiving wallet waits for no other message", async () => {
  await withMail(async (post) => {
    const { first, second } = await joinBoth();
    for (const ctx of [first, second]) await choose({ ...ctx, environment: "live" }, ["wallet"]);
    await pay(here);
    await sendDue();
    await sync([here, elsewhere].map((merchant) => ({ ...failing(merchant, "live"), kind: "wallet" as const })));
    await sendDue();
    expect(post.mails).toHaveLength(3);
  });
});
