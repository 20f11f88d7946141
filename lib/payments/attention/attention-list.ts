import type { PendingQuery, Row } from "postgres";
import { z } from "zod";
import type { attentionItems } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { timeCursor } from "@/lib/base/lists/cursor";
import { newestFirst, pageOf } from "@/lib/base/lists/newest-first";
import {
  ITEM_AMOUNTS,
  ITEM_KINDS,
  type ItemAmount,
  type ItemKind,
  type ItemResolution,
} from "@/lib/base/values/attention-kinds";
import { isStorable } from "@/lib/base/values/storable-text";
import { possibleAmounts } from "@/lib/base/values/typed-number";

export const ListAttentionInput = z.object({
  show: z.enum(["open", "all"]).default("open"),
  kind: z.enum(ITEM_KINDS).optional(),
  /**
   * a payment's or item's id, or its beginning; a transaction's hash; part of a reference; an amount; ids and hashes
   * also shortened
   */
  q: z.string().trim().max(200).refine(isStorable).optional(),
  before: timeCursor.schema.optional(),
});
export type ListAttentionInput = z.output<typeof ListAttentionInput>;

/** `amountMicros` is what it is about: missing, too much, or the whole transfer. */
export type AttentionRow = Pick<
  typeof attentionItems.$inferSelect,
  "id" | "amountMicros" | "createdAt" | "resolvedAt" | "intentId"
> & {
  kind: ItemKind;
  resolution: ItemResolution | null;
  reference: string | null;
  terminalId: string | null;
  terminalName: string | null;
  /** of the transfer that it is about, else of the last one applied to the payment */
  txHash: string | null;
};

/** An item in the list. */
export type ListedItem = AttentionRow & {
  /** transfers applied to the payment besides the one that `txHash` names */
  moreTransfers: number;
};

const PAGE = 50;
const COUNTED_MAX = 1_000;

/**
 * A page of the items of the merchant and environment, open and resolved, newest first; `next` is null on the last
 * page.
 */
export async function listAttention(
  ctx: MemberContext,
  filter: ListAttentionInput,
): Promise<{ items: ListedItem[]; next: string | null }> {
  const { sql } = ctx.db;
  const { after, order, micros } = newestFirst(sql, sql`n.created_at`, sql`n.id`);
  const rows = await sql<(ListedItem & { micros: string })[]>`
    select n.id, n.kind, n.amount_micros as "amountMicros", n.created_at as "createdAt", n.resolved_at as "resolvedAt",
           n.resolution, n.intent_id as "intentId", i.reference, t.id as "terminalId", t.name as "terminalName",
           coalesce(r.tx_hash, n.disputed ->> 'txHash', p.tx_hash) as "txHash", coalesce(p.many - 1, 0)::int as "moreTransfers",
           ${micros}
      from attention_items n
      left join payment_intents i on i.id = n.intent_id and i.merchant_id = n.merchant_id
      left join terminals t on t.id = i.terminal_id
      left join transfers r on r.id = n.transfer_id and r.merchant_id = n.merchant_id
      left join lateral (
        select a.tx_hash, count(*) over () as many from transfers a
         where a.intent_id = n.intent_id and a.merchant_id = n.merchant_id and a.counted
           and n.transfer_id is null and n.disputed is null
         order by a.occurred_at desc, a.log_index desc limit 1) p on true
     where n.merchant_id = ${ctx.merchantId} and ${isWanted(ctx, filter)} and ${after(filter.before)}
     order by ${order} limit ${PAGE + 1}`;
  const { rows: items, next } = pageOf(rows, PAGE);
  return { items, next };
}

export type AttentionTotals = Record<`${ItemAmount}Micros`, bigint> & {
  count: number;
  /** there are more than `count`, and the sums are incomplete */
  isMore: boolean;
  /** how many come before the page in the list */
  before: number;
};

const SUMMED_MAX = 20_000;

