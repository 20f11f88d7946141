import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { decimalFromMinor, decimalsOf, type Price } from "@/lib/base/values/currencies";
import { notFound } from "@/lib/base/values/errors";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { readTypedPrice } from "@/lib/base/values/typed-price";
import { TerminalId } from "@/lib/business/terminals/schemas";
import { AMOUNT, ChargeDetails, chargeAtTerminal } from "@/lib/payments/pos/charge";
import type { PosContext } from "@/lib/payments/pos/context";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { Asked } from "@/lib/payments/prices/price-input";

export const MemberChargeInput = ChargeDetails.extend({
  ...TerminalId.shape,
  amount: z.string(AMOUNT),
  /** ISO 4217; default: the amount is in USDT */
  currency: z.string().default("USDT"),
}).transform(({ amount, currency, ...details }, issues) => ({ ...details, sale: readSale(amount, currency, issues) }));
export type MemberChargeInput = z.output<typeof MemberChargeInput>;

const usdt = typedAmount({ least: 1n, error: AMOUNT });

function readSale(text: string, currency: string, issues: z.RefinementCtx): Asked {
  const refuse = (message: string) => {
    issues.addIssue({ code: "custom", message, path: ["amount"] });
    return z.NEVER;
  };
  if (currency === "USDT") {
    const { success, data, error } = usdt.safeParse(text);
    return success ? { amountMicros: data } : refuse(error.issues[0]?.message ?? AMOUNT);
  }
  const price = readTypedPrice(text, currency);
  if ("error" in price) return refuse(price.error);
  return { currency, decimals: decimalsOf(currency) ?? 0, minor: price.minor };
}

/**
 * Creates a payment from the dashboard under the rules of the keypad, and its entry in the audit log with it. Repeating
 * a `chargeId` returns the same payment. `admit` is called once the member is known to charge here, so that a stranger
 * uses up nothing of the terminal. Errors: those of `chargeAtTerminal` and of `admit`, and `not_found` for a terminal
 * that the member can't charge at or that is archived.
 */
export async function chargeAsMember(
  ctx: MemberContext,
  { terminalId: asked, ...charge }: MemberChargeInput,
  admit?: (pos: PosContext) => void,
): Promise<PosPayment> {
  const pos = await openPosForMember(ctx, asked, ctx.environment);
  if (pos?.merchantId !== ctx.merchantId) throw notFound("terminal");
  admit?.(pos);
  const { terminalId } = pos;
  return chargeAtTerminal(
    pos,
    { ...charge, tip: 0n },
    {
      from: "dashboard",
      also: (tx, { id, amountMicros, quote }) =>
        recordAudit(tx, {
          merchantId: ctx.merchantId,
          actor: ctx.actor,
          action: "intent.charged",
          targetType: "intent",
          targetId: id,
          after: { terminalId, amountMicros: String(amountMicros), ...(quote && { price: priceText(quote) }) },
        }),
    },
  );
}

function priceText({ currency, minor }: Price): string {
  return `${decimalFromMinor(minor, decimalsOf(currency) ?? 0)} ${currency}`;
}
