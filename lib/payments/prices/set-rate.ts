import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { decimalsOf } from "@/lib/base/values/currencies";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { readRate } from "@/lib/payments/prices/rate";

const DAY_SECONDS = 86_400;
const MAX_SPREAD_BPS = 2_000;

const currency = z.string().refine((code) => decimalsOf(code) !== null, "Choose a currency.");
const spreadBps = z.int().min(0).max(MAX_SPREAD_BPS, "The spread can be at most 20 %.").default(0);

export const SetRateInput = z.discriminatedUnion("source", [
  z.object({ source: z.literal("par"), currency: z.literal("USD"), spreadBps }),
  z.object({
    source: z.literal("manual"),
    currency,
    spreadBps,
    /** decimal text */
    rate: z.string(),
    way: z.enum(["usdt_per_unit", "units_per_usdt"]),
    maxAgeDays: z.int().min(1).max(365).default(7),
  }),
]);
export type SetRateInput = z.output<typeof SetRateInput>;

/**
 * Sets where a business's rate for a currency comes from; prices are quoted at it from now on. Error: `invalid_request`
 * field `rate`.
 */
export async function setRate(ctx: MemberContext, input: SetRateInput): Promise<void> {
  const { merchantId, actor } = ctx;
  const rate = input.source === "par" ? "1" : readRate(input.rate, input.way);
  if (rate === null) {
    throw new DomainError("invalid_request", "Enter a rate above 0, for example 1.0895.", { field: "rate" });
  }
  const manual = input.source === "manual" ? { rate, maxAgeSeconds: input.maxAgeDays * DAY_SECONDS } : null;
  await ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    const before = await removeRow(tx, ctx, input.currency);
    await tx`
      insert into exchange_rates (merchant_id, currency, source, spread_bps, manual_rate, manual_at, manual_max_age_seconds,
                                  updated_by)
      values (${merchantId}, ${input.currency}, ${input.source}, ${input.spreadBps}, ${manual?.rate ?? null},
              case when ${manual !== null} then now() end, ${manual?.maxAgeSeconds ?? null}, ${actor.userId})`;
    await tx`
      insert into exchange_rate_history (merchant_id, currency, since, valid_until, rate, source)
      values (${merchantId}, ${input.currency}, now(), now() + make_interval(secs => ${manual?.maxAgeSeconds ?? null}),
              ${rate}, ${input.source})`;
    const after = { source: input.source, rate, spreadBps: input.spreadBps };
    await audit(tx, ctx, { currency: input.currency, action: "exchange_rate.set", before, after });
  });
}

/** Prices in the currency are refused from now on. Error: `not_found`. */
export async function removeRate(ctx: MemberContext, { currency: code }: { currency: string }): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, ctx.merchantId);
    const before = await removeRow(tx, ctx, code);
    if (!before) throw notFound("currency");
    await tx`
      insert into exchange_rate_history (merchant_id, currency, since, rate, source)
      values (${ctx.merchantId}, ${code}, now(), null, ${before.source})`;
    await audit(tx, ctx, { currency: code, action: "exchange_rate.removed", before });
  });
}

type Recorded = { source: string; rate: string | null; spreadBps: number };

async function removeRow(tx: Transaction, { merchantId }: MemberContext, code: string): Promise<Recorded | undefined> {
  const [row] = await tx<Recorded[]>`
    delete from exchange_rates where merchant_id = ${merchantId} and currency = ${code}
    returning source, spread_bps as "spreadBps",
              case source when 'par' then '1' when 'url' then fetched_rate else manual_rate end as rate`;
  return row;
}

async function audit(
  tx: Transaction,
  { merchantId, actor }: MemberContext,
  {
    currency: code,
    action,
    before,
    after,
  }: {
    currency: string;
    action: "exchange_rate.set" | "exchange_rate.removed";
    before?: Recorded | undefined;
    after?: Recorded;
  },
): Promise<void> {
  await recordAudit(tx, {
    merchantId,
    actor,
    action,
    targetType: "merchant",
    targetId: merchantId,
    before: before && { currency: code, ...before },
    after: after && { currency: code, ...after },
  });
}
