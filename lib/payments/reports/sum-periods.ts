import type { Environment } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";

type Fragment = ReturnType<Sql>;

/** Two figures that are stored for whole UTC hours and days, and how to compute them from the intents for the rest. */
type Source = { kept: Fragment; of: Fragment; at: Fragment; where: Fragment };

const SOURCES = {
  /** micro-USDT and count of paid intents */
  sales: (sql: Sql): Source => ({
    kept: sql`(select span, starts_at, terminal_id, environment, total_micros as first, sales_count as second from sales_sums)`,
    of: sql`sum(i.amount_micros) as first, count(*) as second`,
    at: sql`i.paid_at`,
    where: sql`i.status = 'paid'`,
  }),
  /** count of expired and of cancelled intents */
  unpaid: (sql: Sql): Source => ({
    kept: sql`(select span, starts_at, terminal_id, environment, expired_count as first, cancelled_count as second from unpaid_sums)`,
    of: sql`count(i.expired_at) as first, count(i.cancelled_at) as second`,
    at: sql`coalesce(i.expired_at, i.cancelled_at)`,
    where: sql`i.status in ('expired', 'cancelled')`,
  }),
};

/**
 * SQL for `key, first, second` of the relation `periods (key, terminal_id, starts, ends)`, with one or more rows per
 * key to add up. Whole UTC days and hours come from stored sums, the rest from the intents: exact and fast for any
 * period. Parts of a period that are empty, as most are, aren't looked for in an index.
 */
export function sumPeriods(sql: Sql, source: keyof typeof SOURCES, environment: Environment) {
  const { kept, of, at, where } = SOURCES[source](sql);
  const isOf = (table: "s" | "i") => isOfPeriod(sql, table, environment);
  return sql`
    select h.key, part.first, part.second
      from (${withEdges(sql)}) h
     cross join lateral (
        select sum(s.first) as first, sum(s.second) as second
          from ${wholeSpans(sql)}
          join ${kept} s on ${isOf("s")} and s.span = spans.span
           and s.starts_at >= spans.begins and s.starts_at < spans.ends
         where spans.begins < spans.ends
        union all
        select ${of} from payment_intents i
         where ${isOf("i")} and ${where} and ${at} >= h.starts and ${at} < least(h.first_hour, h.ends)
           and h.starts < least(h.first_hour, h.ends)
        union all
        select ${of} from payment_intents i
         where ${isOf("i")} and ${where} and ${at} >= greatest(h.last_hour, h.first_hour) and ${at} < h.ends
           and greatest(h.last_hour, h.first_hour) < h.ends) part`;
}

/**
 * SQL for `key, currency, minor, micros, sales` of the same relation: what paid payments were priced at, with one or
 * more rows per key and currency to add up. A terminal's payments of a part of an hour are read only if that hour has
 * priced ones.
 */
export function sumPrices(sql: Sql, environment: Environment) {
  const isOf = (table: "s" | "i" | "x") => isOfPeriod(sql, table, environment);
  const edge = (begins: Fragment, ends: Fragment) => sql`
    select i.price_currency, sum(i.price_minor), sum(i.amount_micros), count(*) from payment_intents i
     where ${isOf("i")} and i.status = 'paid' and i.price_currency is not null
       and i.paid_at >= ${begins} and i.paid_at < ${ends} and ${begins} < ${ends}
       and exists (
         select from price_sums x
          where ${isOf("x")} and x.span = 'hour' and x.starts_at = date_trunc('hour', ${begins}, 'UTC'))
     group by 1`;
  return sql`
    select h.key, part.*
      from (${withEdges(sql)}) h
     cross join lateral (
        select s.currency, sum(s.price_minor) as minor, sum(s.total_micros) as micros, sum(s.sales_count) as sales
          from ${wholeSpans(sql)}
          join price_sums s on ${isOf("s")} and s.span = spans.span
           and s.starts_at >= spans.begins and s.starts_at < spans.ends
         where spans.begins < spans.ends
         group by 1
        union all
        ${edge(sql`h.starts`, sql`least(h.first_hour, h.ends)`)}
        union all
        ${edge(sql`greatest(h.last_hour, h.first_hour)`, sql`h.ends`)}) part`;
}

/** SQL: `periods` with the whole hours and days in each. */
function withEdges(sql: Sql) {
  return sql`
    select p.*, date_trunc('hour', starts + interval '1 hour' - interval '1 microsecond', 'UTC') as first_hour,
           date_trunc('hour', ends, 'UTC') as last_hour,
           date_trunc('day', starts + interval '1 day' - interval '1 microsecond', 'UTC') as first_day,
           date_trunc('day', ends, 'UTC') as last_day
      from periods p`;
}

/** SQL: the whole days of a period, and its whole hours before and after them. */
function wholeSpans(sql: Sql) {
  return sql`
    (values ('day', h.first_day, h.last_day),
            ('hour', h.first_hour, least(h.first_day, h.last_hour)),
            ('hour', greatest(h.last_day, h.first_day), h.last_hour)) spans (span, begins, ends)`;
}

function isOfPeriod(sql: Sql, table: "s" | "i" | "x", environment: Environment) {
  return sql`${sql(table)}.terminal_id = h.terminal_id and ${sql(table)}.environment = ${environment}`;
}
