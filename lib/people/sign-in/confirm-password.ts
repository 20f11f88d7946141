import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema";
import type { MemberContext, UserContext } from "@/lib/base/context/context";
import { DomainError } from "@/lib/base/values/errors";
import { isPassword } from "@/lib/people/accounts/password";

/** Checks the password of a signed-in person again before a sensitive action. Error: `wrong_password`. */
export async function confirmPassword(ctx: UserContext | MemberContext, password: string): Promise<void> {
  const [user] = await ctx.db.orm
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, ctx.actor.userId));
  if (await isPassword(password, user?.passwordHash ?? null)) return;
  throw new DomainError("wrong_password", "Incorrect password. Nothing was changed.", { field: "password" });
}
