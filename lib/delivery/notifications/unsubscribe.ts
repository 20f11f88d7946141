import { eq } from "drizzle-orm";
import { z } from "zod";
import { merchants, notificationPreferences, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { DomainError } from "@/lib/base/values/errors";

export const UnsubscribeInput = z.object({ token: z.string() });

export type Subscription = { email: string; merchantName: string; environment: "sandbox" | "live"; byEmail: boolean };

/** Whose emails the link in one of them ends; null if there is no such link. */
export async function findSubscription({ db }: Context, token: string): Promise<Subscription | null> {
  if (!z.guid().safeParse(token).success) return null;
  const { byEmail, environment, unsubscribeToken } = notificationPreferences;
  const [row] = await db.orm
    .select({ email: users.email, merchantName: merchants.name, environment, byEmail })
    .from(notificationPreferences)
    .innerJoin(users, eq(users.id, notificationPreferences.userId))
    .innerJoin(merchants, eq(merchants.id, notificationPreferences.merchantId))
    .where(eq(unsubscribeToken, token));
  return row ?? null;
}

/** Ends the emails, for anyone who has the link. Twice is as good as once. Error: `not_found`. */
export async function unsubscribeByLink(ctx: Context, { token }: z.output<typeof UnsubscribeInput>): Promise<void> {
  const found = await findSubscription(ctx, token);
  if (!found) throw new DomainError("not_found", "This link doesn't work any more.");
  await ctx.db.orm
    .update(notificationPreferences)
    .set({ byEmail: false })
    .where(eq(notificationPreferences.unsubscribeToken, token));
}
