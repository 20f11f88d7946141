import type { Actor, Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { newLink } from "@/lib/users/link-token";
import { noteAccount } from "@/lib/users/note";

const HOURS = 1;

/**
 * For the operator: a reset link for a person, which works once and expires in an hour. Two-step sign-in stays on.
 * Error: `invalid_request` when the email has no account.
 */
export async function createResetLink(ctx: Context, email: string): Promise<{ link: string; expiresAt: Date }> {
  return ctx.db.sql.begin(async (tx) => {
    const [user] = await tx<{ id: string }[]>`select id from users where lower(email) = lower(${email})`;
    if (!user) throw new DomainError("invalid_request", `No account has the email ${email}.`);
    return issueResetLink(tx, ctx.actor, user.id);
  });
}

/** Creates a reset link in the caller's transaction. */
export async function issueResetLink(tx: Transaction, actor: Actor, userId: string) {
  const { link, tokenHash } = newLink("reset-password");
  const [token] = await tx<[{ expiresAt: Date }]>`
    insert into account_tokens (user_id, purpose, token_hash, expires_at)
    values (${userId}, 'password_reset', ${tokenHash}, now() + make_interval(hours => ${HOURS}))
    returning expires_at as "expiresAt"`;
  await noteAccount(tx, actor, "password.reset_requested", { userId });
  return { link, expiresAt: token.expiresAt };
}
