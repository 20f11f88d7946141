import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { userSessions, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import { one } from "@/lib/db/one";
import { signedOut } from "@/lib/errors";
import { passwordChangedEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { endSessionsAndLinks } from "@/lib/users/end-sessions";
import { NewPassword } from "@/lib/users/new-password";
import { noteAccount } from "@/lib/users/note";
import { hashPassword } from "@/lib/users/password";

export const ChangePasswordInput = z.object({ newPassword: NewPassword });
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/**
 * Changes the password of a person who has just entered the current one. Ends every session but this one. Error: `signed_out` if this
 * one was ended in the meantime, such as by a password reset.
 */
export async function changePassword(ctx: UserContext, { newPassword }: ChangePasswordInput): Promise<void> {
  const { userId } = ctx.actor;
  const passwordHash = await hashPassword(newPassword);
  const email = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const user = one(
      await orm(tx).update(users).set({ passwordHash }).where(eq(users.id, userId)).returning({ email: users.email }),
    );
    await endSessionsAndLinks(tx, userId, ctx.sessionId);
    await noteAccount(tx, ctx.actor, "password.changed");
    return user.email;
  });
  void sendMail(ctx.settings, passwordChangedEmail(ctx.settings, email));
}

/** Locks the session and its person, so that neither ends before the caller's transaction does. Error: `signed_out`. */
async function requireSession(tx: Transaction, { actor, sessionId }: UserContext): Promise<void> {
  const [found] = await orm(tx)
    .select({ id: users.id })
    .from(users)
    .innerJoin(userSessions, and(eq(userSessions.userId, users.id), eq(userSessions.version, users.sessionVersion)))
    .where(and(eq(users.id, actor.userId), eq(userSessions.id, sessionId), isNull(userSessions.revokedAt)))
    .for("update");
  if (!found) throw signedOut();
}
