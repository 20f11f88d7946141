import type { UserContext } from "@/lib/base/context/context";
import { noteAccount } from "@/lib/people/users/note";
import { replaceCodes } from "@/lib/people/users/recovery-codes";
import type { SecondFactorInput } from "@/lib/people/users/remove-authenticator";
import { requireSession } from "@/lib/people/users/require-session";
import { withSecondFactor } from "@/lib/people/users/with-second-factor";

/**
 * Ten new recovery codes, shown this once, for a person who has just entered their password. Needs a code too, since
 * recovery codes replace the authenticator. Errors: `wrong_code`, `codes_paused`, `conflict` when no authenticator is on,
 * `signed_out` if the session was ended in the meantime.
 */
export async function replaceRecoveryCodes(
  ctx: UserContext,
  { code }: SecondFactorInput,
): Promise<{ recoveryCodes: string[] }> {
  return withSecondFactor(ctx, { code }, async (tx) => {
    await requireSession(tx, ctx);
    await noteAccount(tx, ctx.actor, "recovery_codes.replaced");
    return { recoveryCodes: await replaceCodes(tx, ctx.actor.userId) };
  });
}
