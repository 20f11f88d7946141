import { eq, sql as fragment } from "drizzle-orm";
import { merchants, type terminals, type webhookEndpoints } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { may } from "@/lib/base/values/permissions";
import { TEST_EVENT } from "@/lib/delivery/events/catalog";
import { type AttentionCount, countAttention } from "@/lib/payments/attention/attention-list";
import { bitsWith, PAYMENT_FLAGS, type PaymentFlag } from "@/lib/payments/lists/flags";
import { listRateTroubles, type RateTrouble } from "@/lib/payments/prices/find-rate-problems";

/** What needs attention in an environment. Amounts and counts cover what the member can see. */
export type Attention = {
  endpoints: EndpointTrouble[];
  /** active terminals whose keys were never used, or that have no key, since the notice was last dismissed */
  terminals: (Pick<typeof terminals.$inferSelect, "id" | "name"> & { hasKey: boolean })[];
  /** currencies whose rate needs a person; only for members who see rates */
  rates: RateTrouble[];
  /** flagged payments of the last 30 days; `isMore` beyond a thousand */
  payments: { flag: PaymentFlag; count: number; isMore: boolean }[];
  /** open items; only for members who see every terminal */
  money: AttentionCount[];
  /** the first of those 30 days, in the merchant's time zone */
  since: string;
};

export type EndpointTrouble = Pick<
  typeof webhookEndpoints.$inferSelect,
  "id" | "url" | "failingSince" | "disabledAt" | "disabledReason"
> & {
  /** when the next signing secret becomes active; null without a rotation under way */
  rotationUntil: Date | null;
  /** undelivered events of the last 30 days, without test events; at most a thousand are counted */
  undelivered: number;
};

const COUNTED_MAX = 1_000;
const DAYS = 30;

export async function attention(ctx: MemberContext): Promise<Attention> {
  const [endpoints, unused, since, payments, money, rates] = await Promise.all([
    troubledEndpoints(ctx),
    unusedTerminals(ctx),
    firstDay(ctx),
    Promise.all(PAYMENT_FLAGS.map((flag) => flagged(ctx, flag))),
    ctx.terminalIds === null ? countAttention(ctx) : [],
    may(ctx.role, "rates.view") ? listRateTroubles(ctx) : [],
  ]);
  return { endpoints, terminals: unused, rates, payments: payments.filter(({ count }) => count > 0), money, since };
}

async function firstDay(ctx: MemberContext): Promise<string> {
  const today = fragment`(now() at time zone ${merchants.timeZone})::date`;
  const [first] = await ctx.db.orm
    .select({ day: fragment<string>`(${today} - ${DAYS - 1}::int)::text` })
    .from(merchants)
    .where(eq(merchants.id, ctx.merchantId));
  if (!first) throw new Error(`merchant ${ctx.merchantId} is gone`);
  return first.day;
}

async function troubledEndpoints(ctx: MemberContext): Promise<EndpointTrouble[]> {
  const { sql } = ctx.db;
  return sql<EndpointTrouble[]>`
    select * from (
      select p.id, p.url, p.failing_since as "failingSince", p.disabled_at as "disabledAt",
             p.disabled_reason as "disabledReason",
             case when p.next_secret_active_at > now() then p.next_secret_active_at end as "rotationUntil",
             (select count(*)::int from (
                select from webhook_deliveries d
                  join events e on e.id = d.event_id and e.merchant_id = p.merchant_id and e.type <> ${TEST_EVENT}
                 where d.endpoint_id = p.id and d.status = 'failed' and d.created_at > now() - make_interval(days => ${DAYS})
                 limit ${COUNTED_MAX}) failed) as undelivered
        from webhook_endpoints p
       where p.merchant_id = ${ctx.merchantId} and p.environment = ${ctx.environment}
         and (p.terminal_id is null or ${visibleTerminals(ctx, "p.terminal_id")})) p
     where "failingSince" is not null or "disabledAt" is not null or "rotationUntil" is not null or undelivered > 0
     order by "disabledAt" desc nulls last, "failingSince" nulls last, url`;
}

/** A live key can only be issued once there is a wallet, so a terminal without a live key does not need attention. */
async function unusedTerminals(ctx: MemberContext): Promise<Attention["terminals"]> {
  const { sql } = ctx.db;
  return sql<Attention["terminals"]>`
    select t.id, t.name, k.id is not null as "hasKey"
      from terminals t
      left join api_keys k on k.terminal_id = t.id and k.environment = ${ctx.environment} and k.ends_at is null
     where t.merchant_id = ${ctx.merchantId} and t.archived_at is null and ${visibleTerminals(ctx, "t.id")}
       and (k.id is not null or ${ctx.environment} = 'sandbox')
       and not exists (
         select from api_keys used where used.terminal_id = t.id and used.environment = ${ctx.environment}
            and used.last_used_at is not null)
       and greatest(t.created_at, k.created_at) > coalesce((
         select n.dismissed_at from dismissed_notices n
          where n.merchant_id = ${ctx.merchantId} and n.notice = ${`${ctx.environment}_keys`}), '-infinity')
     order by lower(t.name), t.id`;
}

async function flagged(ctx: MemberContext, flag: PaymentFlag) {
  const { sql } = ctx.db;
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (
      select from merchants m
        join terminals t on t.merchant_id = m.id and ${visibleTerminals(ctx, "t.id")}
       cross join unnest(${bitsWith([flag])}::smallint[]) bits
        join payment_intents i on i.terminal_id = t.id and i.environment = ${ctx.environment} and i.flags = bits
         and i.flags <> 0
         and i.created_at >= ((now() at time zone m.time_zone)::date - ${DAYS - 1}::int)::timestamp at time zone m.time_zone
       where m.id = ${ctx.merchantId}
       limit ${COUNTED_MAX + 1}) found`;
  return { flag, count: Math.min(row.count, COUNTED_MAX), isMore: row.count > COUNTED_MAX };
}
