import { z } from "zod";
import type { attentionItems } from "@/drizzle/schema";
import { ITEM_KINDS, type ItemKind, type ItemResolution } from "@/lib/attention-kinds";
import type { MerchantContext } from "@/lib/context";
import { pageOf, timeCursor } from "@/lib/cursor";

export const ListAttentionInput = z.object({
  show: z.enum(["open", "all"]).default("open"),
  kind: z.enum(ITEM_KINDS).optional(),
  /** an intent's id or a transaction's hash */
  q: z.string().trim().max(200).optional(),
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
  txHash: string | null;
};

const PAGE = 50;
const COUNTED_MAX = 1_000;
const NOTHING = "00000000-0000-0000-0000-000000000000";

/** A page of the merchant's items that need or needed attention, newest first; `next` is null on the last page. */
export async function listAttention(
  ctx: MerchantContext,
  { show, kind, q, before }: ListAttentionInput,
): Promise<{ items: AttentionRow[]; next: string | null }> {
  const { sql } = ctx.db;
  const older = timeCursor.past(sql, before, { key: sql`n.created_at`, id: sql`n.id` });
  const rows = await sql<(AttentionRow & { micros: string })[]>`
    select n.id, n.kind, n.amount_micros as "amountMicros", n.created_at as "createdAt", n.resolved_at as "resolvedAt",
           n.resolution, n.intent_id as "intentId", i.reference, t.id as "terminalId", t.name as "terminalName",
           coalesce(r.tx_hash, n.disputed ->> 'txHash') as "txHash",
           (extract(epoch from n.created_at) * 1000000)::bigint::text as micros
      from attention_items n
      left join payment_intents i on i.id = n.intent_id and i.merchant_id = n.merchant_id
      left join terminals t on t.id = i.terminal_id
      left join transfers r on r.id = n.transfer_id and r.merchant_id = n.merchant_id
     where n.merchant_id = ${ctx.merchantId} and ${show === "open" ? sql`n.resolved_at is null` : sql`true`}
       and ${kind ? sql`n.kind = ${kind}` : sql`true`} and ${q ? isSought(ctx, q) : sql`true`} and ${older}
     order by n.created_at desc, n.id desc limit ${PAGE + 1}`;
  const { rows: items, next } = pageOf(rows, PAGE);
  return { items, next };
}

/** A search that names no intent and no transaction has no results. */
function isSought(ctx: MerchantContext, q: string) {
  const { sql } = ctx.db;
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(q)?.[1];
  if (hash) {
    const txHash = `0x${hash.toLowerCase()}`;
    return sql`(r.tx_hash = ${txHash} or n.disputed ->> 'txHash' = ${txHash}
      or exists (select from transfers o
                  where o.intent_id = n.intent_id and o.merchant_id = n.merchant_id and o.tx_hash = ${txHash}))`;
  }
  const id = z.guid().safeParse(q.toLowerCase()).data ?? NOTHING;
  return sql`(n.intent_id = ${id} or n.id = ${id})`;
}

export type AttentionCount = { kind: ItemKind; count: number; isMore: boolean };

/** How many items of each kind need a decision. Lists every kind, and counts up to a thousand items. */
export async function countAttention(ctx: MerchantContext): Promise<AttentionCount[]> {
  const rows = await ctx.db.sql<{ kind: ItemKind; count: number }[]>`
    select kind, count(*)::int as count from (
      select n.kind from unnest(${[...ITEM_KINDS]}::text[]) k(kind)
       cross join lateral (
         select kind from attention_items
          where merchant_id = ${ctx.merchantId} and resolved_at is null and kind = k.kind limit ${COUNTED_MAX + 1}) n) found
     group by kind`;
  return ITEM_KINDS.flatMap((kind) => {
    const count = rows.find((row) => row.kind === kind)?.count ?? 0;
    return count === 0 ? [] : [{ kind, count: Math.min(count, COUNTED_MAX), isMore: count > COUNTED_MAX }];
  });
}

/** How many items need a decision, up to a thousand; cheap enough for every page. */
export async function countOpen(ctx: MerchantContext): Promise<number> {
  const [row] = await ctx.db.sql<[{ count: number }]>`
    select count(*)::int as count from (
      select from attention_items where merchant_id = ${ctx.merchantId} and resolved_at is null limit ${COUNTED_MAX}) n`;
  return row.count;
}
