import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { decimalsOf } from "@/lib/base/values/currencies";
import { DomainError } from "@/lib/base/values/errors";
import { readTypedAmount } from "@/lib/base/values/typed-number";
import { auditRate, type LockedRate, lockRate } from "@/lib/payments/prices/change-rate";
import type { FetchedRate, ReadUrl } from "@/lib/payments/prices/fetch-rates";
import { differenceBps, displayRate, isNear, readRate } from "@/lib/payments/prices/rate";
import { readingPause, recordInForce } from "@/lib/payments/prices/rate-history";
import { RATE_FAILURES, RateUrlFields } from "@/lib/payments/prices/rate-url";
import { testRateUrl } from "@/lib/payments/prices/test-rate-url";

const DAY_SECONDS = 86_400;
const MAX_SPREAD_BPS = 2_000;
const MAX_BAND_BPS = 2_000;
/** A rate that differs by more from the last one was perhaps typed wrongly. */
const LARGE_CHANGE_BPS = 1_000;

const common = {
  currency: z.string().refine((code) => decimalsOf(code) !== null, "Choose a currency."),
  /** added to the rate, in hundredths of a percent */
  spreadBps: z.int().min(0).max(MAX_SPREAD_BPS, "The spread can be at most 20 %.").default(0),
  /** the member has seen what a price costs at this rate */
  confirmed: z.boolean().default(false),
};
const byHand = {
  /** as a person types it */
  rate: z.string(),
  way: z.enum(["usdt_per_unit", "units_per_usdt"]),
  maxAgeDays: z.int().min(1).max(365).default(7),
};

export const SetRateInput = z.discriminatedUnion("source", [
  z.object({ ...common, source: z.literal("par"), currency: z.literal("USD") }),
  z.object({ ...common, source: z.literal("manual"), ...byHand }),
  z.object({
    ...common,
    source: z.literal("url"),
    ...RateUrlFields,
    /** a rate further from the last one waits for a member, in hundredths of a percent */
    bandBps: z.int().min(1).max(MAX_BAND_BPS, "The band can be at most 20 %.").default(500),
    /** used while the URL brings no rate; null: none is */
    fallback: z.object(byHand).nullable().default(null),
    /** what the member saw; null: nothing yet */
    reviewedRate: z.string().nullable().default(null),
  }),
]);
export type SetRateInput = z.output<typeof SetRateInput>;

/**
 * Sets where a business's rate for a currency comes from. A URL is read once before, and must answer a rate unless
 * there is one to fall back to. A first rate, or one more than 10 % from the last one, must be confirmed. Error:
 * `invalid_request` with field `rate`, `fallback.rate`, `url` or `confirmed`.
 */
export async function setRate(ctx: MemberContext, input: SetRateInput, read?: ReadUrl): Promise<void> {
  const wanted = await readWanted(ctx, input, read);
  requireReviewed(wanted);
  await ctx.db.sql.begin(async (tx) => {
    const before = await lockRate(tx, ctx, input.currency);
    if (!input.confirmed) requireSmallChange(wanted, before);
    await write(tx, ctx, wanted);
    await recordInForce(tx, { merchantId: ctx.merchantId, currency: input.currency });
    await auditRate(tx, ctx, {
      action: "exchange_rate.set",
      currency: input.currency,
      before: before ? { source: before.source, rate: before.rate, spreadBps: before.spreadBps } : undefined,
      after: recorded(wanted),
    });
  });
}

/** An input, with the rates that it brings. */
export type Wanted = {
  input: SetRateInput;
  /** by hand, as stored */
  manual: { rate: string; maxAgeDays: number } | null;
  fetched: FetchedRate | null;
};

/** Errors: as of `setRate`, without `confirmed`. */
export async function readWanted(ctx: MemberContext, input: SetRateInput, read?: ReadUrl): Promise<Wanted> {
  if (input.source === "par") return { input, manual: null, fetched: null };
  if (input.source === "manual") return { input, manual: readByHand(input, "rate"), fetched: null };
  const { fallback } = input;
  const manual = fallback && readByHand(fallback, "fallback.rate");
  const fetched = await testRateUrl(ctx, input, read);
  if ("failure" in fetched && !manual) {
    const message = `This URL ${RATE_FAILURES[fetched.failure]}. Correct it, or enter a rate to fall back to.`;
    throw new DomainError("invalid_request", message, { field: "url" });
  }
  return { input, manual, fetched };
}

type ByHand = { rate: string; way: "usdt_per_unit" | "units_per_usdt"; maxAgeDays: number };

