import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { typedName } from "@/lib/base/values/typed-name";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";

export const PersonName = typedName({
  least: 0,
  most: 120,
  error: "This name is too long. Use up to 120 characters.",
});

export const ChangeNameInput = z.object({ name: PersonName });
export type ChangeNameInput = z.infer<typeof ChangeNameInput>;

/** Changes the name that the team sees; an empty name shows the email instead. */
export async function changeName(ctx: UserContext, { name }: ChangeNameInput): Promise<void> {
  const { userId } = ctx.actor;
  await ctx.db.sql.begin(async (tx) => {
    const own = eq(users.id, userId);
    const old = requireRow(await orm(tx).select({ name: users.name }).from(users).where(own).for("update"));
    if (old.name === name) return;
    await orm(tx).update(users).set({ name }).where(own);
    await recordAccountAudit(tx, ctx.actor, "name.changed", { before: { name: old.name }, after: { name } });
  });
}
