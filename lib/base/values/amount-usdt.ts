import { z } from "zod";
import { hasAtMostSixPlaces, MAX_AMOUNT_USDT, MIN_AMOUNT_USDT } from "@/lib/base/values/money";

/** An amount in the body of a request. */
export const AmountUsdt = z
  .number()
  .min(MIN_AMOUNT_USDT)
  .max(MAX_AMOUNT_USDT)
  .refine(hasAtMostSixPlaces, { error: "must have at most six decimals" })
  .meta({ description: "Amount in USDT with at most six decimals.", format: "double", examples: [12.5] });

/** What the error about such an amount says that it must be. */
export const AMOUNT_RULE = "a number from 0.000001 to 999999999.999999 with at most six decimals, for example 12.5";
