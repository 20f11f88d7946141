import { and, eq, sql as fragment } from "drizzle-orm";
import { memberships, merchantLogos, merchants } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import type { Role } from "@/lib/base/values/permissions";

export type Membership = {
  role: Role;
  terminalIds: string[] | null;
  merchant: {
    id: string;
    name: string;
    timeZone: string;
    logoDigest: string | null;
    requiresTwoStep: boolean;
    createdAt: Date;
  };
};

/** The signed-in person's membership of a merchant; null if there is none or no such merchant. */
export async function findMembership(ctx: UserContext, merchantId: string): Promise<Membership | null> {
  const [row] = await selectMemberships(ctx, merchantId);
  return row ?? null;
}

/** Every merchant of the signed-in person, by name. */
export function listMemberships(ctx: UserContext): Promise<Membership[]> {
  return selectMemberships(ctx, null);
}

function selectMemberships(ctx: UserContext, merchantId: string | null): Promise<Membership[]> {
  return ctx.db.orm
    .select({
      role: memberships.role,
      terminalIds: memberships.terminalIds,
      merchant: {
        id: merchants.id,
        name: merchants.name,
        timeZone: merchants.timeZone,
        logoDigest: merchantLogos.digest,
        requiresTwoStep: merchants.requiresTwoStep,
        createdAt: merchants.createdAt,
      },
    })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .leftJoin(merchantLogos, eq(merchantLogos.merchantId, merchants.id))
    .where(
      and(
        eq(memberships.userId, ctx.actor.userId),
        merchantId === null ? undefined : eq(memberships.merchantId, merchantId),
      ),
    )
    .orderBy(fragment`lower(${merchants.name})`, merchants.id);
}
