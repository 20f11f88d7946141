import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { paymentViews } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { typedName } from "@/lib/base/values/typed-name";
import { filterQuery } from "@/lib/payments/lists/filter";
import { lockOwnMembership } from "@/lib/people/members/lock-own";

const MOST_VIEWS = 20;

export const SaveViewInput = z.object({
  name: typedName({
    most: 60,
    error: "Enter a name, for example Paid this month.",
    tooLong: "Enter a name of at most 60 characters.",
  }),
  /** the query of the list's URL */
  query: z
    .string()
    .max(2_000, "This filter is too long to save. Remove a part of it.")
    .transform(filterQuery)
    .refine((query) => query !== "", "Set a filter first. A view saves what the list is filtered by."),
});

/**
 * Saves a filter under a name, for the member alone, and replaces one of the same name. Errors: `conflict` beyond 20,
 * `not_found` for someone who was just removed.
 */
export async function saveView(ctx: MemberContext, { name, query }: z.output<typeof SaveViewInput>): Promise<void> {
  const { merchantId } = ctx;
  const { userId } = ctx.actor;
  await ctx.db.sql.begin(async (tx) => {
    const db = orm(tx);
    // one at a time, so that two saves can't both be the last that fits
    await lockOwnMembership(tx, ctx, "update");
    const others = await db
      .select({ name: paymentViews.name })
      .from(paymentViews)
      .where(
        and(eq(paymentViews.merchantId, merchantId), eq(paymentViews.userId, userId), ne(paymentViews.name, name)),
      );
    if (others.length >= MOST_VIEWS) {
      const message = `You have ${MOST_VIEWS} saved views. Delete one before you save another.`;
      throw new DomainError("conflict", message, { field: "name" });
    }
    await db
      .insert(paymentViews)
      .values({ merchantId, userId, name, query })
      .onConflictDoUpdate({
        target: [paymentViews.merchantId, paymentViews.userId, paymentViews.name],
        set: { query },
      });
  });
}
