import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import type { Period } from "@/lib/base/time/resolve-period";
import type { Price } from "@/lib/base/values/currencies";
import { NO_FILTER, type PaymentFilter } from "@/lib/payments/lists/filter";
import { FLAG_BITS } from "@/lib/payments/lists/flags";

/** A filter whose periods are resolved in the merchant's zone. */
export type Wanted = { filter: PaymentFilter; created: Period; paid: Period };

/** Every payment that the member may see. */
export const EVERYTHING: Wanted = {
  filter: NO_FILTER,
  created: { from: null, to: null },
  paid: { from: null, to: null },
};

/** A list filtered by payment time is ordered by it; every other list is ordered by creation. */
export function isByPayment({ paid }: Wanted): boolean {
  return paid.from !== null || paid.to !== null;
}

/** SQL condition: row `i` matches the filter and the member may see it. */
export function isWanted(ctx: MemberContext, wanted: Wanted) {
  const { sql } = ctx.db;
  const { status, terminal, flag, currency } = wanted.filter;
  const bits = flag.reduce((all, one) => all | FLAG_BITS[one], 0);
  return sql`i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
    and ${visibleTerminals(ctx, "i.terminal_id")}
    and ${status.length === 0 ? sql`true` : sql`i.status = any(${status}::text[])`}
    and ${terminal.length === 0 ? sql`true` : sql`i.terminal_id = any(${terminal}::uuid[])`}
    and ${bits === 0 ? sql`true` : sql`i.flags & ${bits} <> 0`}
    and ${currency.length === 0 ? sql`true` : isPricedIn(ctx, "i", currency)}
    and ${within(ctx, "i.created_at", wanted.created)} and ${within(ctx, "i.paid_at", wanted.paid)}`;
}

export function within({ db: { sql } }: MemberContext, column: string, { from, to }: Period) {
  return sql`${from ? sql`${sql(column)} >= ${from}::text::timestamptz` : sql`true`}
    and ${to ? sql`${sql(column)} < ${to}::text::timestamptz` : sql`true`}`;
}

/** SQL condition: a payment is priced in one of the currencies, of which `USDT` means that it has no price. */
export function isPricedIn({ db: { sql } }: MemberContext, table: "i" | "w", currencies: string[]) {
  return sql`coalesce(${sql(table)}.price_currency, 'USDT') = any(${currencies}::text[])`;
}

/** SQL condition: a payment has one of the prices. */
export function hasPrice({ db: { sql } }: MemberContext, table: "i" | "w", prices: Price[]) {
  const [minors, currencies] = [prices.map(({ minor }) => String(minor)), prices.map(({ currency }) => currency)];
  return sql`(${sql(table)}.price_minor, ${sql(table)}.price_currency)
    in (select minor, currency from unnest(${minors}::bigint[], ${currencies}::text[]) p(minor, currency))`;
}
