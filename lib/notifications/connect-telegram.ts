import { randomBytes } from "node:crypto";
import { notificationPreferences } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { isOwn, upsert } from "@/lib/notifications/preferences";
import { findBotName, findChat } from "@/lib/notifications/telegram";
import type { Settings } from "@/lib/settings";

const CODE_BYTES = 12;

/**
 * The first half of connecting a chat: returns the link that opens the bot, whose start message has a code of this member.
 * Error: `invalid_transition` without a bot, `api_error` if Telegram doesn't answer.
 */
export async function startTelegram(ctx: MemberContext): Promise<{ link: string }> {
  const telegram = requireBot(ctx.settings);
  const name = await asked(findBotName(telegram));
  const code = randomBytes(CODE_BYTES).toString("hex");
  await upsert(ctx, { telegramCode: code });
  return { link: `https://t.me/${name}?start=${code}` };
}

/**
 * The second half: looks for the member's start message, and notifies its chat from now on. Errors: as before, and
 * `invalid_transition` while the message isn't there.
 */
export async function finishTelegram(ctx: MemberContext): Promise<void> {
  const telegram = requireBot(ctx.settings);
  const [row] = await ctx.db.orm
    .select({ code: notificationPreferences.telegramCode })
    .from(notificationPreferences)
    .where(isOwn(ctx));
  const chat = row?.code ? await asked(findChat(telegram, row.code)) : null;
  if (!chat) {
    throw new DomainError(
      "invalid_transition",
      "Your message to the bot isn't there yet. Open the bot, press Start, and try again.",
    );
  }
  await upsert(ctx, { telegramChatId: chat.id, telegramName: chat.name, telegramCode: null });
}

/** Ends notifications by Telegram; nothing happens without a chat. */
export async function disconnectTelegram(ctx: MemberContext): Promise<void> {
  await ctx.db.orm
    .update(notificationPreferences)
    .set({ telegramChatId: null, telegramName: null, telegramCode: null })
    .where(isOwn(ctx));
}

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
