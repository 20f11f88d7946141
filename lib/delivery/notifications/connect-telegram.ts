import { randomBytes } from "node:crypto";
import { sql as fragment } from "drizzle-orm";
import { notificationPreferences } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { DomainError } from "@/lib/base/values/errors";
import { isOwn, upsert } from "@/lib/delivery/notifications/preferences";
import { findBotName, findChat } from "@/lib/delivery/notifications/telegram";

const CODE_BYTES = 12;
const CODE_LASTS = "1 hour";

/**
 * The first half of connecting a chat: returns the link that opens the bot, whose start message has a code of this
 * member. The code works for an hour. Error: `invalid_transition` without a bot, `api_error` if Telegram doesn't
 * answer.
 */
export async function startTelegram(ctx: MemberContext): Promise<{ link: string }> {
  const telegram = requireBot(ctx.settings);
  const name = await asked(findBotName(telegram));
  const code = randomBytes(CODE_BYTES).toString("hex");
  await upsert(ctx, {
    telegramCode: code,
    telegramCodeExpiresAt: fragment<Date>`now() + ${CODE_LASTS}::interval`,
  });
  return { link: `https://t.me/${name}?start=${code}` };
}

/**
 * The second half: looks for the member's start message, and notifies its chat from now on. Errors: as before, and
 * `invalid_transition` while the message isn't there, or once the code has expired.
 */
export async function finishTelegram(ctx: MemberContext): Promise<void> {
  const telegram = requireBot(ctx.settings);
  const [row] = await ctx.db.orm
    .select({
      code: notificationPreferences.telegramCode,
      isValid: fragment<boolean>`coalesce(${notificationPreferences.telegramCodeExpiresAt} > now(), false)`,
    })
    .from(notificationPreferences)
    .where(isOwn(ctx));
  if (row?.code && !row.isValid) throw new DomainError("invalid_transition", EXPIRED);
  const chat = row?.code ? await asked(findChat(telegram, row.code)) : null;
  if (!chat) {
    throw new DomainError(
      "invalid_transition",
      "Your message to the bot isn't there yet. Open the bot, press Start, and try again.",
    );
  }
  await upsert(ctx, { telegramChatId: chat.id, telegramName: chat.name, ...NO_CODE });
}

/** Ends notifications by Telegram; nothing happens without a chat. */
export async function disconnectTelegram(ctx: MemberContext): Promise<void> {
  await ctx.db.orm
    .update(notificationPreferences)
    .set({ telegramChatId: null, telegramName: null, ...NO_CODE })
    .where(isOwn(ctx));
}

const NO_CODE = { telegramCode: null, telegramCodeExpiresAt: null };
const EXPIRED = "This link to the bot has expired. Reload the page and connect Telegram again.";

function requireBot({ telegram }: Settings) {
  if (!telegram) throw new DomainError("invalid_transition", "No Telegram bot is configured on this server.");
  return telegram;
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new DomainError("api_error", (error as Error).message);
  }
}
