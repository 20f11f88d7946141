import { z } from "zod";
import { MAX_MICROS, microsFromDecimal } from "@/lib/base/values/money";
import { readTypedAmount } from "@/lib/base/values/typed-number";

/** Schemas of the amounts that people type. */

type Bounds = {
  /** micro-USDT */
  least: bigint;
  most?: bigint;
  /** says what to enter, for anything but an ambiguous amount */
  error: string;
};

/** Schema of an amount field. Its output is micro-USDT. */
export function typedAmount(bounds: Bounds) {
  return z.string(bounds.error).transform((text, ctx) => microsOf(text, bounds, ctx));
}

/** Schema of an amount field that may be left empty. Its output is micro-USDT, and null for an empty field. */
export function optionalAmount(bounds: Bounds) {
  return z.string(bounds.error).transform((text, ctx) => (text.trim() === "" ? null : microsOf(text, bounds, ctx)));
}

function microsOf(text: string, { least, most = MAX_MICROS, error }: Bounds, ctx: z.RefinementCtx): bigint {
  const reading = readTypedAmount(text);
  const micros = "decimal" in reading ? microsFromDecimal(reading.decimal) : null;
  if (micros !== null && micros >= least && micros <= most) return micros;
  ctx.addIssue("either" in reading ? `Enter ${reading.either.join(" or ")}, without a comma.` : error);
  return z.NEVER;
}
