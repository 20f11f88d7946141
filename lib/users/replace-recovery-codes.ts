import type { UserContext } from "@/lib/context";
import { noteAccount } from "@/lib/users/note";
import { replaceCodes } from "@/lib/users/recovery-codes";
import { requireAuthenticator, type SecondFactorInput } from "@/lib/users/remove-authenticator";
import { takeSecondFactor } from "@/lib/users/second-factor";

/**
 * Ten new recovery codes, shown this once, for a person who has just given the password; by a code, since they open what
 * the authenticator guards. Errors: `wrong_code`, `conflict` when no authenticator is on.
 */
export async function replaceRecoveryCodes(
  ctx: UserContext,
  { code }: SecondFactorInput,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.actor;
  return ctx.db.sql.begin(async (tx) => {
    await requireAuthenticator(tx, userId);
    await takeSecondFactor(tx, userId, code);
    await noteAccount(tx, ctx.actor, "recovery_codes.replaced");
    return { recoveryCodes: await replaceCodes(tx, userId) };
  });
}
