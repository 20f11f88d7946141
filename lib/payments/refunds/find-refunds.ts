import type { refunds } from "@/drizzle/schema";
import type { KeyContext } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { bindCursor, type List, readBoundCursor } from "@/lib/base/lists/bound-cursor";
import { newestFirst, pageOf } from "@/lib/base/lists/newest-first";
import { AFTER_RULE } from "@/lib/base/lists/page-query";
import { DomainError, notFound } from "@/lib/base/values/errors";
import type { ListRefundsQuery, RefundPath } from "@/lib/payments/refunds/schemas";

/** A refund as a key sees it. Addresses are hexadecimal. */
export type FoundRefund = Pick<
  typeof refunds.$inferSelect,
  | ("id" | "intentId" | "environment" | "status" | "amountMicros" | "toAddress" | "fromAddress" | "reason" | "failure")
  | ("confirmedAt" | "createdAt" | "sentAt" | "failedAt" | "finalAt" | "withdrawnAt")
> & {
  isByKey: boolean;
  isOwn: boolean;
  /** of the transfer that it left by, or of the transaction that it was last sent with */
  txHash: string | null;
};

/** `next`: cursor of the page after it; null on the last page. */
export type RefundPage = { refunds: FoundRefund[]; next: string | null };

/** A page of the refunds that the key reaches, newest first. Error: `invalid_request` for a cursor of another list. */
export async function listRefunds(ctx: KeyContext, query: ListRefundsQuery): Promise<RefundPage> {
  const { sql } = ctx.db;
  const { limit, after, status, intent_id: intentId, created_after: from, created_before: before } = query;
  const list = listOf(ctx, query);
  const cursor = after === undefined ? null : readBoundCursor(after, list);
  if (after !== undefined && !cursor) throw new DomainError("invalid_request", `after must be ${AFTER_RULE}.`);
  const newest = newestFirst(sql, sql`f.created_at`, sql`f.id`);
  const found = await sql<(FoundRefund & { micros: string })[]>`
    select ${foundColumns(sql, ctx)}, ${newest.micros}
      from refunds f
     where ${isReached(sql, ctx)}
       and ${status ? sql`f.status = ${status}` : sql`true`}
       and ${intentId ? sql`f.intent_id = ${intentId}` : sql`true`}
       and ${from ? sql`f.created_at >= ${from}::text::timestamptz` : sql`true`}
       and ${before ? sql`f.created_at < ${before}::text::timestamptz` : sql`true`}
       and ${newest.after(cursor)}
     order by ${newest.order} limit ${limit + 1}`;
  const { rows, next } = pageOf(found, limit);
  return { refunds: rows, next: next && bindCursor(next, list) };
}

function listOf({ merchantId, environment, terminalIds }: KeyContext, query: ListRefundsQuery): List {
  const { status, intent_id: intentId, created_after: from, created_before: before } = query;
  return ["refunds", merchantId, environment, ...[terminalIds?.[0], status, intentId, from, before].map(orNull)];
}

const orNull = (text: string | undefined) => text ?? null;

/** A refund that the key reaches. Error: `not_found`. */
export async function getRefund(
  ctx: KeyContext,
  { id }: RefundPath,
  sql: Sql | Transaction = ctx.db.sql,
): Promise<FoundRefund> {
  const [found] = await sql<FoundRefund[]>`
    select ${foundColumns(sql, ctx)} from refunds f where f.id = ${id} and ${isReached(sql, ctx)}`;
  if (!found) throw notFound("refund");
  return found;
}

/**
 * SQL: whether the key reaches a refund `f`: one of its terminal's payments; for all terminals, also of money without
 * an intent.
 */
function isReached(sql: Sql | Transaction, { merchantId, environment, terminalIds }: KeyContext) {
  const terminal =
    terminalIds === null
      ? sql`true`
      : sql`exists (
          select from payment_intents i
           where i.id = f.intent_id and i.merchant_id = f.merchant_id and i.terminal_id = any(${terminalIds}::uuid[]))`;
  return sql`f.merchant_id = ${merchantId} and f.environment = ${environment} and ${terminal}`;
}

function foundColumns(sql: Sql | Transaction, { actor }: KeyContext) {
  return sql`
    f.id, f.intent_id as "intentId", f.environment, f.status, f.amount_micros as "amountMicros",
    f.to_address as "toAddress", f.from_address as "fromAddress", f.reason, f.failure, f.confirmed_at as "confirmedAt",
    f.created_at as "createdAt", f.sent_at as "sentAt", f.failed_at as "failedAt", f.final_at as "finalAt",
    f.withdrawn_at as "withdrawnAt", f.prepared_by_key is not null as "isByKey",
    f.prepared_by_key is not distinct from ${actor.keyId}::uuid as "isOwn",
    coalesce(
      f.simulated_tx_hash,
      (select o.tx_hash from outgoing_transfers o where o.id = f.outgoing_id and o.merchant_id = f.merchant_id),
      case when f.status in ('sent', 'failed') then (
        select s.tx_hash from sent_transactions s
         where s.refund_id = f.id and s.merchant_id = f.merchant_id order by s.created_at desc, s.id limit 1) end)
      as "txHash"`;
}
