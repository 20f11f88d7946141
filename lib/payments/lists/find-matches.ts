import type { paymentIntents } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import type { Price } from "@/lib/base/values/currencies";
import { hasPrice } from "@/lib/payments/lists/conditions";
import type { PaymentSearch } from "@/lib/payments/lists/search";

export type Matches = {
  /** every match; if there are too many to collect, only those that the search names exactly */
  ids: string[];
  isComplete: boolean;
  /** whether references can contain the text */
  inReferences: boolean;
};

/** A search with more matches is answered by scanning the newest payments instead. */
const MATCHES_MAX = 5_000;
/**
 * The index reads every payment with a text before it returns any: a text in this many times more isn't looked up in
 * it.
 */
const LOOKED_UP_TIMES = 50;
/** So many payments can be named exactly by an ID or a reference. */
const NAMED_MAX = 10;
/** Pending payments aren't in the indexes of amounts and references, so that creating one is fast. */
const PENDING_MAX = 20_000;
/** The index of references holds sequences of three characters. */
export const INDEXED_LENGTH = 3;

/**
 * The payments that a search finds by id, transaction hash, amount, price, or text inside a reference; each lookup uses
 * an index and reads a bounded number of rows. Texts of one or two characters, and those in very many references,
 * aren't looked up, so their matches are never complete.
 */
export async function findMatches(ctx: MemberContext, search: PaymentSearch, most = MATCHES_MAX): Promise<Matches> {
  const { text } = search;
  const isIndexed = [...text].length >= INDEXED_LENGTH && !(await isCommon(ctx, text, most * LOOKED_UP_TIMES));
  const [byId, byHash, exactly, inText, byAmount, byPrice, pending] = await Promise.all([
    search.ids ? findByIds(ctx, search.ids) : [],
    search.txHash ? findByHash(ctx, search.txHash) : [],
    findByReference(ctx, text),
    isIndexed ? findInReferences(ctx, text, most + 1) : [],
    search.amounts.length > 0 ? findByAmounts(ctx, search.amounts, most + 1) : [],
    search.prices.length > 0 ? findByPrices(ctx, search.prices, most + 1) : [],
    findPending(ctx, search),
  ]);
  const named = idsOf(byId, byHash, exactly.length > NAMED_MAX ? [] : exactly);
  const all = [...new Set([...named, ...idsOf(inText, byAmount, byPrice), ...pending.ids])];
  const isComplete =
    isIndexed &&
    inText.length <= most &&
    byAmount.length <= most &&
    byPrice.length <= most &&
    pending.looked <= PENDING_MAX &&
    all.length <= most;
  const inReferences = !isIndexed || inText.length > 0 || pending.ids.length > 0 || pending.looked > PENDING_MAX;
  return { ids: isComplete ? all : named, isComplete, inReferences };
}

type Row = Pick<typeof paymentIntents.$inferSelect, "id">;

function idsOf(...found: Row[][]): string[] {
  return [...new Set(found.flat().map(({ id }) => id))];
}

function findByIds(ctx: MemberContext, ids: NonNullable<PaymentSearch["ids"]>): Promise<Row[]> {
  return ctx.db.sql<Row[]>`
    select i.id from payment_intents i
     where i.id between ${ids.first} and ${ids.last} and right(i.id::text, 4) like ${`%${ids.end}`}
       and i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
       and ${visibleTerminals(ctx, "i.terminal_id")}
     limit ${NAMED_MAX}`;
}

/** The index starts with the network, so each of the few networks is queried. */
function findByHash(ctx: MemberContext, txHash: string): Promise<Row[]> {
  return ctx.db.sql<Row[]>`
    with recursive networks as (
      select min(network) as network from transfers
      union all
      select (select min(network) from transfers t where t.network > n.network) from networks n where n.network is not null)
    select distinct i.id
      from networks n
      join transfers t on t.network = n.network and t.tx_hash = ${txHash} and t.merchant_id = ${ctx.merchantId}
      join payment_intents i on i.id = t.intent_id
     where i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
       and ${visibleTerminals(ctx, "i.terminal_id")}`;
}

