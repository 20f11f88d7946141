import { and, eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { notificationPreferences, users } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { formatClock, parseClock } from "@/lib/base/time/clock";
import { DomainError } from "@/lib/base/values/errors";
import { kindsFor, MEMBER_KINDS, type MemberKind } from "@/lib/delivery/notifications/kinds";
import { lockOwnMembership } from "@/lib/people/members/lock-own";

const PAYMENTS = ["each", "hourly"] as const;
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, for example 22:00.");

export const SavePreferencesInput = z.object({
  kinds: z.array(z.enum(MEMBER_KINDS)),
  payments: z.enum(PAYMENTS),
  byEmail: z.boolean(),
  /** null: notifications come at any time */
  quiet: z.object({ from: TimeOfDay, until: TimeOfDay }).nullable(),
});

export type Preferences = {
  /** the address of emails: the one that the member signs in with */
  email: string;
  kinds: MemberKind[];
  payments: (typeof PAYMENTS)[number];
  byEmail: boolean;
  /** times of day in the business's time zone, as `22:00` */
  quiet: { from: string; until: string } | null;
  /** the connected chat's name; null without one */
  telegram: string | null;
};

const NONE: Omit<Preferences, "email"> = { kinds: [], payments: "each", byEmail: true, quiet: null, telegram: null };

/** What the member is notified of in this environment. */
export async function getPreferences(ctx: MemberContext): Promise<Preferences> {
  const [row] = await ctx.db.orm.select().from(notificationPreferences).where(isOwn(ctx));
  const { email } = requireRow(
    await ctx.db.orm.select({ email: users.email }).from(users).where(eq(users.id, ctx.actor.userId)),
  );
  if (!row) return { ...NONE, email };
  const { payments, byEmail, quietFrom, quietUntil, telegramChatId, telegramName } = row;
  return {
    email,
    payments,
    byEmail,
    telegram: telegramChatId && (telegramName ?? telegramChatId),
    kinds: kindsFor(ctx.role, ctx.environment).filter((kind) => row.kinds.includes(kind)),
    quiet: quietFrom === quietUntil ? null : { from: formatClock(quietFrom), until: formatClock(quietUntil) },
  };
}

/**
 * Replaces the member's preferences. Errors: `forbidden` for a kind that the role may not see, `invalid_request` for
 * equal times.
 */
export async function savePreferences(ctx: MemberContext, input: z.output<typeof SavePreferencesInput>): Promise<void> {
  const { kinds, payments, byEmail, quiet } = input;
  const allowed = kindsFor(ctx.role, ctx.environment);
  if (kinds.some((kind) => !allowed.includes(kind))) {
    throw new DomainError("forbidden", "Your role can't see what this notification is about.");
  }
  if (quiet && quiet.from === quiet.until) {
    throw new DomainError("invalid_request", "The start and end times must be different.", {
      field: "until",
    });
  }
  const values = {
    kinds: [...new Set(kinds)],
    payments,
    byEmail,
    updatedAt: new Date(),
    quietFrom: quiet ? parseClock(quiet.from) : 0,
    quietUntil: quiet ? parseClock(quiet.until) : 0,
  };
  await upsert(ctx, values);
  await releaseQuiet(ctx);
}

/**
 * What waits for the end of the quiet hours is due now: the sender holds it back again until the new end, if there is
 * one.
 */
async function releaseQuiet(ctx: MemberContext): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  await ctx.db.sql`
    update notifications set due_at = now(), is_quiet = false
     where merchant_id = ${merchantId} and user_id = ${actor.userId} and environment = ${environment}
       and is_quiet and claimed_at is null`;
}

type Values = Omit<Partial<typeof notificationPreferences.$inferInsert>, "telegramCodeExpiresAt"> & {
  telegramCodeExpiresAt?: SQL<Date> | null;
};

/**
 * Changes some of the member's preferences; the others stay or get their defaults. Error: `not_found` after a removal.
 */
export async function upsert(ctx: MemberContext, values: Values): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const { merchantId: merchant, userId, environment: env } = notificationPreferences;
  await ctx.db.sql.begin(async (tx) => {
    await lockOwnMembership(tx, ctx);
    await orm(tx)
      .insert(notificationPreferences)
      .values({ merchantId, userId: actor.userId, environment, ...values })
      .onConflictDoUpdate({ target: [merchant, userId, env], set: values });
  });
}

export function isOwn({ merchantId, environment, actor }: MemberContext) {
  return and(
    eq(notificationPreferences.merchantId, merchantId),
    eq(notificationPreferences.userId, actor.userId),
    eq(notificationPreferences.environment, environment),
  );
}
