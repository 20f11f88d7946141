import { eq } from "drizzle-orm";
import { memberships } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { DomainError, notFound } from "@/lib/base/values/errors";
import type { Role } from "@/lib/base/values/permissions";

export type TeamRow = Pick<typeof memberships.$inferSelect, "userId" | "role" | "terminalIds">;

export type LockedTeam = {
  /** the current role; undefined for someone who is not, or no longer, a member */
  getRole(userId: string): Role | undefined;
  /** Error: `not_found`. */
  member(userId: string): TeamRow;
  /** Requires that someone else is an owner too. Error: `conflict`. */
  requireAnotherOwner(userId: string): void;
};

/**
 * Reads a merchant's team and locks it until the transaction ends. Concurrent changes of a team run one after the
 * other: no one acts with a role that they have just lost, and one owner always remains.
 */
export async function lockTeam(tx: Transaction, merchantId: string): Promise<LockedTeam> {
  const rows: TeamRow[] = await orm(tx)
    .select({ userId: memberships.userId, role: memberships.role, terminalIds: memberships.terminalIds })
    .from(memberships)
    .where(eq(memberships.merchantId, merchantId))
    .orderBy(memberships.userId)
    .for("update");
  const find = (userId: string) => rows.find((row) => row.userId === userId.toLowerCase());
  return {
    getRole: (userId) => find(userId)?.role,
    member(userId) {
      const row = find(userId);
      if (!row) throw notFound("member");
      return row;
    },
    requireAnotherOwner(userId) {
      if (rows.some((row) => row.role === "owner" && row.userId !== userId.toLowerCase())) return;
      throw new DomainError("conflict", "This is the only owner. Make someone else an owner first.", {
        field: "role",
      });
    },
  };
}
