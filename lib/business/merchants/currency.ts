import { z } from "zod";
import type { merchantCurrencies } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext, MerchantContext } from "@/lib/base/context/context";
import type { Database, Sql, Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { decimalsOf } from "@/lib/base/values/currencies";
import { DomainError } from "@/lib/base/values/errors";

type Row = Pick<typeof merchantCurrencies.$inferSelect, "currency" | "since">;

/**
 * The business's currency on a calendar day in its time zone (`2026-03-01`), by default today; null: none, so only
 * USDT.
 */
export async function findMerchantCurrency(
  { sql }: Pick<Database, "sql">,
  merchantId: string,
  onDay: string | null = null,
): Promise<string | null> {
  const [row] = await sql<Pick<Row, "currency">[]>`
    select c.currency
      from merchants m join merchant_currencies c on c.merchant_id = m.id
     where m.id = ${merchantId} and c.since <= coalesce(${onDay}::text::date, (now() at time zone m.time_zone)::date)
     order by c.since desc, c.created_at desc, c.id desc limit 1`;
  return row?.currency ?? null;
}

export type CurrencySetting = {
  /** the day in the business's time zone */
  today: string;
  /** null: none was ever chosen, or it begins later; a currency of null: only USDT since then */
  current: Row | null;
  /** changes to come, by day */
  coming: Row[];
};

/** The business's currency, since when, and what it becomes later. */
export async function getCurrencySetting({ db, merchantId }: MerchantContext): Promise<CurrencySetting> {
  return readSetting(db.sql, merchantId);
}

export const SetMerchantCurrencyInput = z.object({
  /** ISO 4217; null: none, so only USDT */
  currency: z
    .string()
    .refine((code) => decimalsOf(code) !== null, "Choose a currency.")
    .nullable(),
  /** the first day, in the business's time zone */
  since: z.iso.date("Enter a day, for example 2026-03-01."),
});
export type SetMerchantCurrencyInput = z.output<typeof SetMerchantCurrencyInput>;

const FIRST_YEAR = "2020-01-01";
const MOST_DAYS_AHEAD = 366;

/**
 * Changes the business's currency from a day on: from today at the earliest, so that days that are over keep theirs.
 * Only the first one may begin in the past. Does nothing if that day has the currency already. Error: `invalid_request`
 * field `since`.
 */
export async function setMerchantCurrency(ctx: MemberContext, input: SetMerchantCurrencyInput): Promise<void> {
  const { merchantId, actor } = ctx;
  const { currency, since } = input;
  await ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    const setting = await readSetting(tx, merchantId);
    requireDay(setting, since);
    const before = onDay(setting, since);
    if ((before?.currency ?? null) === currency) return;
    await tx`
      insert into merchant_currencies (merchant_id, currency, since, set_by, created_at)
      values (${merchantId}, ${currency}, ${since}::text::date, ${actor.userId}, clock_timestamp())`;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "merchant.currency_changed",
      targetType: "merchant",
      targetId: merchantId,
      before: { currency: before?.currency ?? null },
      after: { currency, since },
    });
  });
}

function requireDay({ today, current, coming }: CurrencySetting, since: string): void {
  const refused = (message: string) => new DomainError("invalid_request", message, { field: "since" });
  const isFirst = current === null && coming.length === 0;
  if (since < (isFirst ? FIRST_YEAR : today)) {
    throw refused(isFirst ? "Choose a day from 2020 on." : "A change applies from today at the earliest.");
  }
  const latest = new Date(Date.parse(today) + MOST_DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10);
  if (since > latest) throw refused("Choose a day within the next year.");
}

function onDay({ current, coming }: CurrencySetting, day: string): Row | null {
  return coming.findLast(({ since }) => since <= day) ?? (current && current.since <= day ? current : null);
}

async function readSetting(sql: Sql | Transaction, merchantId: string): Promise<CurrencySetting> {
  const rows = await sql<(Row & { today: string })[]>`
    select distinct on (m.id, c.since) (now() at time zone m.time_zone)::date::text as today, c.currency, c.since::text as since
      from merchants m left join merchant_currencies c on c.merchant_id = m.id
     where m.id = ${merchantId}
     order by m.id, c.since, c.created_at desc, c.id desc`;
  const [first] = rows;
  if (!first) throw new Error(`merchant ${merchantId} is gone`);
  const { today } = first;
  const set = rows.filter(({ since }) => since !== null).map(({ currency, since }) => ({ currency, since }));
  return {
    today,
    current: set.findLast(({ since }) => since <= today) ?? null,
    coming: set.filter(({ since }) => since > today),
  };
}
