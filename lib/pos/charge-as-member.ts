import type { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { AMOUNT, ChargeInput, chargeAtTerminal } from "@/lib/pos/charge";
import { openPosForMember } from "@/lib/pos/open-for-member";
import type { PosPayment } from "@/lib/pos/present";
import { TerminalId } from "@/lib/terminals/schemas";
import { typedAmount } from "@/lib/typed-amount";

export const MemberChargeInput = ChargeInput.omit({ tip: true }).extend({
  ...TerminalId.shape,
  amount: typedAmount({ least: 1n, error: AMOUNT }),
});
export type MemberChargeInput = z.output<typeof MemberChargeInput>;

/**
 * Creates a payment from the dashboard under the rules of the keypad, and its entry in the audit log with it. Repeating a
 * `chargeId` returns the same payment. Errors: those of `chargeAtTerminal`, and `not_found` for a terminal that the member
 * can't charge at or that is archived.
 */
export async function chargeAsMember(
  ctx: MemberContext,
  { terminalId, ...charge }: MemberChargeInput,
): Promise<PosPayment> {
  const pos = await openPosForMember(ctx, terminalId, ctx.environment);
  if (pos?.merchantId !== ctx.merchantId) throw notFound("terminal");
  return chargeAtTerminal(
    pos,
    { ...charge, tip: 0n },
    {
      from: "dashboard",
      also: (tx, id) =>
        recordAudit(tx, {
          ...{ merchantId: ctx.merchantId, actor: ctx.actor, action: "intent.charged" },
          ...{ targetType: "intent", targetId: id, after: { terminalId, amountMicros: String(charge.amount) } },
        }),
    },
  );
}
