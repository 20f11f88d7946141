import { and, eq, sql as fragment, gt, isNull, lte, or } from "drizzle-orm";
import { z } from "zod";
import { memberships, merchants, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { conflict, DomainError } from "@/lib/base/values/errors";
import { formatList } from "@/lib/base/values/intl";
import { linkEnded } from "@/lib/people/accounts/find-link";
import { LinkToken, linkTokenHash } from "@/lib/people/accounts/link-token";

/**
 * For how long a link, an owner's permission, an invitation or a password reset lets a person set up two-step sign-in.
 */
const SETUP_HOURS = 1;

/** What the address of a setup link carries; empty without one. */
export const SetupToken = z.string().max(100).default("");

/** The end of that time, from now on. */
export const inSetupHours = () => fragment`now() + make_interval(hours => ${SETUP_HOURS})`;

/**
 * The businesses that require two-step sign-in of a person without it, and haven't allowed them to set it up. Someone
 * else may know the password, so it alone can't give the account anything that gets them in later.
 */
async function listSetupHolds(sql: Sql | Transaction, userId: string): Promise<string[]> {
  const { twoStepSetupUntil: until } = memberships;
  const rows = await orm(sql)
    .select({ name: merchants.name })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.userId, userId),
        isNull(users.totpEnabledAt),
        eq(merchants.requiresTwoStep, true),
        or(isNull(until), lte(until, fragment`now()`)),
      ),
    )
    .orderBy(fragment`lower(${merchants.name})`, merchants.id);
  return rows.map(({ name }) => name);
}

/** The businesses that hold back the signed-in person. */
export function findSetupHolds({ db, actor }: UserContext): Promise<string[]> {
  return listSetupHolds(db.sql, actor.userId);
}

/**
 * Whether a setup link is the signed-in person's newest and works. Doesn't use it up: turning two-step sign-in on does.
 */
export async function isSetupLink(
  { db, actor }: UserContext,
  token: string,
  sql: Sql | Transaction = db.sql,
): Promise<boolean> {
  if (!LinkToken.safeParse(token).success) return false;
  const { id, twoStepLinkHash, twoStepLinkUntil } = users;
  const found = await orm(sql)
    .select({ id })
    .from(users)
    .where(and(eq(id, actor.userId), eq(twoStepLinkHash, linkTokenHash(token)), gt(twoStepLinkUntil, fragment`now()`)));
  return found.length > 0;
}

/**
 * Requires more than the password to set up two-step sign-in where a business requires it: the link that was sent to
 * the person, or that each of these businesses allows it. Errors: `link_ended`, `forbidden`.
 */
export async function requireSetupAllowed(tx: Transaction, ctx: UserContext, token: string): Promise<void> {
  const holds = await listSetupHolds(tx, ctx.actor.userId);
  if (holds.length === 0 || (await isSetupLink(ctx, token, tx))) return;
  if (token !== "") throw linkEnded();
  const names = formatList(holds);
  const way = ctx.settings.mail
    ? "Request a setup link by email."
    : `Ask an owner of ${names} to allow it under Settings > Team.`;
  const message = `Two-step sign-in is required by ${names}, and your password isn't enough to set it up. ${way}`;
  throw new DomainError("forbidden", message);
}

/** Lets a person who has proved more than a known password set up two-step sign-in, whatever business requires it. */
export async function allowSetup(tx: Transaction, userId: string): Promise<void> {
  await orm(tx).update(memberships).set({ twoStepSetupUntil: inSetupHours() }).where(eq(memberships.userId, userId));
}

/** Refuses what would let someone who only knows the password come back later. Error: `conflict`. */
export async function requireNoSetupHold(sql: Sql | Transaction, userId: string): Promise<void> {
  const holds = await listSetupHolds(sql, userId);
  if (holds.length === 0) return;
  throw conflict(`Two-step sign-in is required by ${formatList(holds)}. Set it up before you change this.`);
}
