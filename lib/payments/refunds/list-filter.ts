import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";
import { timeCursor } from "@/lib/base/lists/cursor";
import { hexFromTron } from "@/lib/base/tron/address";
import { isStorable } from "@/lib/base/values/storable-text";
import { PAGE_SIZES } from "@/lib/payments/refunds/page-sizes";
import { REFUND_STATUSES } from "@/lib/payments/refunds/state";

/** The filter in a URL; invalid values are dropped, since the page shows the filter that it applies. */
export const ListRefundsInput = z.object({
  /** `open`: all that waits or is under way. Has no effect beside `status` */
  show: z.enum(["open", "all"]).catch("open"),
  status: z.preprocess((given) => [given ?? []].flat(), z.array(z.enum(REFUND_STATUSES))).catch([]),
  /** who prepared it: any member, any key, or the key or member with that ID */
  by: z
    .union([z.enum(["member", "key"]), z.guid()])
    .optional()
    .catch(undefined),
  /** `no`: it waits for a member to confirm it; what waits for an address is neither */
  confirmed: z.enum(["yes", "no"]).optional().catch(undefined),
  /** a payment's or refund's ID, or its beginning, also shortened; part of a reference; an address */
  q: z.string().trim().min(1).max(200).refine(isStorable).optional().catch(undefined),
  rows: z.enum(PAGE_SIZES).catch("50"),
  before: timeCursor.schema.optional().catch(undefined),
});
export type ListRefundsInput = z.output<typeof ListRefundsInput>;

/** Condition on a refund `f`, its intent `i` and the address `r` that the customer left for it. */
export function isWanted(ctx: MemberContext, { show, status, by, confirmed, q }: ListRefundsInput) {
  const { sql } = ctx.db;
  // the open ones have an index of their own
  const isOpen = sql`f.status in ('waiting_for_address', 'prepared', 'sent', 'failed')`;
  const hasStatus = status.length > 0 ? sql`f.status = any(${status}::text[])` : show === "open" ? isOpen : sql`true`;
  return sql`f.environment = ${ctx.environment} and ${hasStatus} and ${isBy(sql, by)}
    and ${confirmed === "yes" ? sql`f.confirmed_at is not null` : confirmed === "no" ? isToConfirm(sql) : sql`true`}
    and ${q ? isSought(sql, q) : sql`true`}`;
}

/** Condition: a refund `f` has an address, `r` being what the customer left, and waits for a member to confirm it. */
export function isToConfirm(sql: Sql) {
  return sql`(f.confirmed_at is null
    and (f.status = 'prepared' or f.status = 'waiting_for_address' and r.address is not null))`;
}

function isBy(sql: Sql, by: ListRefundsInput["by"]) {
  if (!by) return sql`true`;
  if (by === "member") return sql`f.prepared_by is not null`;
  if (by === "key") return sql`f.prepared_by_key is not null`;
  return sql`(f.prepared_by_key = ${by} or f.prepared_by = ${by})`;
}

function isSought(sql: Sql, q: string) {
  const address = hexFromTron(q);
  if (address) return sql`${address} in (f.to_address, r.address, f.from_address)`;
  const text = q.toLowerCase();
  const [, start, end] = /^([0-9a-f]{4})(?:…|\.\.\.)([0-9a-f]{4})$/.exec(text) ?? [];
  const ids = start ? `${start}%${end}` : /^[0-9a-f][0-9a-f-]{7,35}$/.test(text) ? `${text}%` : null;
  const part = `%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(i.reference ilike ${part}
    or ${ids ? sql`f.id::text like ${ids} or f.intent_id::text like ${ids}` : sql`false`})`;
}
