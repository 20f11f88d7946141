import { createHash, randomUUID } from "node:crypto";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { EventType } from "@/lib/delivery/events/catalog";

/** The events that an intent has once at most. */
const ONCE: readonly EventType[] = ["intent.created", "payment.success", "payment.expired", "intent.cancelled"];

/**
 * The ID of a new event, a UUID of version 4. If an intent has the type once at most, its random bits are a hash of
 * both: after the database was restored from a backup, a payment that is found again has the event ID that receivers
 * have processed already.
 */
export function newEventId(type: EventType, intentId: string | null): string {
  if (intentId === null || !ONCE.includes(type)) return randomUUID();
  const hash = createHash("sha256")
    .update(Buffer.from(intentId.replaceAll("-", ""), "hex"))
    .update(type)
    .digest("hex");
  const digits = `${hash.slice(0, 12)}4${hash.slice(13, 16)}8${hash.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** SQL: the same for the intent of row `row`. */
export function eventIdOf(sql: Sql | Transaction, type: "intent.created" | "payment.expired", row: string) {
  const hash = sql`left(encode(sha256(uuid_send(${sql(row)}.id) || ${type}::text::bytea), 'hex'), 32)`;
  return sql`overlay(overlay(${hash} placing '4' from 13) placing '8' from 17)::uuid`;
}
