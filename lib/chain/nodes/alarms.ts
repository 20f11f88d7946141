import type { chainAlarms } from "@/drizzle/schema";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";

export type AlarmKind =
  | "fork"
  | "provider_down"
  | "lag"
  | "clock_skew"
  | "bad_block_time"
  | "finality_lag"
  | "hole_found"
  | "canary"
  | "token_paused"
  | "token_fee"
  | "token_deprecated"
  | "token_unchecked"
  | "blacklisted"
  | "ledger_differs"
  | "pool_low"
  | "pool_empty"
  | "watcher_unhealthy"
  | "wrong_chain"
  | "disputed"
  | `upkeep_${UpkeepTask}`;

/** Tasks after an accepted pass. They are independent: an error in one does not keep the others from running. */
export type UpkeepTask =
  | ("held" | "expiry" | "balances" | "books")
  | ("canary" | "hour" | "disputes" | "sweeps" | "pools" | "ahead" | "day" | "token");

export type AlarmScope = {
  network: string;
  kind: AlarmKind;
  /** left out: of the whole installation */
  merchantId?: string | null;
};

/**
 * Raises an alarm, or counts one that is active already. True when it is new. The message must not contain a secret.
 */
export async function raiseAlarm(sql: Sql | Transaction, alarm: AlarmScope & { message: string }): Promise<boolean> {
  const [row] = await sql<[Pick<typeof chainAlarms.$inferSelect, "times">]>`
    insert into chain_alarms as a (network, kind, merchant_id, message)
    values (${alarm.network}, ${alarm.kind}, ${alarm.merchantId ?? null}, ${alarm.message})
    on conflict (network, kind, coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid))
      where cleared_at is null
    do update set times = a.times + 1, last_at = now(), message = excluded.message
    returning times`;
  if (row.times === 1) log().error({ ...alarm }, "alarm");
  return row.times === 1;
}

/** Replaces the message of an active alarm, without counting it again. */
export async function restateAlarm(sql: Sql | Transaction, alarm: AlarmScope & { message: string }): Promise<void> {
  await sql`
    update chain_alarms set message = ${alarm.message}
     where network = ${alarm.network} and kind = ${alarm.kind} and cleared_at is null
       and merchant_id is not distinct from ${alarm.merchantId ?? null}`;
}

/** Clears an alarm that is over or that an operator has reviewed. False when none was active. */
export async function clearAlarm(sql: Sql | Transaction, scope: AlarmScope): Promise<boolean> {
  const cleared = await sql`
    update chain_alarms set cleared_at = now()
     where network = ${scope.network} and kind = ${scope.kind} and cleared_at is null
       and merchant_id is not distinct from ${scope.merchantId ?? null}`;
  if (cleared.count > 0) log().info({ ...scope }, "alarm over");
  return cleared.count > 0;
}

/** The active alarms of the whole installation, and how long ago they were raised, in milliseconds. */
export async function standingAlarms(sql: Sql | Transaction, network: string): Promise<Map<AlarmKind, number>> {
  const rows = await sql<{ kind: AlarmKind; ageMs: number }[]>`
    select kind, extract(epoch from clock_timestamp() - raised_at)::float8 * 1000 as "ageMs" from chain_alarms
     where network = ${network} and merchant_id is null and cleared_at is null`;
  return new Map(rows.map((row) => [row.kind, row.ageMs]));
}
