import type { Actor } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { isTaken } from "@/lib/users/email";
import { endLinks } from "@/lib/users/end-sessions";
import { noteAccount } from "@/lib/users/note";

/**
 * Changes the email of an account in the caller's transaction and returns the old one. Links sent to the old address stop
 * working. Error: `conflict` when the address belongs to an account, this one included.
 */
export async function moveToEmail(tx: Transaction, actor: Actor, userId: string, email: string): Promise<string> {
  const [user] = await tx<[{ email: string }]>`select email from users where id = ${userId} for update`;
  if (user.email === email) throw new DomainError("conflict", "This is already your email.", { field: "email" });
  await tx`update users set email = ${email} where id = ${userId}`.catch((error) => {
    if (!isTaken(error)) throw error;
    throw new DomainError("conflict", "You can't use this email. Enter another one.", { field: "email" });
  });
  await endLinks(tx, userId);
  await noteAccount(tx, actor, "email.changed", { before: { email: user.email }, after: { email } });
  return user.email;
}
