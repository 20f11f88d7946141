import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema";
import type { Actor } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { DomainError } from "@/lib/base/values/errors";
import { isTaken } from "@/lib/people/accounts/email";
import { endLinks } from "@/lib/people/accounts/end-sessions";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireNoSetupHold } from "@/lib/people/second-factor/two-step-setup";

/**
 * Changes the email of an account in the caller's transaction and returns the old one. Links sent to the old address
 * stop working. Error: `conflict` when the address belongs to an account, this one included, and before required
 * two-step sign-in.
 */
export async function moveToEmail(tx: Transaction, actor: Actor, userId: string, email: string): Promise<string> {
  const own = eq(users.id, userId);
  const user = requireRow(await orm(tx).select({ email: users.email }).from(users).where(own).for("update"));
  if (user.email === email) throw new DomainError("conflict", "This is already your email.", { field: "email" });
  await requireNoSetupHold(tx, userId);
  await orm(tx)
    .update(users)
    .set({ email })
    .where(own)
    .catch((error) => {
      if (!isTaken(error)) throw error;
      throw new DomainError("conflict", "You can't use this email. Enter another one.", { field: "email" });
    });
  await endLinks(tx, userId);
  await recordAccountAudit(tx, actor, "email.changed", { before: { email: user.email }, after: { email } });
  return user.email;
}
