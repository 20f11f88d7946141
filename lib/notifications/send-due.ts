import type { memberships, merchants, notificationPreferences, notifications, users } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/context";
import type { Sql } from "@/lib/db/client";
import { notificationEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { composeNotices, type Notice } from "@/lib/notifications/compose";
import { kindsFor, type MemberKind } from "@/lib/notifications/kinds";
import { quietMinutes } from "@/lib/notifications/quiet-hours";
import { sendTelegram } from "@/lib/notifications/telegram";
import { sendAlarmWebhook } from "@/lib/notifications/webhook";

/** No other engine takes what is being sent in this time; sending takes at most twelve seconds. */
const HOLD = "2 minutes";
/** After so many failures a notification is given up: the last try is an hour after the first. */
const MAX_FAILURES = 6;
const FIRST_RETRY_SECONDS = 60;
/** Of one recipient at once; the rest follows in the next message. */
const AT_ONCE = 500;

type Claimed = Notice &
  Pick<typeof notifications.$inferSelect, "id" | "channel" | "merchantId" | "userId" | "failures"> & {
    environment: Environment | null;
    alarmId: string | null;
    raisedAt: Date | null;
    clearedAt: Date | null;
  };

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

/** What became of a message: sent or not wanted any more, to be tried again, or held back until the quiet hours end. */
type Outcome = "done" | "failed" | { quietMinutes: number };

/**
 * Sends notifications that are due, to up to `limit` recipients, each of whom gets all of theirs in one message. One that could
 * not be sent is retried with exponential backoff. Nothing is sent of a kind that the member has switched off or may no longer
 * see, nor in their quiet hours. Safe beside other engines. Returns how many messages were handled.
 */
export async function sendDueNotifications(ctx: Context, limit: number): Promise<number> {
  for (let handled = 0; handled < limit; handled++) {
    const claimed = await claim(ctx.db.sql);
    if (claimed.length === 0) return handled;
    const outcome = await send(ctx, claimed);
    await settle(ctx.db.sql, claimed, outcome);
  }
  return limit;
}

/** Milliseconds until the next notification is due; null without one. */
export async function nextNotificationDueMs({ db }: Context): Promise<number | null> {
  const [due] = await db.sql<[{ ms: number | null }]>`
    select extract(epoch from min(due_at) - now())::float8 * 1000 as ms from notifications`;
  return due.ms;
}

/** Holds what is due of the recipient who has waited longest. */
function claim(sql: Sql): Promise<Claimed[]> {
  return sql<Claimed[]>`
    with first as (
      select channel, merchant_id, user_id, environment from notifications
       where due_at <= now() order by due_at limit 1 for update skip locked),
    taken as (
      select n.id from notifications n join first f
          on n.channel = f.channel
         and (n.merchant_id, n.user_id, n.environment) is not distinct from (f.merchant_id, f.user_id, f.environment)
       where n.due_at <= now() order by n.created_at limit ${AT_ONCE} for update of n skip locked),
    held as (
      update notifications set claimed_at = now(), due_at = now() + ${HOLD}::interval
       where id in (select id from taken) returning *)
    select h.id, h.channel, h.merchant_id as "merchantId", h.user_id as "userId", h.environment, h.kind, h.phase, h.failures,
           h.subject_id as "subjectId", h.detail, h.amount_micros as "amountMicros", h.alarm_id as "alarmId", a.message, a.path,
           a.raised_at as "raisedAt", a.cleared_at as "clearedAt"
      from held h left join alarms a on a.id = h.alarm_id
     order by h.created_at, h.id`;
}

async function send(ctx: Context, claimed: Claimed[]): Promise<Outcome> {
  const [{ merchantId, channel }] = claimed as [Claimed];
  if (merchantId === null) return outcomeOf(await sendToOperator(ctx, channel, claimed));
  const recipient = await findRecipient(ctx.db.sql, claimed[0] as Claimed);
  return recipient ? sendToMember(ctx, channel, recipient, claimed) : "done";
}

const outcomeOf = (isSent: boolean): Outcome => (isSent ? "done" : "failed");

async function sendToOperator(
  { settings }: Context,
  channel: Claimed["channel"],
  notices: Claimed[],
): Promise<boolean> {
  const { operator, telegram, appName } = settings;
  if (channel === "webhook") {
    if (!operator.webhook) return true;
    for (const notice of notices) if (!(await sendAlarmWebhook(operator.webhook, notice))) return false;
    return true;
  }
  const { subject, paragraphs } = composeNotices(notices, { appUrl: settings.appUrl, merchant: null });
  if (channel === "telegram") {
    if (!telegram || !operator.telegramChatId) return true;
    return sendTelegram(
      telegram,
      operator.telegramChatId,
      [`${appName}: ${subject}`, ...details(subject, paragraphs)].join("\n\n"),
    );
  }
  if (!operator.email) return true;
  const how = "You receive this because ALARM_EMAIL names you. Details: npm run --silent admin -- doctor";
  const email = notificationEmail(settings, operator.email, { subject, paragraphs: [...paragraphs, how] });
  return (await sendMail(settings, email)) !== "failed";
}

async function sendToMember(
  { settings }: Context,
  channel: Claimed["channel"],
  recipient: Recipient,
  claimed: Claimed[],
): Promise<Outcome> {
  const { merchantId, environment, role, email, telegramChatId } = recipient;
  const allowed = kindsFor(role, environment).filter((kind) => recipient.kinds.includes(kind));
  const notices = recipient.isLockedOut ? [] : claimed.filter(({ kind }) => allowed.includes(kind as MemberKind));
  if (notices.length === 0) return "done";
  const quiet = quietMinutes(recipient, recipient.now, recipient.zone);
  if (quiet > 0) return { quietMinutes: quiet };
  const merchant = { id: merchantId, name: recipient.merchantName, environment };
  const { subject, paragraphs } = composeNotices(notices, { appUrl: settings.appUrl, merchant });
  const page = `${settings.appUrl}/dashboard/${merchantId}/${environment}/settings/notifications`;
  if (channel === "telegram") {
    if (!settings.telegram || !telegramChatId) return "done";
    const text = [subject, ...details(subject, paragraphs), `Change or stop these: ${page}`].join("\n\n");
    return outcomeOf(await sendTelegram(settings.telegram, telegramChatId, text));
  }
  if (!recipient.byEmail) return "done";
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
  return outcomeOf((await sendMail(settings, message)) !== "failed");
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

async function settle(sql: Sql, claimed: Claimed[], outcome: Outcome): Promise<void> {
  const ids = claimed.map(({ id }) => id);
  if (outcome === "done") {
    await sql`delete from notifications where id = any(${ids}::uuid[])`;
  } else if (outcome === "failed") {
    await sql`delete from notifications where id = any(${ids}::uuid[]) and failures + 1 >= ${MAX_FAILURES}`;
    await sql`
      update notifications
         set due_at = now() + make_interval(secs => ${FIRST_RETRY_SECONDS} * 2 ^ failures), failures = failures + 1
       where id = any(${ids}::uuid[])`;
  } else {
    await sql`
      update notifications set due_at = now() + make_interval(mins => ${outcome.quietMinutes}), claimed_at = null
       where id = any(${ids}::uuid[])`;
  }
}
