import { eq } from "drizzle-orm";
import { z } from "zod";
import { notificationPreferences, users } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { requireRow } from "@/lib/base/db/require-row";
import { notificationEmail } from "@/lib/base/mail/email-templates";
import { sendMail } from "@/lib/base/mail/send";
import { DomainError } from "@/lib/base/values/errors";
import { isOwn } from "@/lib/delivery/notifications/preferences";
import { sendTelegram } from "@/lib/delivery/notifications/telegram";

export const SendTestInput = z.object({ channel: z.enum(["email", "telegram"]) });

const SUBJECT = "Test notification";
const TEXT = "Notifications will be sent here.";

/**
 * Sends the member a notification now. Errors: `invalid_transition` if the channel isn't set up, `api_error` if it
 * could not be sent.
 */
export async function sendTest(ctx: MemberContext, { channel }: z.output<typeof SendTestInput>): Promise<void> {
  const isSent = channel === "email" ? await sendTestEmail(ctx) : await sendTestMessage(ctx);
  if (isSent === null) throw new DomainError("invalid_transition", "This isn't set up, so nothing could be sent.");
  if (!isSent)
    throw new DomainError("api_error", "The test couldn't be sent. Ask your administrator to check the log.");
}

async function sendTestEmail({ db, settings, actor }: MemberContext): Promise<boolean | null> {
  const { email } = requireRow(
    await db.orm.select({ email: users.email }).from(users).where(eq(users.id, actor.userId)),
  );
  const outcome = await sendMail(
    settings,
    notificationEmail(settings, email, { subject: SUBJECT, paragraphs: [TEXT] }),
  );
  return outcome === "off" ? null : outcome === "sent";
}

async function sendTestMessage(ctx: MemberContext): Promise<boolean | null> {
  const { telegram, appName } = ctx.settings;
  const [row] = await ctx.db.orm
    .select({ chatId: notificationPreferences.telegramChatId })
    .from(notificationPreferences)
    .where(isOwn(ctx));
  if (!telegram || !row?.chatId) return null;
  return sendTelegram(telegram, row.chatId, `${appName}: ${SUBJECT}\n\n${TEXT}`);
}
