import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { requireRow } from "@/lib/base/db/require-row";
import { DomainError } from "@/lib/base/values/errors";
import { lockTerminals, requireNoReset, requireSandbox } from "@/lib/payments/sandbox/require-sandbox";

export const RequestResetInput = z.object({
  /** the name of the business, which the member types to confirm */
  confirmation: z.string().trim(),
});

/**
 * Asks for a reset of the merchant's sandbox: an engine then deletes what was created until now, see `continueResets`.
 * Shifts are deleted at once, since their totals would no longer hold. Errors: `invalid_request` for another name,
 * `invalid_transition` in live and while a reset is under way.
 */
export async function requestReset(
  ctx: MemberContext,
  { confirmation }: z.output<typeof RequestResetInput>,
): Promise<void> {
  requireSandbox(ctx);
  await ctx.db.sql.begin(async (tx) => {
    // one request at a time, also for a business without terminals
    await lockMerchant(tx, ctx.merchantId);
    await requireName(tx, ctx, confirmation);
    await lockTerminals(tx, ctx);
    await requireNoReset(tx, ctx);
    await tx`select set_config('till.sandbox_reset', ${ctx.merchantId}, true)`;
    const shifts = await tx`delete from shifts where merchant_id = ${ctx.merchantId} and environment = 'sandbox'`;
    await tx`
      insert into sandbox_resets (merchant_id, requested_by, address, payments_before, shifts)
      select ${ctx.merchantId}, ${ctx.actor.userId}, ${ctx.actor.address}, count(*), ${shifts.count}
        from payment_intents i join terminals t on t.id = i.terminal_id and t.merchant_id = i.merchant_id
       where t.merchant_id = ${ctx.merchantId} and i.environment = 'sandbox'`;
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "sandbox.reset_requested",
      targetType: "merchant",
      targetId: ctx.merchantId,
    });
  });
}

async function requireName(tx: Transaction, { merchantId }: MemberContext, confirmation: string): Promise<void> {
  const merchant = requireRow(await tx<{ name: string }[]>`select name from merchants where id = ${merchantId}`);
  if (merchant.name.trim() === confirmation) return;
  throw new DomainError("invalid_request", `Enter ${merchant.name} to confirm.`, { field: "confirmation" });
}
