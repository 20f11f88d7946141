import type { Sql, Transaction } from "@/lib/base/db/client";

/*
 * SQL: bodies of events that are written by the thousand, made where their times are known, so that neither travels to
 * Node and back. Character by character what `intentCreated` and `intentEnded` make of the same facts.
 */

/** `intent.created` of row `row`, which has the intent's columns and `checkout_uri`. */
export function createdBody(sql: Sql | Transaction, row: string) {
  const is = sql(row);
  return sql`${beginning(sql, "intent.created", row)}
    || ',"expires_at":"' || ${isoMoment(sql, sql`${is}.expires_at`)}
    || '","checkout_uri":' || to_json(${is}.checkout_uri)
    || ',"timestamp":"' || ${isoMoment(sql, sql`${is}.created_at`)} || '"}'`;
}

/** `payment.expired` of row `row`, which has the intent's columns. */
export function expiredBody(sql: Sql | Transaction, row: string) {
  return sql`${beginning(sql, "payment.expired", row)}
    || ',"timestamp":"' || ${isoMoment(sql, sql`${sql(row)}.expired_at`)} || '"}'`;
}

function beginning(sql: Sql | Transaction, event: "intent.created" | "payment.expired", row: string) {
  const is = sql(row);
  return sql`'{"event":"' || ${event}::text || '","intent_id":"' || ${is}.id
    || '","amount":' || trim_scale(${is}.amount_micros / 1000000::numeric)
    || ',"currency":"USDT","terminal_id":"' || ${is}.terminal_id
    || '","environment":"' || ${is}.environment || '","livemode":' || (${is}.environment = 'live')`;
}

/** SQL: a time as JavaScript's `toISOString` writes it. */
export function isoMoment(sql: Sql | Transaction, moment: ReturnType<Sql>) {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
