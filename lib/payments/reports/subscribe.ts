import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { reportSubscriptions } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { dayEnds, lastPeriod } from "@/lib/payments/reports/day-ends";
import { FREQUENCIES, periodAfter } from "@/lib/payments/reports/mail-schedule";
import { lockOwnMembership } from "@/lib/people/members/lock-own";

export const SubscribeInput = z.object({ frequency: z.enum(FREQUENCIES) });

const NO_MAIL = "No mail server is configured, so reports can't be sent.";

/**
 * Subscribes the member to the takings report by email, or changes how often it comes. The first one is about the
 * period that is under way. Errors: `invalid_transition` without a mail server, `not_found` after a removal.
 */
export async function subscribe(ctx: MemberContext, { frequency }: z.output<typeof SubscribeInput>): Promise<void> {
  if (!ctx.settings.mail) throw new DomainError("invalid_transition", NO_MAIL);
  const { merchantId, environment } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    await lockOwnMembership(tx, ctx);
    const [{ now }] = await tx<[{ now: Date }]>`select now()`;
    const { to: sentThrough } = await lastPeriod(tx, { merchantId, frequency, at: now });
    const next = { frequency, sentThrough, failures: 0 };
    const dueAt = await dayEnds(tx, { merchantId, day: periodAfter(frequency, sentThrough).to });
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
