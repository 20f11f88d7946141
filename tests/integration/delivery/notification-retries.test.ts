import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import type { Problem } from "@/lib/delivery/notifications/alarms";
import { MEMBER_KINDS, type MemberKind } from "@/lib/delivery/notifications/kinds";
import { savePreferences } from "@/lib/delivery/notifications/preferences";
import { renewed, stranger, withSettings } from "@/tests/support/accounts";
import { forgetAlarms, minutesPass, sync, syncLater } from "@/tests/support/alarms";
import { startBotApi } from "@/tests/support/bot-api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { sendDueNotifications } from "@/tests/support/send-notifications";

let merchant: MerchantFixture;
let bot: Awaited<ReturnType<typeof startBotApi>>;

beforeEach(async () => {
  merchant = await createMerchantFixture();
  bot = await startBotApi();
});

afterEach(forgetAlarms);

const chain: Problem = {
  merchantId: null,
  environment: null,
  kind: "chain",
  subject: "",
  path: null,
  level: 1,
  message: "Live payments aren't confirmed.",
  ending: "Live payments are confirmed again.",
};

/** A member who is notified of everything in live, by Telegram alone. */
async function join(chatId = "7", kinds: MemberKind[] = [...MEMBER_KINDS]): Promise<MemberContext> {
  const ctx = renewed(await memberContext(merchant, { environment: "live" }));
  await savePreferences(ctx, { kinds, payments: "each", byEmail: false, quiet: null });
  await database().sql`
    update notification_preferences set telegram_chat_id = ${chatId} where user_id = ${ctx.actor.userId}`;
  return ctx;
}

async function sendAll() {
  await database().sql`update notifications set due_at = now()`;
  return sendDueNotifications(renewed(stranger()), 100);
}

const waiting = async () => {
  const rows = await database().sql<{ what: string }[]>`
    select concat_ws(' ', kind, phase) as what from notifications order by kind, phase`;
  return rows.map(({ what }) => what);
};

/** What was told, in its first words. */
const told = () => bot.sent.map(({ text }) => text.split(": ")[1]?.split("\n")[0]);

/** How many tries the only notification gets; at most `most`. */
async function countTries(most: number) {
  for (let tries = 1; tries <= most; tries++) {
    await sendAll();
    if ((await waiting()).length === 0) return tries;
  }
  return most;
}

async function queueFor({ merchantId, actor }: MemberContext, kind: "payment" | "attention", subjectId: string) {
  await database().sql`
    insert into notifications (channel, merchant_id, user_id, environment, kind, subject_id, detail, amount_micros, due_at)
    values ('telegram', ${merchantId}, ${actor.userId}, 'live', ${kind}, ${subjectId}, 'unassigned', 3100000, now())`;
}

async function openItem({ merchantId }: MemberContext) {
  const [item] = await database().sql<[{ id: string }]>`
    insert into attention_items (merchant_id, environment, kind, amount_micros)
    values (${merchantId}, 'live', 'unassigned', 3100000) returning id`;
  return item.id;
}

describe("while a channel is away", () => {
  it("the end of an alarm is tried for a day", async () => {
    await withSettings(bot.env, async () => {
      await join();
      await sync([chain]);
      await sendAll();
      await syncLater([]);
      bot.refuse(true);
      expect(await countTries(40)).toBe(29);
    });
  });

  it("a payment is tried for half an hour", async () => {
    await withSettings(bot.env, async () => {
      const member = await join();
      await queueFor(member, "payment", member.merchantId);
      bot.refuse(true);
      expect(await countTries(40)).toBe(6);
    });
  });

  it("a payment that needs attention is tried until somebody has resolved it", async () => {
    await withSettings(bot.env, async () => {
      const member = await join();
      const itemId = await openItem(member);
      await queueFor(member, "attention", itemId);
      bot.refuse(true);
      await countTries(40);
      expect(await waiting()).toEqual(["attention"]);
      await database()
        .sql`update attention_items set resolved_at = now(), resolution = 'accepted' where id = ${itemId}`;
      await sendAll();
      expect(await waiting()).toEqual([]);
    });
  });

  it("an alarm that grows is one notification", async () => {
    await withSettings(bot.env, async () => {
      await join();
      bot.refuse(true);
      for (const level of [1, 2, 3]) {
        await sync([{ ...chain, level }]);
        await sendAll();
      }
      expect(await waiting()).toEqual(["chain raised"]);
    });
  });
});

it("a chat that has refused for weeks neither stops nor delays the others", async () => {
  await withSettings(bot.env, async () => {
    const { sql } = database();
    for (const chatId of ["6", "7", "8"]) await join(chatId);
    bot.refuse(true, "6");
    await sync([chain]);
    await sql`
      update notifications n set failures = 2000, due_at = now() - interval '1 hour'
        from notification_preferences p
       where p.user_id = n.user_id and p.telegram_chat_id = '6'`;
    await sql`update notifications set due_at = now() where failures = 0`;
    expect(await sendDueNotifications(renewed(stranger()), 3)).toBe(3);
    expect(bot.sent.map(({ chat_id: chat }) => chat).sort()).toEqual(["7", "8"]);
    const rows = await sql<{ minutes: number }[]>`
      select extract(epoch from due_at - now())::float8 / 60 as minutes from notifications`;
    expect(rows.map(({ minutes }) => Math.round(minutes))).toEqual([64]);
  });
});

describe("the end of an alarm that couldn't be told before the cause began anew", () => {
  const beginAgain = async () => {
    await join();
    await sync([chain]);
    await sendAll();
    await syncLater([]);
    bot.refuse(true);
    await sendAll();
    await minutesPass(61);
    await sync([chain]);
    bot.refuse(false);
  };

  it("isn't told, so that nobody hears that what fails works", async () => {
    await withSettings(bot.env, async () => {
      await beginAgain();
      expect(await waiting()).toEqual(["chain raised"]);
      await sendAll();
      await syncLater([]);
      await sendAll();
      expect(told()).toEqual([
        "Live payments aren't confirmed",
        "Live payments aren't confirmed",
        "Live payments are confirmed again",
      ]);
    });
  });

  it("is told once the cause is over, even if the new beginning wasn't told", async () => {
    await withSettings(bot.env, async () => {
      await beginAgain();
      await syncLater([]);
      await sendAll();
      expect(told()).toEqual(["Live payments aren't confirmed", "Live payments are confirmed again"]);
    });
  });

  it("is posted to the operator's URL, where each alarm is known by its ID", async () => {
    await sync([chain]);
    await syncLater([]);
    await database().sql`
      insert into notifications (channel, kind, alarm_id, phase, due_at)
      select 'webhook', kind, id, 'cleared', now() + interval '1 hour' from alarms`;
    await minutesPass(61);
    await sync([chain]);
    expect(await waiting()).toEqual(["chain cleared"]);
  });
});
