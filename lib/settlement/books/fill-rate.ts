import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { lockMerchant } from "@/lib/base/db/locks";
import { requireRow } from "@/lib/base/db/require-row";
import { decimalsOf } from "@/lib/base/values/currencies";
import { DomainError } from "@/lib/base/values/errors";
import { readRate } from "@/lib/payments/prices/rate";

const Day = z.iso.date("Enter a day, for example 2026-03-01.");

export const FillRateInput = z.object({
  currency: z.string().refine((code) => decimalsOf(code) !== null, "Choose a currency."),
  /** whose rate it is; TRX has only rates that were filled in */
  asset: z.enum(["USDT", "TRX"]).default("USDT"),
  /** the first day, in the business's time zone */
  day: Day,
  /** the last day; left out: only that one */
  until: Day.optional(),
  /** decimal text */
  rate: z.string(),
  /** `usdt_per_unit`: units of the asset for one of the currency */
  way: z.enum(["usdt_per_unit", "units_per_usdt"]),
});
export type FillRateInput = z.output<typeof FillRateInput>;

const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

/**
 * Fills in a rate for days up to today: lines of these days without a value get one, by corrections that an engine
 * books from then on. Of several for a day, the last one counts. Error: `invalid_request` with field `rate`, `day` or
 * `until`.
 */
export async function fillRate(ctx: MemberContext, input: FillRateInput): Promise<void> {
  const { merchantId, actor } = ctx;
  const { currency, asset, day, until = day } = input;
  const rate = readRate(input.rate, input.way);
  if (rate === null) throw refused("rate", "Enter a rate above 0, for example 1.0895.");
  await ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    const { today } = requireRow(
      await tx<[{ today: string }]>`
        select (now() at time zone time_zone)::date::text as today from merchants where id = ${merchantId}`,
    );
    requireDays(day, until, today);
    await tx`
      insert into book_rates (merchant_id, currency, asset, first_day, last_day, rate, set_by, created_at)
      values (${merchantId}, ${currency}, ${asset}, ${day}::text::date, ${until}::text::date, ${rate}, ${actor.userId},
              clock_timestamp())`;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "exchange_rate.filled",
      targetType: "merchant",
      targetId: merchantId,
      after: { currency, asset, rate, since: day, until },
    });
  });
}

function requireDays(day: string, until: string, today: string): void {
  if (until < day) throw refused("until", "The end date is before the start date.");
  if (until > today) throw refused(day > today ? "day" : "until", "Choose days up to today.");
  if ((Date.parse(until) - Date.parse(day)) / DAY_MS >= MOST_DAYS) {
    throw refused("until", `Choose at most ${MOST_DAYS} days.`);
  }
}

function refused(field: string, message: string): DomainError {
  return new DomainError("invalid_request", message, { field });
}
