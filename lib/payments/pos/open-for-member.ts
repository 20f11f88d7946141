import { and, eq, sql as fragment, isNotNull, isNull, not, or } from "drizzle-orm";
import { memberships, merchants, terminals, users } from "@/drizzle/schema";
import type { Environment, UserContext } from "@/lib/base/context/context";
import { may } from "@/lib/base/values/permissions";
import type { PosContext } from "@/lib/payments/pos/context";
import { displayName } from "@/lib/people/accounts/display-name";

/** The context of a signed-in member who may charge at the terminal; null for everyone else. */
export async function openPosForMember(
  ctx: Pick<UserContext, "db" | "settings" | "actor">,
  terminalId: string,
  environment: Environment,
): Promise<PosContext | null> {
  const [row] = await ctx.db.orm
    .select({
      role: memberships.role,
      // as stored: callers may have typed it in capitals
      terminalId: terminals.id,
      merchantId: merchants.id,
      merchantName: merchants.name,
      terminalName: terminals.name,
      timeZone: terminals.timeZone,
      intentLifeSeconds: terminals.intentLifeSeconds,
      chargeLimitMicros: terminals.chargeLimitMicros,
      chargedBy: displayName,
    })
    .from(terminals)
    .innerJoin(merchants, eq(merchants.id, terminals.merchantId))
    .innerJoin(
      memberships,
      and(eq(memberships.merchantId, terminals.merchantId), eq(memberships.userId, ctx.actor.userId)),
    )
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(terminals.id, terminalId),
        isNull(terminals.archivedAt),
        or(not(merchants.requiresTwoStep), isNotNull(users.totpEnabledAt)),
        or(isNull(memberships.terminalIds), fragment`${terminals.id} = any(${memberships.terminalIds})`),
      ),
    );
  if (!row || !may(row.role, "payments.charge")) return null;
  const { role: _role, ...pos } = row;
  const { db, settings, actor } = ctx;
  return { db, settings, actor, environment, terminalIds: [pos.terminalId], ...pos };
}
