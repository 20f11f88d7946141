import { addMinutes } from "date-fns";
import type { memberships, merchants, notificationPreferences, users } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";
import { notificationEmail } from "@/lib/base/mail/email-templates";
import { BACKGROUND_MAIL_MS, type MailOutcome, sendMail } from "@/lib/base/mail/send";
import { adminCommand } from "@/lib/base/process/admin-command";
import type { Claimed } from "@/lib/delivery/notifications/claim-due";
import { composeNotices } from "@/lib/delivery/notifications/compose";
import { kindsFor, type MemberKind } from "@/lib/delivery/notifications/kinds";
import { findPauseEnd } from "@/lib/delivery/notifications/pause";
import { quietMinutes } from "@/lib/delivery/notifications/quiet-hours";
import type { Outcome, Result } from "@/lib/delivery/notifications/settle-notices";
import { sendTelegram } from "@/lib/delivery/notifications/telegram";
import { sendAlarmWebhook } from "@/lib/delivery/notifications/webhook";

type Recipient = Pick<
  typeof notificationPreferences.$inferSelect,
  "kinds" | "byEmail" | "telegramChatId" | "quietFrom" | "quietUntil" | "unsubscribeToken"
> & {
  merchantId: string;
  environment: Environment;
  email: (typeof users.$inferSelect)["email"];
  merchantName: (typeof merchants.$inferSelect)["name"];
  zone: string;
  role: (typeof memberships.$inferSelect)["role"];
  isLockedOut: boolean;
  now: Date;
};

/**
 * Sends what was claimed of one recipient on one channel, as far as it gets until `stop`. Returns what became of each
 * notice.
 */
export async function deliverNotices(ctx: Context, claimed: Claimed[], stop?: AbortSignal): Promise<Result[]> {
  const [first] = claimed as [Claimed];
  if (first.merchantId === null) {
    const notices = withoutRepeats(claimed);
    const repeats = claimed.filter((notice) => !notices.includes(notice));
    const results =
      first.channel === "webhook"
        ? await postToOperator(ctx, notices, stop)
        : [{ notices, outcome: await sendToOperator(ctx, first.channel, notices) }];
    return [...results, { notices: repeats, outcome: "unwanted" }];
  }
  const recipient = await findRecipient(ctx.db.sql, first);
  const wanted = recipient ? withoutRepeats(claimed).filter(({ kind }) => isWanted(recipient, kind)) : [];
  const outcome =
    recipient && wanted.length > 0 ? await sendToMember(ctx, first.channel, recipient, wanted) : "unwanted";
  return [
    { notices: wanted, outcome },
    { notices: claimed.filter((notice) => !wanted.includes(notice)), outcome: "unwanted" },
  ];
}

const mailOutcome = (outcome: MailOutcome): Outcome => (outcome === "off" ? "unwanted" : outcome);
const outcomeOf = (isSent: boolean): Outcome => (isSent ? "sent" : "failed");

function isWanted({ role, environment, kinds, isLockedOut }: Recipient, kind: string): boolean {
  const allowed: string[] = kindsFor(role, environment).filter((one: MemberKind) => kinds.includes(one));
  return !isLockedOut && allowed.includes(kind);
}

/** Two notices of an alarm say the same: one may have grown old in quiet hours, or while a sender had it. */
function withoutRepeats(claimed: Claimed[]): Claimed[] {
  const latest = new Map(claimed.map((notice) => [`${notice.alarmId ?? notice.kind} ${notice.phase}`, notice]));
  return [...latest.values()];
}

/** One after the other, so that a beginning arrives before its end; a refused one doesn't keep the others. */
async function postToOperator({ settings }: Context, notices: Claimed[], stop?: AbortSignal): Promise<Result[]> {
  const results: Result[] = [];
  const { webhook } = settings.operator;
  for (const notice of notices) {
    const post = async () => (webhook ? outcomeOf(await sendAlarmWebhook(webhook, notice)) : "unwanted");
    results.push({ notices: [notice], outcome: stop?.aborted ? "untried" : await post() });
  }
  return results;
}

