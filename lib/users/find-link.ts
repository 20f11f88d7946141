import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { LinkToken, linkTokenHash } from "@/lib/users/link-token";

type AccountLink = { email: string; newEmail: string | null };

/** The account of a link, for the page it opens; null when it was used, has expired or never existed. Does not use it up. */
export async function findAccountLink(
  ctx: Context,
  purpose: "password_reset" | "email_change",
  token: string,
): Promise<AccountLink | null> {
  if (!LinkToken.safeParse(token).success) return null;
  const [row] = await ctx.db.sql<AccountLink[]>`
    select u.email, t.new_email as "newEmail" from account_tokens t join users u on u.id = t.user_id
     where t.token_hash = ${linkTokenHash(token)} and t.purpose = ${purpose} and t.used_at is null and t.expires_at > now()`;
  return row ?? null;
}

export function linkEnded() {
  return new DomainError("link_ended", "This link was used or has expired. Request a new one.");
}
