import type { merchants } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { LIVE_IS_OFF, type Network } from "@/lib/base/context/network";
import { afterCommit } from "@/lib/base/db/after-commit";
import type { Database, Transaction } from "@/lib/base/db/client";
import { IDEMPOTENCY_HOURS } from "@/lib/base/idempotency/request";
import { log } from "@/lib/base/process/log";
import { DomainError, invalidApiKey, isDomainError } from "@/lib/base/values/errors";
import { clearAlarm, raiseAlarm } from "@/lib/chain/nodes/alarms";
import { type WatcherHealth, watcherHealth } from "@/lib/chain/nodes/health";
import { hearHead } from "@/lib/chain/nodes/hear-head";
import { leaseAddress, takeAddress } from "@/lib/chain/wallets/lease";
import { reviewPools } from "@/lib/chain/wallets/pool";
import { requireRoomUnderCap } from "@/lib/payments/intents/daily-cap";
import { meterPayments } from "@/lib/payments/intents/meter";
import { expiryOf, type NewIntent } from "@/lib/payments/intents/plan";
import { type Inserted, writeIntents } from "@/lib/payments/intents/write";
import { isInForce } from "@/lib/payments/prices/in-force";

/**
 * Runs work whose transaction creates live intents. What prevents them raises an alarm; `api_error` when live is off.
 */
export async function creatingLive<R>(ctx: Context, merchantId: string, work: (network: Network) => Promise<R>) {
  const { db, settings } = ctx;
  const { network } = settings;
  if (!network) {
    log().error({ merchantId }, "a live payment was refused: TRON_RPC_URLS is not set");
    throw new DomainError("api_error", `${LIVE_IS_OFF} Nothing was created.`);
  }
  await hearHead(ctx, network);
  try {
    const result = await work(network);
    await review(db, network, merchantId);
    return result;
  } catch (error) {
    const alarm = isDomainError(error) ? error.extra.alarm : undefined;
    if (alarm) await raiseAlarm(db.sql, { network: network.id, ...alarm });
    throw error;
  }
}

/** Only logs a failure: the payment is committed, and the next payment repeats the review. */
async function review(db: Database, network: Network, merchantId: string) {
  try {
    for (const kind of ["watcher_unhealthy", "clock_skew"] as const) {
      await clearAlarm(db.sql, { network: network.id, kind });
    }
    await reviewPools(db.sql, network.id, merchantId);
  } catch (err) {
    log().error({ merchantId, err }, "could not review the address pool");
  }
}

/**
 * Writes a live intent and its leased address, event, deliveries and idempotency key in the caller's transaction, to be
 * rolled back on any error: `daily_cap_exceeded`, `invalid_api_key` when the key has ended, and, with an alarm and
 * `retryAfterSeconds`, `api_error` when the chain isn't read, its clock and ours differ, or no address is free.
 */
export async function insertLive(
  { settings }: Context,
  tx: Transaction,
  network: Network,
  intent: NewIntent,
): Promise<Inserted> {
  const { merchantId, amountMicros, quote } = intent;
  const [[facts], health] = await Promise.all([
    selectFacts(tx, intent),
    watcherHealth(tx, network.id, settings.watcher),
  ]);
  if (!facts?.isAlive) return { outcome: "dead_key" };
  if (!facts.isTimely) return { outcome: "old_rate" };
  if (!health.isHealthy) throw unhealthy(health);
  const expiresAt = expiryOf(intent, facts.now);
  const answer = intent.idempotency?.answer(expiresAt) ?? null;
  if (!(await keepAnswer(tx, { intent, answer, now: facts.now }))) return { outcome: "repeated" };
  if (facts.hasCap) await requireRoomUnderCap(tx, { merchantId, amountMicros, quote, at: facts.now });
  const address = await takeAddress(tx, { merchantId, neverReuse: facts.neverReuseAddresses, network: network.id });
  if (!address) throw noAddress(merchantId);
  const ready = {
    intent: { ...intent, idempotency: null, recalled: null },
    receiveAddress: address.address,
    at: facts.now,
  };
  const [written] = await writeIntents(tx, [ready]);
  if (written?.outcome !== "created") throw invalidApiKey();
  await leaseAddress(tx, address, intent.id, network.id);
  afterCommit(tx, () => meterPayments("created", [intent]));
  return { outcome: "created", createdAt: facts.now, expiresAt, answer };
}

type Merchant = typeof merchants.$inferSelect;

type Facts = Pick<Merchant, "neverReuseAddresses"> & {
  now: Date;
  hasCap: boolean;
  isAlive: boolean;
  isTimely: boolean;
};

function selectFacts(tx: Transaction, { keyId, merchantId, quote, recalled }: NewIntent) {
  return tx<Facts[]>`
    select clock_timestamp() as now, daily_live_cap_micros is not null as "hasCap",
           never_reuse_addresses as "neverReuseAddresses",
           ${keyId}::uuid is null or exists (
             select from api_keys
              where id = ${keyId} and merchant_id = ${merchantId} and (ends_at is null or ends_at > now())) as "isAlive",
           ${recalled === null} or (
             select ${isInForce(tx)}
               from (select ${merchantId}::uuid as merchant_id, ${quote?.currency ?? null}::text as price_currency,
                            ${quote?.rate ?? null}::text as price_rate, ${quote?.source ?? null}::text as price_source,
                            ${quote?.spreadBps ?? null}::int as price_spread_bps, ${recalled?.lifeSeconds ?? null}::int as quote_life_s) r) as "isTimely"
      from merchants where id = ${merchantId}`;
}

/** Before any other lock: a concurrent request with the same key waits here. False: another request came first. */
async function keepAnswer(
  tx: Transaction,
  { intent, answer, now }: { intent: NewIntent; answer: string | null; now: Date },
): Promise<boolean> {
  if (!intent.idempotency) return true;
  const { path, key, requestHash } = intent.idempotency;
  const kept = await tx`
    insert into idempotency_keys (terminal_id, environment, path, key, request_hash, intent_id, response, ends_at)
    values (${intent.terminalId}, ${intent.environment}, ${path}, ${key}, ${requestHash}, ${intent.id}, ${answer},
            ${now}::timestamptz + make_interval(hours => ${IDEMPOTENCY_HOURS}))
    on conflict do nothing`;
  return kept.count > 0;
}

/** Most pauses end within a minute; during longer ones clients retry no more often than this. */
const RETRY_AFTER_SECONDS = 30;
/** Payments end and cooldowns are over within minutes. */
const NO_ADDRESS_RETRY_SECONDS = 60;

function unhealthy({ reason, reasonText }: WatcherHealth): DomainError {
  const why = reasonText ?? "";
  const pause =
    reason === "clock_skew"
      ? "Live payments are paused because the server clock can't be trusted right now."
      : "Live payments are paused because new payments might not be detected right now.";
  const kind = reason === "clock_skew" ? "clock_skew" : "watcher_unhealthy";
  return new DomainError("api_error", `${pause} ${why} Nothing was created. Try again shortly.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    alarm: { kind, message: why },
  });
}

function noAddress(merchantId: string): DomainError {
  const message =
    "Every receive address of this business is in use or cooling down. Nothing was created. Try again in a few minutes. " +
    "If this happens often, an owner can add addresses to the receiving wallet, or use an xpub for unlimited addresses.";
  const alarm = {
    kind: "pool_empty" as const,
    merchantId,
    message:
      "A live payment was refused: every receive address is in use or cooling down. Add addresses to the wallet.",
  };
  return new DomainError("api_error", message, { retryAfterSeconds: NO_ADDRESS_RETRY_SECONDS, alarm });
}