function readByHand({ rate: typed, way, maxAgeDays }: ByHand, field: string) {
  const reading = readTypedAmount(typed);
  if ("either" in reading) {
    const message = `Enter ${reading.either.join(" or ")}, without a comma.`;
    throw new DomainError("invalid_request", message, { field });
  }
  const rate = readRate(reading.decimal, way);
  if (rate === null) throw new DomainError("invalid_request", "Enter a rate above 0, for example 1.0895.", { field });
  return { rate, maxAgeDays };
}

function requireReviewed(wanted: Wanted): void {
  const { input } = wanted;
  if (input.source !== "url" || input.reviewedRate === null) return;
  const rate = rateOf(wanted);
  if (isNear(rate, input.reviewedRate, input.bandBps)) return;
  const now = `The rate is now 1 ${input.currency} = ${displayRate(rate)} USDT.`;
  throw new DomainError("conflict", `${now} Review it again.`);
}

function requireSmallChange(wanted: Wanted, before: LockedRate | null): void {
  const last = before && (before.rate ?? before.fetchedRate ?? before.manualRate);
  const doubt = findDoubt(wanted, last);
  if (!doubt) return;
  const message =
    doubt === "first"
      ? "Check what a price costs at this rate."
      : "This rate is far from the last one. Check what a price costs at it.";
  throw new DomainError("invalid_request", message, { field: "confirmed" });
}

/** The rate that prices are quoted at once `wanted` is set. */
export function rateOf({ manual, fetched }: Wanted): string {
  return fetched && "rate" in fetched ? fetched.rate : (manual?.rate ?? "1");
}

/**
 * Why a member must confirm a rate: it is the first one, far from the last one, or its fallback is far from it. Null:
 * they needn't.
 */
export function findDoubt(wanted: Wanted, last: string | null): "first" | "far" | "fallback" | null {
  const { input, manual, fetched } = wanted;
  if (last === null && input.source !== "par") return "first";
  const most = input.source === "url" ? Math.min(input.bandBps, LARGE_CHANGE_BPS) : LARGE_CHANGE_BPS;
  if (last !== null && differenceBps(rateOf(wanted), last) > BigInt(most)) return "far";
  const read = fetched && "rate" in fetched ? fetched.rate : null;
  const isFallbackFar = read !== null && manual !== null && differenceBps(manual.rate, read) > BigInt(LARGE_CHANGE_BPS);
  return isFallbackFar ? "fallback" : null;
}

async function write(tx: Transaction, { merchantId, actor }: MemberContext, wanted: Wanted): Promise<void> {
  const { input, manual, fetched } = wanted;
  const url = input.source === "url" ? input : null;
  const read = fetched && "rate" in fetched ? fetched : null;
  const failure = fetched && "failure" in fetched ? fetched.failure : null;
  await tx`delete from exchange_rates where merchant_id = ${merchantId} and currency = ${input.currency}`;
  await tx`
    insert into exchange_rates (merchant_id, currency, source, spread_bps, manual_rate, manual_at, manual_max_age_seconds,
                                url, url_pointer, url_way, url_time_pointer, url_max_age_seconds, band_bps, fetched_rate,
                                fetched_at, failure, failed_at, next_fetch_at, updated_by, updated_at)
    values (${merchantId}, ${input.currency}, ${input.source}, ${input.spreadBps}, ${manual?.rate ?? null},
            case when ${manual !== null} then clock_timestamp() end, ${manual ? manual.maxAgeDays * DAY_SECONDS : null},
            ${url?.url ?? null}, ${url?.pointer ?? null}, ${url?.way ?? null}, ${url?.timePointer ?? null},
            ${url ? url.maxAgeMinutes * 60 : null}, ${url?.bandBps ?? null}, ${read?.rate ?? null}, ${read?.at ?? null},
            ${failure}, case when ${failure !== null} then clock_timestamp() end,
            case when ${url !== null} then clock_timestamp() + interval '1 minute' end, ${actor.userId}, clock_timestamp())`;
  if (read) {
    await tx`
      update exchange_rates set next_fetch_at = clock_timestamp() + make_interval(secs => ${readingPause(tx)})
       where merchant_id = ${merchantId} and currency = ${input.currency}`;
  }
}

/** Without the path of the URL: it may hold a key. */
function recorded({ input, manual, fetched }: Wanted) {
  const { source, spreadBps } = input;
  if (source === "par") return { source, rate: "1", spreadBps };
  if (source === "manual") return { source, rate: manual?.rate, spreadBps, maxAgeDays: input.maxAgeDays };
  return {
    source,
    rate: fetched && "rate" in fetched ? fetched.rate : null,
    spreadBps,
    url: new URL(input.url).origin,
    maxAgeMinutes: input.maxAgeMinutes,
    bandBps: input.bandBps,
    fallbackRate: manual?.rate ?? null,
  };
}
