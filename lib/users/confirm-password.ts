import type { MemberContext, UserContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { isPassword } from "@/lib/users/password";

/** Asks a signed-in person for the password again, before a dangerous act. Error: `wrong_password`. */
export async function confirmPassword(ctx: UserContext | MemberContext, password: string): Promise<void> {
  const [user] = await ctx.db.sql<{ passwordHash: string }[]>`
    select password_hash as "passwordHash" from users where id = ${ctx.actor.userId}`;
  if (await isPassword(password, user?.passwordHash ?? null)) return;
  throw new DomainError("wrong_password", "This is not your password. Nothing was changed.", { field: "password" });
}
