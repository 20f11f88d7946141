import type { Transaction } from "@/lib/db/client";
import { DomainError, notFound } from "@/lib/errors";
import type { Role } from "@/lib/members/permissions";

export type TeamRow = { userId: string; role: Role; terminalIds: string[] | null };

export type LockedTeam = {
  /** what somebody is at this moment; undefined when he is nobody (any more) */
  roleOf(userId: string): Role | undefined;
  /** Error: `not_found`. */
  member(userId: string): TeamRow;
  /** Holds that somebody else is an owner too. Error: `conflict`. */
  requireAnotherOwner(userId: string): void;
};

/**
 * Reads a merchant's team and locks it until the transaction ends, so that who changes a team waits for who does it already:
 * nobody acts on a role that he has just lost, and one owner always stays.
 */
export async function lockTeam(tx: Transaction, merchantId: string): Promise<LockedTeam> {
  const rows = await tx<TeamRow[]>`
    select user_id as "userId", role, terminal_ids as "terminalIds"
      from memberships where merchant_id = ${merchantId} order by user_id for update`;
  const find = (userId: string) => rows.find((row) => row.userId === userId.toLowerCase());
  return {
    roleOf: (userId) => find(userId)?.role,
    member(userId) {
      const row = find(userId);
      if (!row) throw notFound("member");
      return row;
    },
    requireAnotherOwner(userId) {
      if (rows.some((row) => row.role === "owner" && row.userId !== userId.toLowerCase())) return;
      throw new DomainError("conflict", "This is the only owner. Make somebody else an owner first.", {
        field: "role",
      });
    },
  };
}