/** The whole reference, in any case. */
function findByReference(ctx: MemberContext, text: string): Promise<Row[]> {
  return ctx.db.sql<Row[]>`
    select i.id from payment_intents i
     where i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
       and i.reference is not null and lower(i.reference) = lower(${text}::text)
       and ${visibleTerminals(ctx, "i.terminal_id")}
     limit ${NAMED_MAX + 1}`;
}

/** By PostgreSQL's statistics, whether more than `most` references contain even the rarest part of the text. */
async function isCommon(ctx: MemberContext, text: string, most: number): Promise<boolean> {
  const [row] = await ctx.db.sql<[{ isCommon: boolean }?]>`
    select c.reltuples * (1 - r.null_frac) * min(coalesce(m.frequency, 0)) > ${most} as "isCommon"
      from pg_class c
      join pg_stats r on r.schemaname = current_schema() and r.tablename = c.relname and r.attname = 'reference'
      join pg_stats s on s.schemaname = r.schemaname and s.tablename = 'payment_intents_reference_parts'
     cross join unnest(reference_parts(${ctx.merchantId}::uuid, ${ctx.environment}::text, ${text}::text)) as part
      left join unnest(s.most_common_elems::text::bigint[], s.most_common_elem_freqs) as m(part, frequency) using (part)
     where c.oid = 'payment_intents'::regclass
     group by c.reltuples, r.null_frac`;
  return row?.isCommon ?? false;
}

/** The index holds the hashes of a reference's parts, so each of its rows is compared with the text itself too. */
function findInReferences(ctx: MemberContext, text: string, limit: number): Promise<Row[]> {
  return ctx.db.sql<Row[]>`
    select i.id from payment_intents i
     where reference_parts(i.merchant_id, i.environment, i.reference)
           @> reference_parts(${ctx.merchantId}::uuid, ${ctx.environment}::text, ${text}::text)
       and i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
       and i.status <> 'pending' and i.reference is not null
       and strpos(lower(i.reference), lower(${text}::text)) > 0
       and ${visibleTerminals(ctx, "i.terminal_id")}
     limit ${limit}`;
}

function findByAmounts(ctx: MemberContext, amounts: bigint[], limit: number): Promise<Row[]> {
  return ctx.db.sql<Row[]>`
    select i.id from terminals t
      join payment_intents i on i.merchant_id = t.merchant_id and i.terminal_id = t.id
     where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}
       and i.environment = ${ctx.environment} and i.status <> 'pending'
       and i.amount_micros = any(${amounts.map(String)}::bigint[])
     limit ${limit}`;
}

function findByPrices(ctx: MemberContext, prices: Price[], limit: number): Promise<Row[]> {
  const minors = [...new Set(prices.map(({ minor }) => String(minor)))];
  return ctx.db.sql<Row[]>`
    select i.id from terminals t
      join payment_intents i on i.merchant_id = t.merchant_id and i.terminal_id = t.id
     where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}
       and i.environment = ${ctx.environment} and i.status <> 'pending'
       and i.price_minor = any(${minors}::bigint[]) and ${hasPrice(ctx, "i", prices)}
     limit ${limit}`;
}

/** Compares up to `PENDING_MAX` pending payments; `looked` is one more if there are more. */
async function findPending(ctx: MemberContext, { text, amounts, prices }: PaymentSearch) {
  const { sql } = ctx.db;
  const [found] = await sql<{ looked: number; ids: string[] }[]>`
    with looked as materialized (
      select i.id, i.amount_micros, i.price_minor, i.price_currency, i.reference
        from terminals t
        join payment_intents i on i.merchant_id = t.merchant_id and i.terminal_id = t.id
       where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}
         and i.environment = ${ctx.environment} and i.status = 'pending'
       limit ${PENDING_MAX + 1})
    select (select count(*) from looked)::int as looked,
           array(select id from looked w
                  where amount_micros = any(${amounts.map(String)}::bigint[])
                     or ${hasPrice(ctx, "w", prices)}
                     or strpos(lower(reference), lower(${text}::text)) > 0) as ids`;
  if (!found) throw new Error("a query without a table returned no row");
  return found;
}
