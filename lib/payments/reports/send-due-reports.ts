import type { memberships, merchants, reportSubscriptions, users } from "@/drizzle/schema";
import type { Context, Environment, MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { reportEmail } from "@/lib/base/mail/email-templates";
import { BACKGROUND_MAIL_MS, sendMail } from "@/lib/base/mail/send";
import { log } from "@/lib/base/process/log";
import { may } from "@/lib/base/values/permissions";
import { recordedUntil } from "@/lib/payments/intents/recording";
import { dayEnds, lastPeriod } from "@/lib/payments/reports/day-ends";
import { type Days, periodAfter } from "@/lib/payments/reports/mail-schedule";
import { addPriceSums } from "@/lib/payments/reports/price-sums";
import { refundsWithoutPayment } from "@/lib/payments/reports/refunds-without-payment";
import { type PriceSum, takings } from "@/lib/payments/reports/takings";

/** No other engine takes a report in this time; sending one takes at most `BACKGROUND_MAIL_MS`. */
const HOLD = "2 minutes";
const RETRY = "15 minutes";
/** Until the next check of a period that has ended while payments of it are still being recorded. */
const RECORDING_MS = 5_000;
/** After so many failures a period is given up. */
const MAX_FAILURES = 8;

type Subscription = Pick<
  typeof reportSubscriptions.$inferSelect,
  "merchantId" | "userId" | "frequency" | "sentThrough" | "failures"
> & { environment: Environment } & Pick<typeof memberships.$inferSelect, "role" | "terminalIds"> & {
    now: Date;
    email: (typeof users.$inferSelect)["email"];
    hasTwoStep: boolean;
    merchantName: (typeof merchants.$inferSelect)["name"];
    requiresTwoStep: boolean;
  };

type Claimed = Subscription & {
  /** null: none is missing, or payments of it are still being recorded */
  period: Days | null;
  /** when the period after it has ended, or soon */
  nextDueAt: Date;
};

/**
 * Sends up to `limit` reports by email that are due, each about the latest period that has ended, once; earlier missed
 * periods are left out. Safe beside other engines. A report that the mail server refused is tried again, up to eight
 * times, and one that can't be computed until it can. Members who may no longer see reports receive none. Begins no
 * further one once `signal` is aborted. Returns how many subscriptions were handled; none without a mail server.
 */
export async function sendDueReports(ctx: Context, limit: number, signal?: AbortSignal): Promise<number> {
  if (!ctx.settings.mail) return 0;
  for (let handled = 0; handled < limit; handled++) {
    if (signal?.aborted) return handled;
    const held = await hold(ctx);
    if (!held) return handled;
    try {
      await handle(ctx, held);
    } catch (error) {
      // the others' reports go out: this one would be the first again
      log().error({ err: error, merchantId: held.merchantId, userId: held.userId }, "a report by email failed");
      await postpone(ctx, held);
    }
  }
  return limit;
}

async function handle(ctx: Context, held: Subscription): Promise<void> {
  const claimed = await ctx.db.sql.begin((tx) => addPeriod(tx, held));
  const sent = claimed.period === null || !maySee(claimed) || (await send(ctx, claimed, claimed.period));
  if (sent || claimed.failures + 1 >= MAX_FAILURES) await settle(ctx, claimed);
  else await postpone(ctx, claimed);
}

/** Milliseconds until the next report is due; null without one and without a mail server. */
export async function nextReportDueMs(ctx: Context): Promise<number | null> {
  if (!ctx.settings.mail) return null;
  const [due] = await ctx.db.sql<[{ ms: number | null }]>`
    select extract(epoch from min(due_at) - now())::float8 * 1000 as ms from report_subscriptions`;
  return due.ms;
}

/** Holds the earliest due subscription for this engine: of several, one gets the row back. */
async function hold({ db: { sql } }: Context): Promise<Subscription | null> {
  const [held] = await sql<Subscription[]>`
    update report_subscriptions s set due_at = now() + ${HOLD}::interval
      from memberships m, users u, merchants b
     where (s.merchant_id, s.user_id, s.environment) = (
             select d.merchant_id, d.user_id, d.environment from report_subscriptions d
              where d.due_at <= now() order by d.due_at limit 1 for update skip locked)
       and m.merchant_id = s.merchant_id and m.user_id = s.user_id and u.id = s.user_id and b.id = s.merchant_id
    returning s.merchant_id as "merchantId", s.user_id as "userId", s.environment, s.frequency,
              s.sent_through::text as "sentThrough", s.failures, m.role, m.terminal_ids as "terminalIds", now() as now,
              u.email, u.totp_enabled_at is not null as "hasTwoStep", b.name as "merchantName",
              b.requires_two_step as "requiresTwoStep"`;
  return held ?? null;
}

async function addPeriod(tx: Transaction, held: Subscription): Promise<Claimed> {
  const { frequency, sentThrough, merchantId, now } = held;
  const period = await lastPeriod(tx, { merchantId, frequency, at: await recordedUntil(tx) });
  const isMissing = period.to > sentThrough;
  const through = isMissing ? period.to : sentThrough;
  const nextEnd = await dayEnds(tx, { merchantId, day: periodAfter(frequency, through).to });
  const nextDueAt = nextEnd > now ? nextEnd : new Date(now.getTime() + RECORDING_MS);
  return { ...held, period: isMissing ? period : null, nextDueAt };
}

function maySee({ role, requiresTwoStep, hasTwoStep }: Claimed): boolean {
  return may(role, "reports.view") && (hasTwoStep || !requiresTwoStep);
}

async function send({ db, settings }: Context, to: Claimed, { from, to: last }: Days): Promise<boolean> {
  const { merchantId, userId, environment, role, terminalIds, merchantName, frequency } = to;
  const actor = { type: "user" as const, userId, address: "" };
  const member: MemberContext = { db, settings, actor, merchantId, environment, role, terminalIds };
  const rows = await takings(member, { from, to: last });
  const ofBusiness = await refundsWithoutPayment(member, { from, to: last });
  const email = reportEmail(settings, to.email, {
    merchantId,
    merchantName,
    environment,
    frequency,
    from,
    to: last,
    terminals: byTerminal(rows),
    prices: rows.reduce<PriceSum[]>((sums, { prices }) => addPriceSums(sums, prices), []),
    withoutPaymentMicros: ofBusiness.reduce((sum, { refundedMicros }) => sum + refundedMicros, 0n),
  });
  const id = `report.${merchantId}.${userId}.${environment}.${frequency}.${last}`;
  return (await sendMail(settings, { ...email, id }, BACKGROUND_MAIL_MS)) === "sent";
}

function byTerminal(rows: Awaited<ReturnType<typeof takings>>) {
  const sums = new Map<string, { name: string; micros: bigint; sales: bigint; refundedMicros: bigint }>();
  for (const { terminalId, terminalName: name, micros, sales, refundedMicros } of rows) {
    const sum = sums.get(terminalId) ?? { name, micros: 0n, sales: 0n, refundedMicros: 0n };
    sums.set(terminalId, {
      name,
      micros: sum.micros + micros,
      sales: sum.sales + sales,
      refundedMicros: sum.refundedMicros + refundedMicros,
    });
  }
  return [...sums.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** Only while the subscription is as it was claimed: the member may have changed it meanwhile. */
function settle(ctx: Context, { merchantId, userId, environment, frequency, sentThrough, period, nextDueAt }: Claimed) {
  return ctx.db.sql`
    update report_subscriptions
       set sent_through = ${period?.to ?? sentThrough}::date, due_at = ${nextDueAt.toISOString()}::timestamptz, failures = 0
     where merchant_id = ${merchantId} and user_id = ${userId} and environment = ${environment}
       and frequency = ${frequency} and sent_through = ${sentThrough}::date`;
}

function postpone(ctx: Context, { merchantId, userId, environment, frequency, sentThrough }: Subscription) {
  return ctx.db.sql`
    update report_subscriptions set due_at = now() + ${RETRY}::interval, failures = failures + 1
     where merchant_id = ${merchantId} and user_id = ${userId} and environment = ${environment}
       and frequency = ${frequency} and sent_through = ${sentThrough}::date`;
}
