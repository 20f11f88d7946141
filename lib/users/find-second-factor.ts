import type { UserContext } from "@/lib/context";

export type SecondFactor = { onSince: Date | null; recoveryCodesLeft: number };

/** Whether the signed-in person's sign-in asks for a code, and how many recovery codes are unused. */
export async function findSecondFactor(ctx: UserContext): Promise<SecondFactor> {
  const { userId } = ctx.actor;
  const [row] = await ctx.db.sql<[SecondFactor]>`
    select totp_enabled_at as "onSince",
           (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as "recoveryCodesLeft"
      from users where id = ${userId}`;
  return row;
}
