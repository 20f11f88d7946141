import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { issueKey } from "@/lib/business/keys/issue";
import { lockTerminal } from "@/lib/business/terminals/lock";
import type { TerminalId } from "@/lib/business/terminals/schemas";

/**
 * Issues a key to a terminal that has none in the environment. The key is returned only here; of concurrent calls one
 * succeeds. Errors: `not_found`, `conflict` if there is a key or the terminal is archived, `invalid_request` if live is
 * not ready.
 */
export async function issueKeyToTerminal(ctx: MemberContext, { terminalId }: TerminalId): Promise<{ key: string }> {
  const { environment, merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    if (!(await lockTerminal(tx, ctx, terminalId)).active) {
      throw new DomainError("conflict", "This terminal is archived. Restore it to issue a key.");
    }
    // read only now: another call may have issued one while this one waited for the lock
    const [current] = await orm(tx)
      .select({ last4: apiKeys.last4 })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.terminalId, terminalId),
          eq(apiKeys.merchantId, merchantId),
          eq(apiKeys.environment, environment),
          isNull(apiKeys.endsAt),
        ),
      );
    if (current) {
      throw new DomainError(
        "conflict",
        `This terminal already has a ${environment} key, …${current.last4}. Rotate it instead.`,
      );
    }
    const key = await issueKey(ctx.settings, tx, { id: terminalId, merchantId }, environment);
    const after = { environment, last4: key.slice(-4) };
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "api_key.issued",
      targetType: "terminal",
      targetId: terminalId,
      after,
    });
    return { key };
  });
}
