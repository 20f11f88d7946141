import { and, eq } from "drizzle-orm";
import { bookSubscriptions } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { lastPeriod } from "@/lib/payments/reports/day-ends";
import { lockOwnMembership } from "@/lib/people/members/lock-own";
import { nextMailAt } from "@/lib/settlement/books/next-mail";

const NO_MAIL = "No mail server is configured, so the accounting export can't be sent.";

/**
 * Subscribes the member to the accounting export of each month by email, from the month under way on. Errors:
 * `invalid_transition` without a mail server, `not_found` after a removal.
 */
export async function subscribeToBooks(ctx: MemberContext): Promise<void> {
  if (!ctx.settings.mail) throw new DomainError("invalid_transition", NO_MAIL);
  const { merchantId, environment, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    await lockOwnMembership(tx, ctx);
    const [{ now }] = await tx<[{ now: Date }]>`select now()`;
    const { to: sentThrough } = await lastPeriod(tx, { merchantId, frequency: "monthly", at: now });
    const dueAt = await nextMailAt(tx, { merchantId, sentThrough });
    await orm(tx)
      .insert(bookSubscriptions)
      .values({ merchantId, userId: actor.userId, environment, sentThrough, dueAt })
      .onConflictDoNothing();
  });
}

/** Ends the member's subscription in this environment; nothing happens without one. */
export async function unsubscribeFromBooks(ctx: MemberContext): Promise<void> {
  await ctx.db.orm.delete(bookSubscriptions).where(isOwn(ctx));
}

export async function isSubscribedToBooks(ctx: MemberContext): Promise<boolean> {
  const rows = await ctx.db.orm.select({ dueAt: bookSubscriptions.dueAt }).from(bookSubscriptions).where(isOwn(ctx));
  return rows.length > 0;
}

function isOwn({ merchantId, environment, actor }: MemberContext) {
  return and(
    eq(bookSubscriptions.merchantId, merchantId),
    eq(bookSubscriptions.userId, actor.userId),
    eq(bookSubscriptions.environment, environment),
  );
}
