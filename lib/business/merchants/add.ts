import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { memberships, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { insertMerchant, MerchantName, TimeZone } from "@/lib/business/merchants/insert";
import { requireOpenSignUp, signUpMode } from "@/lib/people/accounts/sign-up-mode";

export const AddMerchantInput = z.object({ name: MerchantName, timeZone: TimeZone });
export type AddMerchantInput = z.infer<typeof AddMerchantInput>;

/** Adds a merchant with the signed-in person as owner. Error: `sign_up_closed`, see `mayAddMerchant`. */
export async function addMerchant(ctx: UserContext, input: AddMerchantInput): Promise<{ merchantId: string }> {
  const { userId } = ctx.actor;
  return ctx.db.sql.begin(async (tx) => {
    if (!(await ownsAny(tx, userId))) await requireOpenSignUp(ctx.settings, tx);
    const user = requireRow(await orm(tx).select({ email: users.email }).from(users).where(eq(users.id, userId)));
    return { merchantId: await insertMerchant(tx, ctx.actor, input, { id: userId, email: user.email }) };
  });
}

/** With open sign-up everyone can add a merchant; otherwise only people who already own one. */
export async function mayAddMerchant(ctx: UserContext): Promise<boolean> {
  return (await signUpMode(ctx)) === "open" || ownsAny(ctx.db.sql, ctx.actor.userId);
}

async function ownsAny(sql: Sql | Transaction, userId: string): Promise<boolean> {
  const owned = await orm(sql)
    .select({ merchantId: memberships.merchantId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.role, "owner")))
    .limit(1);
  return owned.length > 0;
}
