import { z } from "zod";
import type { UserContext } from "@/lib/context";
import { noteAccount } from "@/lib/users/note";

export const PersonName = z.string().trim().max(120, "This name is too long. Use up to 120 characters.");

export const ChangeNameInput = z.object({ name: PersonName });
export type ChangeNameInput = z.infer<typeof ChangeNameInput>;

/** Changes the name that the team sees; an empty name shows the email instead. */
export async function changeName(ctx: UserContext, { name }: ChangeNameInput): Promise<void> {
  const { userId } = ctx.actor;
  await ctx.db.sql.begin(async (tx) => {
    const [old] = await tx<[{ name: string }]>`select name from users where id = ${userId} for update`;
    if (old.name === name) return;
    await tx`update users set name = ${name} where id = ${userId}`;
    await noteAccount(tx, ctx.actor, "name.changed", { before: { name: old.name }, after: { name } });
  });
}
