import { and, eq, isNull } from "drizzle-orm";
import { recoveryCodes, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { requireRow } from "@/lib/base/db/require-row";

export type SecondFactor = { onSince: Date | null; recoveryCodesLeft: number };

/** Whether the signed-in person's sign-in asks for a code, and how many recovery codes are unused. */
export async function findSecondFactor(ctx: UserContext): Promise<SecondFactor> {
  const { userId } = ctx.actor;
  const { orm } = ctx.db;
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  return requireRow(
    await orm
      .select({ onSince: users.totpEnabledAt, recoveryCodesLeft: orm.$count(recoveryCodes, unused) })
      .from(users)
      .where(eq(users.id, userId)),
  );
}
