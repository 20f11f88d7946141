import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { terminals } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { managedRoles, ROLES, type Role } from "@/lib/base/values/permissions";

/** What a member is granted: a role and, for cashiers only, terminals. */
export const Grant = z
  .object({
    role: z.enum(ROLES, { error: "Choose a role." }),
    terminalIds: z.array(z.guid()).max(1_000).default([]),
  })
  .refine(({ role, terminalIds }) => role !== "cashier" || terminalIds.length > 0, {
    path: ["terminalIds"],
    error: "Choose at least one terminal. A cashier only has access to assigned terminals.",
  });
export type Grant = z.infer<typeof Grant>;

/** Requires that `role` can give, change or remove each of the others. Error: `forbidden`. */
export function requireManaged(role: Role | undefined, ...others: Role[]): void {
  const managed = role ? managedRoles(role) : [];
  if (others.every((other) => managed.includes(other))) return;
  throw new DomainError("forbidden", "Only an owner can add, change or remove owners.", {
    field: "role",
  });
}

/**
 * The terminals to store for a grant: null for roles that see all of them. Each is the merchant's and not archived.
 * Error: `not_found`.
 */
export async function grantedTerminals(tx: Transaction, merchantId: string, grant: Grant): Promise<string[] | null> {
  if (grant.role !== "cashier") return null;
  const wanted = [...new Set(grant.terminalIds.map((id) => id.toLowerCase()))];
  const found = await orm(tx)
    .select({ id: terminals.id })
    .from(terminals)
    .where(and(eq(terminals.merchantId, merchantId), inArray(terminals.id, wanted), isNull(terminals.archivedAt)));
  if (found.length === wanted.length) return wanted;
  throw new DomainError("not_found", "One of these terminals is no longer available. Choose again.", {
    field: "terminalIds",
  });
}
