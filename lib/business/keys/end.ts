import { and, eq, sql as fragment, gt } from "drizzle-orm";
import { z } from "zod";
import { apiKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { forgetKey } from "@/lib/business/keys/find";

export const EndKeyInput = z.object({ keyId: z.guid() });
export type EndKeyInput = z.infer<typeof EndKeyInput>;

/**
 * Ends a replaced key that still works, immediately in every process. A current key is rotated instead.
 * Error: `not_found`, also for a current key and for a key that has ended.
 */
export async function endKey(ctx: MemberContext, { keyId }: EndKeyInput): Promise<void> {
  const { environment, merchantId, actor } = ctx;
  const ended = await ctx.db.sql.begin(async (tx) => {
    // the moment after the lock: by that of the transaction, several at once would each end the key
    const [key] = await orm(tx)
      .update(apiKeys)
      .set({ endsAt: fragment`clock_timestamp()` })
      .where(
        and(
          eq(apiKeys.id, keyId),
          eq(apiKeys.merchantId, merchantId),
          eq(apiKeys.environment, environment),
          gt(apiKeys.endsAt, fragment`clock_timestamp()`),
          isVisibleTerminal(ctx, apiKeys.terminalId),
        ),
      )
      .returning({ hash: apiKeys.keyHash, last4: apiKeys.last4, terminalId: apiKeys.terminalId });
    if (!key) throw new DomainError("not_found", "This key has already stopped working.");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "api_key.ended",
      targetType: "terminal",
      targetId: key.terminalId,
      after: { environment, last4: key.last4 },
    });
    return key;
  });
  forgetKey(ended.hash);
}
