import type { UserContext } from "@/lib/base/context/context";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";
import { replaceCodes } from "@/lib/people/second-factor/recovery-codes";
import type { SecondFactorInput } from "@/lib/people/second-factor/remove-authenticator";
import { withSecondFactor } from "@/lib/people/second-factor/with-second-factor";

/**
 * Ten new recovery codes, shown this once, for a person who has just entered their password. Needs a code too, since
 * recovery codes replace the authenticator. Errors: `wrong_code`, `codes_paused`, `conflict` when no authenticator is
 * on, `signed_out` if the session was ended in the meantime.
 */
export async function replaceRecoveryCodes(
  ctx: UserContext,
  { code }: SecondFactorInput,
): Promise<{ recoveryCodes: string[] }> {
  return withSecondFactor(ctx, { code }, async (tx) => {
    await requireSession(tx, ctx);
    await recordAccountAudit(tx, ctx.actor, "recovery_codes.replaced");
    return { recoveryCodes: await replaceCodes(tx, ctx.actor.userId) };
  });
}
