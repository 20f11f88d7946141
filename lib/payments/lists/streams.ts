import type { MemberContext } from "@/lib/base/context/context";
import type { Price } from "@/lib/base/values/currencies";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { hasPrice, isByPayment, isPricedIn, type Wanted, within } from "@/lib/payments/lists/conditions";
import { bitsWith, FLAG_BITS } from "@/lib/payments/lists/flags";

type Fragment = ReturnType<typeof within>;

/** Payments in the order of one index, scanned once for each terminal of the branch `b` and each of `keys`. */
export type Stream = {
  at: Fragment;
  keys: string[];
  /** conditions on a row `i` that the index answers */
  where: Fragment;
  /** conditions on a row `w` that are checked row by row */
  picks: Fragment[];
};

export type Sought = Wanted & {
  /** null: any amount */
  amounts: bigint[] | null;
  /** match in addition to `amounts` */
  prices: Price[];
  /** text inside references; matches in addition to `amounts` */
  text: string | null;
};

/** Streams that together contain every payment sought. */
export function streamsOf(ctx: MemberContext, sought: Sought): Stream[] {
  const { sql } = ctx.db;
  const { filter, amounts, prices, text } = sought;
  const statuses = filter.status.length === 0 ? [...INTENT_STATUSES] : filter.status;
  const common = sql`i.terminal_id = b.terminal_id and i.environment = ${ctx.environment}`;
  const created = within(ctx, "i.created_at", sought.created);
  const at = sql`i.created_at`;
  const pick = picksOf(ctx, sought);

  if (isByPayment(sought)) {
    const where = sql`${common} and i.status = 'paid' and ${within(ctx, "i.paid_at", sought.paid)}`;
    const picks = [...pick.words, ...pick.flags, ...pick.currencies, ...pick.created];
    return [{ at: sql`i.paid_at`, keys: statuses.filter((status) => status === "paid"), where, picks }];
  }
  if (filter.flag.length > 0) {
    const where = sql`${common} and i.flags = b.key::smallint and i.flags <> 0 and ${created}`;
    return [
      {
        at,
        keys: bitsWith(filter.flag).map(String),
        where,
        picks: [...pick.words, ...pick.statuses, ...pick.currencies],
      },
    ];
  }
  const byStatus = sql`${common} and i.status = b.key and ${created}`;
  if (!amounts || text) return [{ at, keys: statuses, where: byStatus, picks: pick.named }];
  const byAmount = sql`${common} and i.amount_micros = b.key::bigint and i.status <> 'pending' and ${created}`;
  const byPrice = sql`${common} and i.price_minor = b.key::bigint and i.status <> 'pending' and ${created}`;
  const minors = [...new Set(prices.map(({ minor }) => String(minor)))];
  const ended = [...pick.statuses, ...pick.currencies];
  return [
    { at, keys: amounts.map(String), where: byAmount, picks: ended },
    // those of both come by their amount
    { at, keys: minors, where: byPrice, picks: [...ended, hasPrice(ctx, "w", prices), sql`not ${pick.amount}`] },
    { at, keys: statuses.filter((status) => status === "pending"), where: byStatus, picks: pick.named },
  ];
}

/** The conditions that a stream's index does not cover. */
function picksOf(ctx: MemberContext, { filter, amounts, prices, text, created }: Sought) {
  const { sql } = ctx.db;
  const amount = sql`w.amount_micros = any(${(amounts ?? []).map(String)}::bigint[])`;
  const figure = sql`(${amount} or ${hasPrice(ctx, "w", prices)})`;
  const byReference = sql`strpos(lower(w.reference), lower(${text ?? ""}::text)) > 0`;
  const words = text ? [sql`(${figure} or ${byReference})`] : amounts ? [figure] : [];
  const currencies = filter.currency.length > 0 ? [isPricedIn(ctx, "w", filter.currency)] : [];
  const bits = filter.flag.reduce((all, flag) => all | FLAG_BITS[flag], 0);
  return {
    amount,
    words,
    named: filter.currency.length === 0 ? words : [...words, ...currencies],
    statuses: filter.status.length > 0 ? [sql`w.status = any(${filter.status}::text[])`] : [],
    currencies,
    flags: bits > 0 ? [sql`w.flags & ${bits} <> 0`] : [],
    created: created.from || created.to ? [within(ctx, "w.created_at", created)] : [],
  };
}
