import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { memberships, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/values/errors";
import { managedRoles, ROLES, type Role } from "@/lib/base/values/permissions";
import { Grant, grantedTerminals, requireManaged } from "@/lib/people/members/grant";
import { lockTeam } from "@/lib/people/members/lock-team";
import { revokeInvitationsOf } from "@/lib/people/members/revoke-invitations";

const CHANGED =
  "This member's role or terminals have changed since you opened this page. Nothing was saved. Reload the page.";

const Shown = z.object({ role: z.enum(ROLES), terminalIds: z.array(z.guid()).max(1_000) });

/**
 * `shown`: the member's role and, of a cashier's terminals, those that can be chosen, as the person who changes them
 * saw them
 */
export const ChangeMemberInput = z.intersection(z.object({ userId: z.guid(), shown: Shown }), Grant);
export type ChangeMemberInput = z.infer<typeof ChangeMemberInput>;

/**
 * Changes a member's role and terminals, immediately. A cashier who stays one keeps the archived terminals, which can't
 * be chosen. Their open invitations end if the new role can't give them. Errors: `not_found`; `forbidden` if someone
 * who is not an owner changes an owner or makes one; `conflict` for the only owner, and for a member who no longer is
 * what was shown.
 */
export async function changeMember(ctx: MemberContext, input: ChangeMemberInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const team = await lockTeam(tx, ctx.merchantId);
    const before = team.member(input.userId);
    requireManaged(team.getRole(ctx.actor.userId), before.role, input.role);
    const served = before.terminalIds ?? [];
    const archived = await archivedAmong(tx, ctx.merchantId, served);
    const current = { role: before.role, terminalIds: served.filter((id) => !archived.includes(id)) };
    if (isSame(current, input)) return;
    if (!isSame(current, input.shown)) throw conflict(CHANGED);
    if (before.role === "owner" && input.role !== "owner") team.requireAnotherOwner(input.userId);
    const granted = await grantedTerminals(tx, ctx.merchantId, input);
    const terminalIds = granted && [...granted, ...archived];
    await orm(tx)
      .update(memberships)
      .set({ role: input.role, terminalIds })
      .where(and(eq(memberships.merchantId, ctx.merchantId), eq(memberships.userId, input.userId)));
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "member.changed",
      targetType: "user",
      targetId: before.userId,
      before: { role: before.role, terminals: before.terminalIds },
      after: { role: input.role, terminals: terminalIds },
    });
    await revokeInvitationsOf(tx, ctx, before.userId, managedRoles(input.role));
  });
}

async function archivedAmong(tx: Transaction, merchantId: string, ids: string[]): Promise<string[]> {
  const found = await orm(tx)
    .select({ id: terminals.id })
    .from(terminals)
    .where(and(eq(terminals.merchantId, merchantId), inArray(terminals.id, ids), isNotNull(terminals.archivedAt)));
  return found.map(({ id }) => id);
}

type Choice = { role: Role; terminalIds: string[] };

/** Only cashiers have terminals of their own. */
function isSame(one: Choice, other: Choice): boolean {
  const idsOf = ({ terminalIds }: Choice) => [...new Set(terminalIds.map((id) => id.toLowerCase()))].sort().join();
  return one.role === other.role && (one.role !== "cashier" || idsOf(one) === idsOf(other));
}
