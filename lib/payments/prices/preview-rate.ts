import { z } from "zod";
import type { paymentIntents } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { decimalsOf } from "@/lib/base/values/currencies";
import { DomainError } from "@/lib/base/values/errors";
import { readTypedAmount } from "@/lib/base/values/typed-number";
import { findRate } from "@/lib/payments/prices/find-rate";
import { quoteMicros, valueMinor } from "@/lib/payments/prices/quote";
import { readRate } from "@/lib/payments/prices/rate";

export const PreviewRateInput = z.object({
  currency: z.string().refine((code) => decimalsOf(code) !== null, "Choose a currency."),
  /** as a person types it */
  rate: z.string(),
  way: z.enum(["usdt_per_unit", "units_per_usdt"]),
  spreadBps: z.int().min(0).max(2_000).default(0),
});
export type PreviewRateInput = z.output<typeof PreviewRateInput>;

type Intent = Pick<typeof paymentIntents.$inferSelect, "id" | "createdAt" | "amountMicros">;

/** `before`: at the rate and spread in force now; null: no rate is. */
export type RatePreview = {
  /** as stored */
  rate: string;
} & (
  | {
      /**
       * the last payments priced in the currency, and what their price costs; null: too small or large for a payment
       */
      kind: "priced";
      payments: (Intent & { minor: bigint; beforeMicros: bigint | null; afterMicros: bigint | null })[];
    }
  | {
      /** the last payments in USDT, and what they are worth in minor units of the currency */
      kind: "usdt";
      payments: (Intent & { beforeMinor: bigint | null; afterMinor: bigint })[];
    }
);

const SHOWN = 10;
/** so many of the latest payments with each status are searched for some in the currency */
const SEARCHED = 250;

/** What the last ten payments cost at a rate, beside the one in force. Error: `invalid_request` field `rate`. */
export async function previewRate(ctx: MemberContext, input: PreviewRateInput): Promise<RatePreview> {
  const { currency, spreadBps } = input;
  const decimals = decimalsOf(currency) ?? 0;
  const rate = readTyped(input);
  const found = await findRate(ctx.db, { merchantId: ctx.merchantId, currency });
  const before = typeof found === "string" ? null : found;
  const latest = await findLatest(ctx, currency);
  const priced = latest.flatMap(({ priceMinor, ...intent }) =>
    priceMinor === null ? [] : [{ ...intent, minor: priceMinor }],
  );
  if (priced.length > 0) {
    const micros = (minor: bigint, at: { rate: string; spreadBps: number } | null) => {
      const quoted = at && quoteMicros({ minor, decimals, rate: at.rate, spreadBps: at.spreadBps });
      return typeof quoted === "bigint" ? quoted : null;
    };
    const payments = priced.map((one) => ({
      ...one,
      beforeMicros: micros(one.minor, before),
      afterMicros: micros(one.minor, { rate, spreadBps }),
    }));
    return { rate, kind: "priced", payments };
  }
  const payments = latest.map(({ priceMinor: _, ...intent }) => ({
    ...intent,
    beforeMinor: before && valueMinor(intent.amountMicros, { decimals, rate: before.rate }),
    afterMinor: valueMinor(intent.amountMicros, { decimals, rate }),
  }));
  return { rate, kind: "usdt", payments };
}

function readTyped({ rate: typed, way }: PreviewRateInput): string {
  const reading = readTypedAmount(typed);
  const rate = "decimal" in reading ? readRate(reading.decimal, way) : null;
  if (rate !== null) return rate;
  const message =
    "either" in reading
      ? `Enter ${reading.either.join(" or ")}, without a comma.`
      : "Enter a rate above 0, for example 1.0895.";
  throw new DomainError("invalid_request", message, { field: "rate" });
}

/** Those priced in the currency, else those in USDT. */
function findLatest(ctx: MemberContext, currency: string) {
  return ctx.db.sql<(Intent & { priceMinor: bigint | null })[]>`
    with latest as (
      select i.*
        from unnest(array['pending', 'paid', 'expired', 'cancelled']) s(status)
       cross join lateral (
         select id, created_at, amount_micros, price_currency, price_minor from payment_intents
          where merchant_id = ${ctx.merchantId} and environment = ${ctx.environment} and status = s.status
            and ${visibleTerminals(ctx, "terminal_id")}
          order by created_at desc, id desc limit ${SEARCHED}) i
    ),
    priced as (select * from latest where price_currency = ${currency} order by created_at desc, id desc limit ${SHOWN})
    select id, created_at as "createdAt", amount_micros as "amountMicros", price_minor as "priceMinor" from priced
    union all
    (select id, created_at, amount_micros, null from latest
      where price_currency is null and not exists (select from priced)
      order by created_at desc, id desc limit ${SHOWN})
     order by 2 desc, 1 desc`;
}