async function sendToOperator(
  { settings }: Context,
  channel: "email" | "telegram",
  notices: Claimed[],
): Promise<Outcome> {
  const { operator, telegram, appName } = settings;
  const { subject, paragraphs } = composeNotices(notices, { appUrl: settings.appUrl, merchant: null });
  if (channel === "telegram") {
    if (!telegram || !operator.telegramChatId) return "unwanted";
    const text = [`${appName}: ${subject}`, ...details(subject, paragraphs)].join("\n\n");
    return outcomeOf(await sendTelegram(telegram, operator.telegramChatId, text));
  }
  if (!operator.email) return "unwanted";
  const how = `You receive this because ALARM_EMAIL names you. Details: ${adminCommand("doctor")}`;
  const email = notificationEmail(settings, operator.email, { subject, paragraphs: [...paragraphs, how] });
  return mailOutcome(await sendMail(settings, { ...email, id: idOf(notices) }, BACKGROUND_MAIL_MS));
}

async function sendToMember(
  { db, settings }: Context,
  channel: Claimed["channel"],
  recipient: Recipient,
  notices: Claimed[],
): Promise<Outcome> {
  const { merchantId, environment, email, telegramChatId } = recipient;
  const quiet = quietMinutes(recipient, recipient.now, recipient.zone);
  if (quiet > 0) return { until: addMinutes(recipient.now, quiet), isQuiet: true };
  const pauseEnd = await findPauseEnd(db.sql, notices, recipient);
  if (pauseEnd) return { until: pauseEnd, isQuiet: false };
  const merchant = { id: merchantId, name: recipient.merchantName, environment };
  const { subject, paragraphs } = composeNotices(notices, { appUrl: settings.appUrl, merchant });
  const page = `${settings.appUrl}/dashboard/${merchantId}/${environment}/settings/notifications`;
  if (channel === "telegram") {
    if (!settings.telegram || !telegramChatId) return "unwanted";
    const text = [subject, ...details(subject, paragraphs), `Change or stop these: ${page}`].join("\n\n");
    return outcomeOf(await sendTelegram(settings.telegram, telegramChatId, text));
  }
  if (!recipient.byEmail) return "unwanted";
  const unsubscribe = `${settings.appUrl}/unsubscribe/${recipient.unsubscribeToken}`;
  const message = notificationEmail(settings, email, {
    subject,
    paragraphs: [
      ...paragraphs,
      `To change what you are notified of:\n${page}`,
      `To stop these emails:\n${unsubscribe}`,
    ],
    unsubscribe,
  });
  return mailOutcome(await sendMail(settings, { ...message, id: idOf(notices) }, BACKGROUND_MAIL_MS));
}

/** The rows of notices stay the same until they are sent. */
function idOf(notices: Claimed[]): string {
  return `notice.${notices[0]?.ids[0]}`;
}

/** A chat shows no subject apart from the text, so a paragraph that only repeats it is left out. */
function details(subject: string, paragraphs: string[]): string[] {
  const [only, ...others] = paragraphs;
  if (!only || others.length > 0) return paragraphs;
  const [head = "", ...lines] = only.split("\n");
  return subject.endsWith(head.replace(/[.:]$/, "")) ? (lines.length > 0 ? [lines.join("\n")] : []) : paragraphs;
}

async function findRecipient(sql: Sql, { merchantId, userId, environment }: Claimed): Promise<Recipient | undefined> {
  const [row] = await sql<Recipient[]>`
    select p.merchant_id as "merchantId", p.environment, p.kinds, p.by_email as "byEmail",
           p.telegram_chat_id as "telegramChatId", p.quiet_from as "quietFrom", p.quiet_until as "quietUntil",
           p.unsubscribe_token as "unsubscribeToken", u.email, b.name as "merchantName", b.time_zone as zone, m.role,
           b.requires_two_step and u.totp_enabled_at is null as "isLockedOut", now() as now
      from notification_preferences p
      join memberships m on m.merchant_id = p.merchant_id and m.user_id = p.user_id
      join users u on u.id = p.user_id
      join merchants b on b.id = p.merchant_id
     where p.merchant_id = ${merchantId} and p.user_id = ${userId} and p.environment = ${environment}`;
  return row;
}
