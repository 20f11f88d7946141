import type { refunds } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { newestFirst, pageOf } from "@/lib/base/lists/newest-first";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { knownBalance } from "@/lib/chain/wallets/known-balance";
import { hasProposal } from "@/lib/payments/refunds/in-flight";
import { isToConfirm, isWanted, type ListRefundsInput } from "@/lib/payments/refunds/list-filter";
import { isOpenRefund, type RefundStatus } from "@/lib/payments/refunds/state";

type Row = typeof refunds.$inferSelect;

type Common = Pick<Row, "id" | "amountMicros" | "createdAt" | "intentId" | "itemId" | "reason"> & {
  status: RefundStatus;
  /** of its payment; null: none, or money of no payment */
  reference: string | null;
  /** has an address, and waits for a member to confirm it */
  isToConfirm: boolean;
  /** a transfer from the refund wallet may have paid it; it can't be signed or cancelled until a member decides that */
  isProposed: boolean;
  /** what `from` holds at most; null: not known, or in the sandbox */
  balanceMicros: bigint | null;
};

/** A refund in the list. Addresses are base58. */
export type ListedRefund = Common & {
  /** where it is paid from; null in the sandbox */
  from: string | null;
  /** null: it waits for the customer's address */
  to: string | null;
  /** `to` was left on the payment page, and no member has confirmed it */
  isFromCustomer: boolean;
  /** a refund that isn't sent, to an address that no final refund and no earlier confirmed one went to */
  isNewAddress: boolean;
  isConfirmed: boolean;
  /** a member's name or email address, or a key's name */
  preparedBy: { name: string; isKey: boolean };
};

type Stored = Common & {
  from: HexAddress | null;
  to: HexAddress | null;
  isFromCustomer: boolean;
  confirmedAt: Date | null;
  name: string | null;
  isKey: boolean;
};

/** A page of the refunds of the merchant and environment, newest first; `next` is null on the last page. */
export async function listRefunds(
  ctx: MemberContext,
  filter: ListRefundsInput,
): Promise<{ refunds: ListedRefund[]; next: string | null }> {
  const { sql } = ctx.db;
  const network = ctx.environment === "live" ? (ctx.settings.network?.id ?? null) : null;
  const size = Number(filter.rows);
  const { after, order, micros } = newestFirst(sql, sql`f.created_at`, sql`f.id`);
  const found = await sql<(Stored & { micros: string })[]>`
    select f.id, f.status, f.amount_micros as "amountMicros", f.created_at as "createdAt", f.intent_id as "intentId",
           f.item_id as "itemId", f.reason, i.reference, f.from_address as from,
           coalesce(f.to_address, r.address) as to, f.to_address is null and r.address is not null as "isFromCustomer",
           f.confirmed_at as "confirmedAt", ${isToConfirm(sql)} as "isToConfirm",
           ${hasProposal(sql)} as "isProposed",
           coalesce(k.name, nullif(u.name, ''), u.email) as name, f.prepared_by_key is not null as "isKey",
           ${knownBalance(sql, network)} as "balanceMicros", ${micros}
      from refunds f
      left join payment_intents i on i.id = f.intent_id and i.merchant_id = f.merchant_id
      left join refund_addresses r on r.payment_intent_id = f.intent_id and r.merchant_id = f.merchant_id
       and f.status = 'waiting_for_address'
      left join receive_addresses a on a.address = f.from_address and a.merchant_id = f.merchant_id
      left join restricted_keys k on k.id = f.prepared_by_key and k.merchant_id = f.merchant_id
      left join users u on u.id = f.prepared_by
     where f.merchant_id = ${ctx.merchantId} and ${isWanted(ctx, filter)} and ${after(filter.before)}
     order by ${order} limit ${size + 1}`;
  const { rows, next } = pageOf(found, size);
  const known = await findKnown(ctx, rows);
  return { refunds: rows.map((row) => present(row, known)), next };
}

/** Since when refunds to each address of these rows have been confirmed; final ones of the version before count too. */
async function findKnown({ db: { sql }, ...ctx }: MemberContext, rows: readonly Stored[]): Promise<Map<string, Date>> {
  const addresses = [...new Set(rows.flatMap(({ to, status }) => (to && isUnsent(status) ? [to] : [])))];
  if (addresses.length === 0) return new Map();
  const known = await sql<{ address: HexAddress | null; since: Date | null }[]>`
    select f.to_address as address, min(least(f.confirmed_at, f.final_at)) as since from refunds f
     where f.merchant_id = ${ctx.merchantId} and f.environment = ${ctx.environment}
       and f.to_address = any(${addresses}::text[]) and f.status <> 'cancelled'
       and (f.status = 'final' or f.confirmed_at is not null)
     group by f.to_address`;
  return new Map(known.flatMap(({ address, since }) => (address && since ? [[address, since] as const] : [])));
}

function present({ confirmedAt, name, isKey, from, to, ...row }: Stored, known: Map<string, Date>): ListedRefund {
  const since = to && known.get(to);
  return {
    ...row,
    from: from && tronFromHex(from),
    to: to && tronFromHex(to),
    isNewAddress: to !== null && isUnsent(row.status) && !isBefore(since || null, confirmedAt),
    isConfirmed: confirmedAt !== null,
    preparedBy: { name: name ?? "", isKey },
  };
}

/** Whether its address can still be checked. */
function isUnsent(status: RefundStatus): boolean {
  return isOpenRefund(status) && status !== "sent";
}

/** Whether something was confirmed before this refund, which itself counts from its own confirmation on. */
function isBefore(since: Date | null, confirmedAt: Date | null): boolean {
  return since !== null && (confirmedAt === null || since < confirmedAt);
}
