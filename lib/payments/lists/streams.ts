import type { MemberContext } from "@/lib/base/context/context";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { isByPayment, type Wanted, within } from "@/lib/payments/lists/conditions";
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
  /** text inside references; matches in addition to `amounts` */
  text: string | null;
};

/** Streams that together contain every payment sought. */
export function streamsOf(ctx: MemberContext, sought: Sought): Stream[] {
  const { sql } = ctx.db;
  const { filter, amounts, text } = sought;
  const statuses = filter.status.length === 0 ? [...INTENT_STATUSES] : filter.status;
  const common = sql`i.terminal_id = b.terminal_id and i.environment = ${ctx.environment}`;
  const created = within(ctx, "i.created_at", sought.created);
  const at = sql`i.created_at`;
  const pick = picksOf(ctx, sought);

  if (isByPayment(sought)) {
    const where = sql`${common} and i.status = 'paid' and ${within(ctx, "i.paid_at", sought.paid)}`;
    const picks = [...pick.words, ...pick.flags, ...pick.created];
    return [{ at: sql`i.paid_at`, keys: statuses.filter((status) => status === "paid"), where, picks }];
  }
  if (filter.flag.length > 0) {
    const where = sql`${common} and i.flags = b.key::smallint and i.flags <> 0 and ${created}`;
    return [{ at, keys: bitsWith(filter.flag).map(String), where, picks: [...pick.words, ...pick.statuses] }];
  }
  const byStatus = sql`${common} and i.status = b.key and ${created}`;
  if (!amounts || text) return [{ at, keys: statuses, where: byStatus, picks: pick.words }];
  const byAmount = sql`${common} and i.amount_micros = b.key::bigint and i.status <> 'pending' and ${created}`;
  return [
    { at, keys: amounts.map(String), where: byAmount, picks: pick.statuses },
    { at, keys: statuses.filter((status) => status === "pending"), where: byStatus, picks: pick.words },
  ];
}

/** The conditions that a stream's index does not cover. */
function picksOf(ctx: MemberContext, { filter, amounts, text, created }: Sought) {
  const { sql } = ctx.db;
  const byAmount = sql`w.amount_micros = any(${(amounts ?? []).map(String)}::bigint[])`;
  const byReference = sql`strpos(lower(w.reference), lower(${text ?? ""}::text)) > 0`;
  const bits = filter.flag.reduce((all, flag) => all | FLAG_BITS[flag], 0);
  return {
    words: text ? [sql`(${byAmount} or ${byReference})`] : amounts ? [byAmount] : [],
    statuses: filter.status.length > 0 ? [sql`w.status = any(${filter.status}::text[])`] : [],
    flags: bits > 0 ? [sql`w.flags & ${bits} <> 0`] : [],
    created: created.from || created.to ? [within(ctx, "w.created_at", created)] : [],
  };
}
