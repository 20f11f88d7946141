import { and, desc, eq, sql as fragment, gt, isNull, lte, type SQL } from "drizzle-orm";
import { memberships, restrictedKeySecrets, restrictedKeys, terminals, users } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import type { Scope } from "@/lib/base/values/scopes";
import { restrictedKeyState } from "@/lib/business/keys/restricted-state";
import { hasNotEnded, isOwnRestricted } from "@/lib/business/keys/restricted-where";
import { displayName } from "@/lib/people/accounts/display-name";

export type RestrictedKeyRow = Awaited<ReturnType<typeof listRestrictedKeys>>[number];

/** For how long keys that have ended are listed, and how many. */
const ENDED_DAYS = 30;
const MOST_ENDED = 50;

/** The environment's restricted keys that haven't ended, by name. */
export function listRestrictedKeys(ctx: MemberContext) {
  return selectKeys(ctx, { where: hasNotEnded(), order: [fragment`lower(${restrictedKeys.name})`, restrictedKeys.id] });
}

/** The restricted keys that ended in the last 30 days, the last one first. */
export function listEndedRestrictedKeys(ctx: MemberContext) {
  const { endsAt, id } = restrictedKeys;
  const since = fragment`now() - make_interval(days => ${ENDED_DAYS})`;
  return selectKeys(ctx, {
    where: and(lte(endsAt, fragment`now()`), gt(endsAt, since)),
    order: [desc(endsAt), id],
    limit: MOST_ENDED,
  });
}

/** One restricted key, also one that has ended; null for another one's ID. */
export async function getRestrictedKey(ctx: MemberContext, id: string): Promise<RestrictedKeyRow | null> {
  const [key] = await selectKeys(ctx, { where: eq(restrictedKeys.id, id), order: [restrictedKeys.id] });
  return key ?? null;
}

type Choice = { where: SQL | undefined; order: (SQL | typeof restrictedKeys.id)[]; limit?: number };

async function selectKeys(ctx: MemberContext, { where, order, limit = 1_000 }: Choice) {
  const { id, name, scopes, ipRanges, refundLimitMicros, createdAt, endsAt, lastUsedAt, lastUsedAddress } =
    restrictedKeys;
  const rows = await ctx.db.orm
    .select({
      id,
      name,
      scopes,
      ipRanges,
      refundLimitMicros,
      createdAt,
      endsAt,
      lastUsedAt,
      lastUsedAddress,
      last4: restrictedKeySecrets.last4,
      terminal: { id: terminals.id, name: terminals.name },
      madeBy: displayName,
      makerRole: memberships.role,
      now: fragment<Date>`now()`,
    })
    .from(restrictedKeys)
    .innerJoin(restrictedKeySecrets, and(eq(restrictedKeySecrets.keyId, id), isNull(restrictedKeySecrets.endsAt)))
    .innerJoin(users, eq(users.id, restrictedKeys.madeBy))
    .leftJoin(
      memberships,
      and(eq(memberships.merchantId, restrictedKeys.merchantId), eq(memberships.userId, restrictedKeys.madeBy)),
    )
    .leftJoin(
      terminals,
      and(eq(terminals.merchantId, restrictedKeys.merchantId), eq(terminals.id, restrictedKeys.terminalId)),
    )
    .where(and(isOwnRestricted(ctx), where))
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ now, ...row }) => {
    const key = { ...row, scopes: row.scopes as Scope[] };
    return { ...key, ...restrictedKeyState(key, now) };
  });
}