/** How many items a filter finds on all pages, and the sums of each kind of amount. Reads a bounded number of items. */
export async function totalAttention(ctx: MemberContext, filter: ListAttentionInput): Promise<AttentionTotals> {
  const { sql } = ctx.db;
  const { after, order } = newestFirst(sql, sql`n.created_at`, sql`n.id`);
  const kindsOf = (amount: ItemAmount) => ITEM_KINDS.filter((kind) => ITEM_AMOUNTS[kind] === amount);
  const sum = (amount: ItemAmount) =>
    sql`coalesce(sum(amount_micros) filter (where kind = any(${kindsOf(amount)}::text[])), 0)`;
  const [found] = await sql<[Omit<AttentionTotals, "isMore">]>`
    select count(*)::int as count, (count(*) filter (where not is_older))::int as before,
           ${sum("remaining")} as "remainingMicros", ${sum("overpaid")} as "overpaidMicros",
           ${sum("unapplied")} as "unappliedMicros"
      from (select n.kind, n.amount_micros, ${after(filter.before)} as is_older
              from attention_items n
              left join payment_intents i on i.id = n.intent_id and i.merchant_id = n.merchant_id
              left join transfers r on r.id = n.transfer_id and r.merchant_id = n.merchant_id
             where n.merchant_id = ${ctx.merchantId} and ${isWanted(ctx, filter)}
             order by ${order} limit ${SUMMED_MAX + 1}) found`;
  return { ...found, isMore: found.count > SUMMED_MAX };
}

/** Condition on an item `n`, its intent `i` and its transfer `r`. */
function isWanted(ctx: MemberContext, { show, kind, q }: ListAttentionInput) {
  const { sql } = ctx.db;
  return sql`n.environment = ${ctx.environment} and ${show === "open" ? sql`n.resolved_at is null` : sql`true`}
    and ${kind ? sql`n.kind = ${kind}` : sql`true`} and ${q ? isSought(ctx, q) : sql`true`}`;
}

function isSought(ctx: MemberContext, q: string) {
  const { sql } = ctx.db;
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(q)?.[1];
  if (hash) return isByTransaction(ctx, sql`= any(${withPrefix(hash.toLowerCase())}::text[])`);
  const [, start, end] = /^([0-9a-f]{4})(?:…|\.\.\.)([0-9a-f]{4})$/i.exec(q.toLowerCase()) ?? [];
  const isShortened = start
    ? isByTransaction(ctx, sql`like any(${withPrefix(`${start}%${end}`)}::text[])`)
    : sql`false`;
  const ids = start
    ? `${start}%${end}`
    : /^[0-9a-f][0-9a-f-]{7,35}$/.test(q.toLowerCase())
      ? `${q.toLowerCase()}%`
      : null;
  const amounts = possibleAmounts(q).map(String);
  const part = `%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(i.reference ilike ${part} or ${isShortened}
    or ${ids ? sql`n.intent_id::text like ${ids} or n.id::text like ${ids}` : sql`false`}
    or n.amount_micros = any(${amounts}::bigint[]) or i.amount_micros = any(${amounts}::bigint[]))`;
}

/** Simulated transactions are stored without the chain's `0x`. */
function withPrefix(hash: string): string[] {
  return [`0x${hash}`, hash];
}

/** Condition: the item's transfer, or one of its payment, has a transaction hash like the given one. */
function isByTransaction({ db: { sql } }: MemberContext, like: PendingQuery<Row[]>) {
  return sql`(r.tx_hash ${like} or n.disputed ->> 'txHash' ${like}
      or exists (select from transfers o
                  where o.intent_id = n.intent_id and o.merchant_id = n.merchant_id and o.tx_hash ${like}))`;
}

export type AttentionCount = { kind: ItemKind; count: number; isMore: boolean };

/** How many items of each kind need a decision. Lists every kind, and counts up to a thousand items. */
export async function countAttention(ctx: MemberContext): Promise<AttentionCount[]> {
  const rows = await ctx.db.sql<{ kind: ItemKind; count: number }[]>`
    select kind, count(*)::int as count from (
      select n.kind from unnest(${[...ITEM_KINDS]}::text[]) k(kind)
       cross join lateral (
         select kind from attention_items
          where merchant_id = ${ctx.merchantId} and environment = ${ctx.environment} and resolved_at is null
            and kind = k.kind limit ${COUNTED_MAX + 1}) n) found
     group by kind`;
  return ITEM_KINDS.flatMap((kind) => {
    const count = rows.find((row) => row.kind === kind)?.count ?? 0;
    return count === 0 ? [] : [{ kind, count: Math.min(count, COUNTED_MAX), isMore: count > COUNTED_MAX }];
  });
}

/** How many items need a decision, up to a thousand; cheap enough for every page. */
export async function countOpen(ctx: MemberContext): Promise<number> {
  const [row] = await ctx.db.sql<[{ count: number }]>`
    select count(*)::int as count from (
      select from attention_items
       where merchant_id = ${ctx.merchantId} and environment = ${ctx.environment} and resolved_at is null
       limit ${COUNTED_MAX}) n`;
  return row.count;
}
