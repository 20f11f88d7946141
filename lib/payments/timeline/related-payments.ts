import { and, eq, isNotNull, or } from "drizzle-orm";
import { attentionItems, type paymentIntents } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { EVERYTHING } from "@/lib/payments/lists/conditions";
import { fetchPayments, type Payment } from "@/lib/payments/lists/fetch";

/** So many payments with the same reference are shown. */
const MOST = 10;
const MOST_COMPARED = 10_000;

export type RelatedPayments = {
  /** newest first */
  payments: Payment[];
  /** there are more with the same reference */
  isMore: boolean;
};

/**
 * The payments that belong to one that the member may see: those with the same reference, in any case, and the one that
 * requests its remaining amount, or whose remaining amount it requests.
 */
export async function relatedPayments(
  ctx: MemberContext,
  { id, reference }: Pick<Payment, "id" | "reference">,
): Promise<RelatedPayments> {
  const [linked, alike] = await Promise.all([
    findLinked(ctx, id),
    reference === null ? [] : findAlike(ctx, id, reference),
  ]);
  const ids = [...new Set([...linked, ...alike.slice(0, MOST).map((row) => row.id)])];
  return { payments: await fetchPayments(ctx, ids, EVERYTHING), isMore: alike.length > MOST };
}

async function findLinked(ctx: MemberContext, id: string): Promise<string[]> {
  const links = await ctx.db.orm
    .select({ first: attentionItems.intentId, rest: attentionItems.restIntentId })
    .from(attentionItems)
    .where(
      and(
        eq(attentionItems.merchantId, ctx.merchantId),
        isNotNull(attentionItems.restIntentId),
        or(eq(attentionItems.intentId, id), eq(attentionItems.restIntentId, id)),
      ),
    );
  return links.flatMap(({ first, rest }) => [first, rest]).filter((one) => one !== null && one !== id) as string[];
}

/** The newest. A reference that more payments have tells none of them apart, so of those any may be shown. */
function findAlike(ctx: MemberContext, id: string, reference: string) {
  return ctx.db.sql<Pick<typeof paymentIntents.$inferSelect, "id">[]>`
    select alike.id from (
      select i.id, i.created_at from payment_intents i
       where i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment} and i.id <> ${id}
         and i.reference is not null and lower(i.reference) = lower(${reference}::text)
         and ${visibleTerminals(ctx, "i.terminal_id")}
       limit ${MOST_COMPARED}) alike
     order by alike.created_at desc, alike.id desc limit ${MOST + 1}`;
}
