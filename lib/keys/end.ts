import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { forgetKey } from "@/lib/keys/find";
import { visibleTerminals } from "@/lib/terminals/visible";

export const EndKeyInput = z.object({ keyId: z.guid() });
export type EndKeyInput = z.infer<typeof EndKeyInput>;

type Ended = { hash: Buffer; last4: string; terminalId: string };

/**
 * Ends a replaced key that still works, immediately in every process. A current key is rotated instead.
 * Error: `not_found`, also for a current key and for a key that has ended.
 */
export async function endKey(ctx: MemberContext, { keyId }: EndKeyInput): Promise<void> {
  const { environment, merchantId, actor } = ctx;
  const ended = await ctx.db.sql.begin(async (tx) => {
    const [key] = await tx<Ended[]>`
      update api_keys set ends_at = now()
       where id = ${keyId} and merchant_id = ${merchantId} and environment = ${environment} and ends_at > now()
         and ${visibleTerminals(ctx, "terminal_id")}
      returning key_hash as hash, last4, terminal_id as "terminalId"`;
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
