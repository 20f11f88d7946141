import type { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { TerminalId } from "@/lib/business/terminals/schemas";
import { AMOUNT, ChargeDetails, chargeAtTerminal } from "@/lib/payments/pos/charge";
import type { PosContext } from "@/lib/payments/pos/context";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import type { PosPayment } from "@/lib/payments/pos/present";

export const MemberChargeInput = ChargeDetails.extend({
  ...TerminalId.shape,
  amount: typedAmount({ least: 1n, error: AMOUNT }),
});
export type MemberChargeInput = z.output<typeof MemberChargeInput>;

/**
 * Creates a payment from the dashboard under the rules of the keypad, and its entry in the audit log with it. Repeating
 * a `chargeId` returns the same payment. `admit` is called once the member is known to charge here, so that a stranger
 * uses up nothing of the terminal. Errors: those of `chargeAtTerminal` and of `admit`, and `not_found` for a terminal
 * that the member can't charge at or that is archived.
 */
export async function chargeAsMember(
  ctx: MemberContext,
  { terminalId: asked, amount: amountMicros, ...charge }: MemberChargeInput,
  admit?: (pos: PosContext) => void,
): Promise<PosPayment> {
  const pos = await openPosForMember(ctx, asked, ctx.environment);
  if (pos?.merchantId !== ctx.merchantId) throw notFound("terminal");
  admit?.(pos);
  const { terminalId } = pos;
  return chargeAtTerminal(
    pos,
    { ...charge, sale: { amountMicros }, tip: 0n },
    {
      from: "dashboard",
      also: (tx, id) =>
        recordAudit(tx, {
          merchantId: ctx.merchantId,
          actor: ctx.actor,
          action: "intent.charged",
          targetType: "intent",
          targetId: id,
          after: { terminalId, amountMicros: String(amountMicros) },
        }),
    },
  );
}
