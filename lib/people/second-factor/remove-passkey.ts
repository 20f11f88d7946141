import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { passkeys } from "@/drizzle/schema";
import type { Actor, UserContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { passkeyEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { notFound } from "@/lib/base/values/errors";
import { findEmail } from "@/lib/people/accounts/find-email";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";

export const RemovePasskeyInput = z.object({ passkeyId: z.guid() });
export type RemovePasskeyInput = z.infer<typeof RemovePasskeyInput>;

/** Removes a passkey of a person who has just entered their password. Errors: `not_found`, `signed_out`. */
export async function removePasskey(ctx: UserContext, { passkeyId }: RemovePasskeyInput): Promise<void> {
  const name = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const [removed] = await orm(tx)
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, ctx.actor.userId)))
      .returning({ name: passkeys.name });
    if (!removed) throw notFound("passkey");
    await recordAccountAudit(tx, ctx.actor, "passkey.removed", { before: { name: removed.name } });
    return removed.name;
  });
  void sendUntilTaken(ctx.settings, passkeyEmail(ctx.settings, await findEmail(ctx), name, "removed"));
}

/**
 * Removes all passkeys of a person whose row the caller has locked, each with an entry in the security log. Returns how
 * many.
 */
export async function removePasskeysOf(tx: Transaction, actor: Actor, userId: string): Promise<number> {
  const removed = await orm(tx).delete(passkeys).where(eq(passkeys.userId, userId)).returning({ name: passkeys.name });
  for (const { name } of removed) await recordAccountAudit(tx, actor, "passkey.removed", { userId, before: { name } });
  return removed.length;
}
