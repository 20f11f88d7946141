import type { MerchantContext } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";
import type { PeriodEnd } from "@/lib/base/time/period-text";

/** The ends of a period as `timestamptz` text, null for an open end. `from` is inclusive, `to` exclusive. */
export type Period = { from: string | null; to: string | null };

/** Resolves a period in the merchant's time zone. A date as `to` includes that day, a time excludes itself. */
export async function resolvePeriod(
  ctx: MerchantContext,
  ends: { from: PeriodEnd | null; to: PeriodEnd | null },
): Promise<Period> {
  const { sql } = ctx.db;
  if (!ends.from && !ends.to) return { from: null, to: null };
  const [period] = await sql<Period[]>`
    select ${instant(sql, ends.from)}::text as from, ${instant(sql, afterDay(ends.to))}::text as to
      from (select time_zone as zone, interval '0' as opens from merchants where id = ${ctx.merchantId}) m`;
  if (!period) throw new Error(`merchant ${ctx.merchantId} is gone`);
  return period;
}

/**
 * SQL for one end of a period, or null. The query needs the columns `zone` and `opens`, the start of the business day.
 */
export function instant(sql: Sql, end: PeriodEnd | null | undefined) {
  if (!end) return sql`null::timestamptz`;
  if (end.kind === "instant") return sql`${end.text}::text::timestamptz`;
  if (end.kind === "local") return sql`(${end.text}::text::timestamp at time zone zone)`;
  return sql`((${end.text}::text::date + opens) at time zone zone)`;
}

function afterDay(end: PeriodEnd | null): PeriodEnd | null {
  if (end?.kind !== "day") return end;
  return { kind: "day", text: new Date(Date.parse(end.text) + 86_400_000).toISOString().slice(0, 10) };
}
