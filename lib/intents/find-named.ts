import type { paymentIntents } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import type { PaymentSearch } from "@/lib/intents/payment-search";
import { visibleTerminals } from "@/lib/members/visible-terminals";

export type Named = {
  ids: string[];
  /** a reference prefix shared by more than `NAMED_MAX` payments, which the list then scans for */
  commonReference: string | null;
};

/** A prefix with more matches names no payment: the list scans for it instead. */
const NAMED_MAX = 200;

/** The payments that a search names by id, transaction hash or reference prefix; each lookup uses an index. */
export async function findNamed(ctx: MemberContext, search: PaymentSearch): Promise<Named> {
  const { reference } = search;
  const [byId, byHash, exactly, beginning] = await Promise.all([
    search.ids ? findByIds(ctx, search.ids) : [],
    search.txHash ? findByHash(ctx, search.txHash) : [],
    reference ? findByReference(ctx, reference, reference) : [],
    reference ? findByReference(ctx, reference, reference + LAST_CHARACTER) : [],
  ]);
  const isCommon = beginning.length > NAMED_MAX;
  const byReference = isCommon ? exactly : beginning;
  const ids = [byId, byHash, byReference.length > NAMED_MAX ? [] : byReference].flat().map((row) => row.id);
  return { ids: [...new Set(ids)], commonReference: isCommon ? reference : null };
}

type Row = Pick<typeof paymentIntents.$inferSelect, "id">;

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

/** Turns a prefix into a range, which any plan can answer from the index; `like` would need a plan for its pattern. */
const LAST_CHARACTER = "\u{10ffff}";

function findByReference(ctx: MemberContext, first: string, last: string): Promise<Row[]> {
  return ctx.db.sql<Row[]>`
    select i.id from payment_intents i
     where i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
       and i.reference is not null and lower(i.reference) ~>=~ ${first} and lower(i.reference) ~<=~ ${last}
       and ${visibleTerminals(ctx, "i.terminal_id")}
     limit ${NAMED_MAX + 1}`;
}
