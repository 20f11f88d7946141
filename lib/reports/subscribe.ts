import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { merchants, reportSubscriptions, terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import { one } from "@/lib/db/one";
import { DomainError } from "@/lib/errors";
import { type Clock, dayEnds, FREQUENCIES, lastPeriod, periodAfter } from "@/lib/reports/mail-schedule";
import { calendarDay } from "@/lib/time/calendar-day";

export const SubscribeInput = z.object({ frequency: z.enum(FREQUENCIES) });

const NO_MAIL = "No mail server is configured, so reports can't be sent.";

/**
 * Subscribes the member to the takings report by email, or changes how often it comes. The first one is about the period that
 * is under way. Error: `invalid_transition` without a mail server.
 */
export async function subscribe(ctx: MemberContext, { frequency }: z.output<typeof SubscribeInput>): Promise<void> {
  if (!ctx.settings.mail) throw new DomainError("invalid_transition", NO_MAIL);
  const { merchantId, environment } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const clocks = await readClocks(tx, merchantId);
    const [{ now }] = await tx<[{ now: Date }]>`select now()`;
    const sentThrough = lastPeriod(frequency, calendarDay(now, clocks[0].zone), clocks, now).to;
    const next = { frequency, sentThrough, failures: 0 };
    const dueAt = dayEnds(periodAfter(frequency, sentThrough).to, clocks);
    await orm(tx)
      .insert(reportSubscriptions)
      .values({ merchantId, userId: ctx.actor.userId, environment, ...next, dueAt })
      .onConflictDoUpdate({
        target: [reportSubscriptions.merchantId, reportSubscriptions.userId, reportSubscriptions.environment],
        set: { ...next, dueAt },
      });
  });
}

/** Ends the member's subscription in this environment; nothing happens without one. */
export async function unsubscribe(ctx: MemberContext): Promise<void> {
  await ctx.db.orm.delete(reportSubscriptions).where(isOwn(ctx));
}

/** How often the member receives the report of this environment; null: not at all. */
export async function getSubscription(ctx: MemberContext) {
  const [row] = await ctx.db.orm
    .select({ frequency: reportSubscriptions.frequency })
    .from(reportSubscriptions)
    .where(isOwn(ctx));
  return row?.frequency ?? null;
}

function isOwn({ merchantId, environment, actor }: MemberContext) {
  return and(
    eq(reportSubscriptions.merchantId, merchantId),
    eq(reportSubscriptions.userId, actor.userId),
    eq(reportSubscriptions.environment, environment),
  );
}

/** The business's clock first, then those of its terminals. */
export async function readClocks(tx: Transaction, merchantId: string): Promise<[Clock, ...Clock[]]> {
  const { zone } = one(
    await orm(tx).select({ zone: merchants.timeZone }).from(merchants).where(eq(merchants.id, merchantId)),
  );
  const starts = await orm(tx)
    .select({ zone: terminals.timeZone, startMinutes: terminals.businessDayStartMinutes })
    .from(terminals)
    .where(and(eq(terminals.merchantId, merchantId), isNull(terminals.archivedAt)));
  return [{ zone, startMinutes: 0 }, ...starts];
}
