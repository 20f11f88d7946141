import type { bookSubscriptions, memberships, merchants, users } from "@/drizzle/schema";
import type { Context, MemberContext } from "@/lib/base/context/context";
import { type ExportFormat, readExportFormat } from "@/lib/base/exports/formats";
import { writeExport } from "@/lib/base/exports/write-export";
import { booksEmail } from "@/lib/base/mail/email-templates";
import { BACKGROUND_MAIL_MS, sendMail } from "@/lib/base/mail/send";
import { log } from "@/lib/base/process/log";
import { may } from "@/lib/base/values/permissions";
import { lastPeriod } from "@/lib/payments/reports/day-ends";
import type { Days } from "@/lib/payments/reports/mail-schedule";
import { exportBooks } from "@/lib/settlement/books/book-export";
import { nextMailAt } from "@/lib/settlement/books/next-mail";
import { reconcile, saleMicrosOf, sumLines } from "@/lib/settlement/books/reconcile";

/** No other engine takes a month in this time. */
const HOLD = "1 hour";
const RETRY = "15 minutes";
/** After so many failures a month is given up. */
const MAX_FAILURES = 8;
/** A longer file is left to the page: mail servers refuse large emails. */
const MOST_LINES = 20_000;

type Held = Pick<
  typeof bookSubscriptions.$inferSelect,
  "merchantId" | "userId" | "environment" | "sentThrough" | "failures"
> &
  Pick<typeof memberships.$inferSelect, "role" | "terminalIds"> & {
    now: Date;
    email: (typeof users.$inferSelect)["email"];
    exportFormat: (typeof users.$inferSelect)["exportFormat"];
    hasTwoStep: boolean;
    merchantName: (typeof merchants.$inferSelect)["name"];
    timeZone: (typeof merchants.$inferSelect)["timeZone"];
    requiresTwoStep: boolean;
  };

/**
 * Sends up to `limit` accounting exports by email that are due, each of the latest month that has ended, once; earlier
 * missed months are left out. Safe beside other engines. One that the mail server refused is tried again, up to eight
 * times. Members who may no longer export reports receive none. Returns how many subscriptions were handled; none
 * without a mail server.
 */
export async function sendDueBooks(ctx: Context, limit: number, signal?: AbortSignal): Promise<number> {
  if (!ctx.settings.mail) return 0;
  for (let handled = 0; handled < limit; handled++) {
    const held = signal?.aborted ? null : await hold(ctx);
    if (!held) return handled;
    try {
      await handle(ctx, held);
    } catch (error) {
      // the others' files go out: this one would be the first again
      log().error({ err: error, merchantId: held.merchantId, userId: held.userId }, "the books by email failed");
      await postpone(ctx, held);
    }
  }
  return limit;
}

/** Milliseconds until the next one is due; null without one and without a mail server. */
export async function nextBooksMailDueMs(ctx: Context): Promise<number | null> {
  if (!ctx.settings.mail) return null;
  const [due] = await ctx.db.sql<[{ ms: number | null }]>`
    select extract(epoch from min(due_at) - now())::float8 * 1000 as ms from book_subscriptions`;
  return due.ms;
}

async function handle(ctx: Context, held: Held): Promise<void> {
  const { merchantId, now, sentThrough, failures } = held;
  const month = await ctx.db.sql.begin((tx) => lastPeriod(tx, { merchantId, frequency: "monthly", at: now }));
  const isMissing = month.to > sentThrough;
  const sent = !isMissing || !maySee(held) || (await send(ctx, held, month));
  if (sent || failures + 1 >= MAX_FAILURES) await settle(ctx, held, isMissing ? month.to : sentThrough);
  else await postpone(ctx, held);
}

/** Holds the earliest due subscription for this engine: of several, one gets the row back. */
async function hold({ db: { sql } }: Context): Promise<Held | null> {
  const [held] = await sql<Held[]>`
    update book_subscriptions s set due_at = now() + ${HOLD}::interval
      from memberships m, users u, merchants b
     where (s.merchant_id, s.user_id, s.environment) = (
             select d.merchant_id, d.user_id, d.environment from book_subscriptions d
              where d.due_at <= now() order by d.due_at limit 1 for update skip locked)
       and m.merchant_id = s.merchant_id and m.user_id = s.user_id and u.id = s.user_id and b.id = s.merchant_id
    returning s.merchant_id as "merchantId", s.user_id as "userId", s.environment, s.sent_through::text as "sentThrough",
              s.failures, m.role, m.terminal_ids as "terminalIds", now() as now, u.email, u.export_format as "exportFormat",
              u.totp_enabled_at is not null as "hasTwoStep", b.name as "merchantName", b.time_zone as "timeZone",
              b.requires_two_step as "requiresTwoStep"`;
  return held ?? null;
}

function maySee({ role, terminalIds, requiresTwoStep, hasTwoStep }: Held): boolean {
  return may(role, "reports.export") && terminalIds === null && (hasTwoStep || !requiresTwoStep);
}

async function send({ db, settings }: Context, to: Held, month: Days): Promise<boolean> {
  const { merchantId, userId, environment, role, terminalIds, merchantName, timeZone, now } = to;
  const actor = { type: "user" as const, userId, address: "" };
  const member: MemberContext = { db, settings, actor, merchantId, environment, role, terminalIds };
  const sums = await sumLines(member, month);
  const lines = sums.reduce((sum, one) => sum + one.lines, 0);
  const { agrees } = await reconcile(member, month, { saleMicros: saleMicrosOf(sums) });
  const email = booksEmail(settings, to.email, {
    ...{ merchantId, merchantName, environment, lines, agrees, from: month.from, to: month.to },
    withoutValue: sums.reduce((sum, one) => sum + (one.asset === "USDT" ? one.withoutValue : 0), 0),
    isAttached: lines <= MOST_LINES,
  });
  const format = readExportFormat(to.exportFormat) ?? "csv";
  const table = exportBooks(member, { ...month, zone: timeZone, now });
  const attachments =
    lines > MOST_LINES ? [] : [await fileOf(table, format, `accounting-${environment}-${month.from}-${month.to}`)];
  const id = `books.${merchantId}.${userId}.${environment}.${month.to}`;
  return (await sendMail(settings, { ...email, attachments, id }, BACKGROUND_MAIL_MS)) === "sent";
}

async function fileOf(table: ReturnType<typeof exportBooks>, format: ExportFormat, name: string) {
  const { extension, contentType, bytes } = writeExport(table, format);
  const content = Buffer.from(await new Response(bytes).arrayBuffer());
  return { filename: `${name}.${extension}`, contentType, content };
}

/** Only while the subscription is as it was held: the member may have ended and renewed it meanwhile. */
async function settle({ db: { sql } }: Context, held: Held, through: string): Promise<void> {
  const { merchantId, userId, environment, sentThrough } = held;
  await sql.begin(async (tx) => {
    const dueAt = await nextMailAt(tx, { merchantId, sentThrough: through });
    await tx`
      update book_subscriptions
         set sent_through = ${through}::date, due_at = ${dueAt.toISOString()}::timestamptz, failures = 0
       where merchant_id = ${merchantId} and user_id = ${userId} and environment = ${environment}
         and sent_through = ${sentThrough}::date`;
  });
}

async function postpone(
  { db: { sql } }: Context,
  { merchantId, userId, environment, sentThrough }: Held,
): Promise<void> {
  await sql`
    update book_subscriptions set due_at = now() + ${RETRY}::interval, failures = failures + 1
     where merchant_id = ${merchantId} and user_id = ${userId} and environment = ${environment}
       and sent_through = ${sentThrough}::date`;
}
