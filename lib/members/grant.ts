import { z } from "zod";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { managedRoles, ROLES, type Role } from "@/lib/members/permissions";

/** What somebody is to be in a shop: a role and, for a cashier alone, the terminals. */
export const Grant = z
  .object({
    role: z.enum(ROLES, { error: "Choose one of the roles." }),
    terminalIds: z.array(z.guid()).max(1_000).default([]),
  })
  .refine(({ role, terminalIds }) => role !== "cashier" || terminalIds.length > 0, {
    path: ["terminalIds"],
    error: "A cashier sees nothing without a terminal. Choose at least one.",
  });
export type Grant = z.infer<typeof Grant>;

/** Holds that whoever has `role` may give, change or take away each of the others. Error: `forbidden`. */
export function requireManaged(role: Role | undefined, ...others: Role[]): void {
  const managed = role ? managedRoles(role) : [];
  if (others.every((other) => managed.includes(other))) return;
  throw new DomainError("forbidden", "Only an owner may make somebody an owner, or change what an owner is.", {
    field: "role",
  });
}

/**
 * The terminals to write for a grant: null for the roles that see all of them. Each is the merchant's and in use.
 * Error: `not_found`.
 */
export async function grantedTerminals(tx: Transaction, merchantId: string, grant: Grant): Promise<string[] | null> {
  if (grant.role !== "cashier") return null;
  const wanted = [...new Set(grant.terminalIds.map((id) => id.toLowerCase()))];
  const found = await tx`
    select id from terminals where merchant_id = ${merchantId} and id = any(${wanted}::uuid[]) and archived_at is null`;
  if (found.length === wanted.length) return wanted;
  throw new DomainError("not_found", "No such terminal.", { field: "terminalIds" });
}
