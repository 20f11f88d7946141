import type { webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import type { AttemptResult } from "@/lib/delivery/sending/attempt";
import type { HealthChanges } from "@/lib/delivery/sending/follow-health";
import { stillLeased } from "@/lib/delivery/sending/locked-rows";
import { MAX_ATTEMPTS } from "@/lib/delivery/sending/retry";

const FAILING_DAYS = 5;

/** `locked`: deliveries whose row was locked, and whose result is still to be written. */
type RecordedResults = { changes: HealthChanges; locked: ReadonlySet<string> };

/**
 * Writes the results of attempts: the attempt, the delivery's next step and the endpoint's health. Only the holder of
 * the lease may write. A failing endpoint's first success ends its outage; a 410 disables it, and so do five days
 * without a success (see `findWorn`). The caller passes these changes to `followHealth`, and the results of locked
 * deliveries to this function again. Test events, and responses of a URL that has been replaced meanwhile, change
 * nothing but their own delivery.
 */
export async function recordAttempts(sql: Sql, results: AttemptResult[]): Promise<RecordedResults> {
  const counted = results.filter((result) => !result.isTest);
  const telling = endpointsOf(counted, (result) => result.outcome !== "delivered" || result.wasFailing);
  if (telling.size === 0) {
    const recorded = await writeResults(sql, results);
    return { changes: { disabled: [], outages: new Map() }, locked: await lockedOf(sql, results, recorded) };
  }
  return sql.begin(async (tx) => {
    const endpoints = await lockEndpoints(tx, telling);
    const recorded = await writeResults(tx, results);
    const held = counted.filter((result) => recorded.has(result.deliveryId));
    const current = held.filter((result) => endpoints.get(result.endpointId)?.url === result.url);
    const delivered = endpointsOf(current, (result) => result.outcome === "delivered");
    const outages = new Map(
      [...delivered].flatMap((id) => {
        const seconds = endpoints.get(id)?.failingSeconds ?? null;
        return seconds === null ? [] : [[id, seconds] as const];
      }),
    );
    const failed = current.filter((result) => !delivered.has(result.endpointId));
    const gone = endpointsOf(current, (result) => result.gone);
    const worn = await markFailing(tx, failed);
    const disabled = [...worn, ...(await disableEndpoints(tx, gone))];
    await sendToNewUrl(
      tx,
      held.filter((result) => result.gone && !current.includes(result)),
    );
    return { changes: { disabled, outages }, locked: await lockedOf(tx, results, recorded) };
  });
}

type Locked = Pick<typeof webhookEndpoints.$inferSelect, "id" | "url"> & {
  /** since its first failure without a success; null: it works */
  failingSeconds: number | null;
};

/** The endpoints by ID. In order, so that two processes don't wait for each other. */
async function lockEndpoints(tx: Transaction, endpoints: Set<string>): Promise<Map<string, Locked>> {
  const rows = await tx<Locked[]>`
    select id, url, extract(epoch from clock_timestamp() - failing_since)::float8 as "failingSeconds"
      from webhook_endpoints where id = any(${[...endpoints]}::uuid[]) order by id for no key update`;
  return new Map(rows.map((row) => [row.id, row]));
}

function endpointsOf(results: AttemptResult[], wanted: (result: AttemptResult) => boolean): Set<string> {
  return new Set(results.filter(wanted).map((result) => result.endpointId));
}

/**
 * Returns the deliveries whose lease was held. The lease is passed as text: a Date would lose its microseconds. Locked
 * rows are left out, since waiting for them could be a deadlock: a locked delivery is being ended with its endpoint or
 * looked at by a claim, and the time of a locked endpoint's last success is recorded with the next one.
 */
async function writeResults(sql: Sql | Transaction, results: AttemptResult[]): Promise<Set<string>> {
  const tests = results.filter((result) => result.isTest).map((result) => result.deliveryId);
  const list = <T>(pick: (result: AttemptResult) => T) => results.map(pick);
  const rows = await sql<{ id: string }[]>`
    with r as (
      select * from unnest(
        ${list((r) => r.deliveryId)}::uuid[], ${list((r) => r.attempt)}::int[], ${list((r) => r.lease)}::text[],
        ${list((r) => r.startedAt.toISOString())}::timestamptz[], ${list((r) => r.durationMs)}::int[],
        ${list((r) => r.signatures?.toString("hex") ?? null)}::text[], ${list((r) => r.status)}::int[],
        ${list((r) => r.errorClass)}::text[], ${list((r) => r.excerpt)}::text[], ${list((r) => r.outcome)}::text[],
        ${list((r) => r.delayMs)}::float8[], ${list((r) => r.url)}::text[]
      ) as r(id, number, lease, started_at, duration_ms, signatures, status, error, excerpt, outcome, delay_ms, url)),
    held as (
      select d.id from r join webhook_deliveries d on d.id = r.id
       where d.id = any(${list((r) => r.deliveryId)}::uuid[]) and d.attempts = r.number
         and d.leased_until = r.lease::timestamptz and d.status = 'pending'
         for no key update of d skip locked),
    d as (
      update webhook_deliveries d
         set status = case r.outcome when 'retry' then 'pending' else r.outcome end,
             next_attempt_at = case r.outcome when 'retry' then now() + make_interval(secs => r.delay_ms / 1000) end,
             ended_at = case r.outcome when 'retry' then null else now() end,
             leased_until = null, last_status = r.status, last_error = r.error
        from r where d.id = any(array(select id from held)) and d.id = r.id
      returning d.id, d.endpoint_id, d.status, d.next_attempt_at, r.url),
    p as (
      update webhook_endpoints set last_success_at = now(), failing_since = null
       where id = any(array(
         select p.id from webhook_endpoints p
           join (select distinct endpoint_id, url from d where status = 'delivered' and id <> all(${tests}::uuid[])) s
             on p.id = s.endpoint_id and p.url = s.url
          where p.failing_since is not null or p.last_success_at is null or p.last_success_at < now() - interval '10 s'
            for no key update of p skip locked)))
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, signatures, response_status,
                                  error_class, response_excerpt, next_attempt_at)
    select r.id, r.number, r.started_at, r.duration_ms, decode(r.signatures, 'hex'), r.status, r.error, r.excerpt, d.next_attempt_at
      from r join d on d.id = r.id
    on conflict (delivery_id, number) do nothing
    returning delivery_id as id`;
  return new Set(rows.map(({ id }) => id));
}

function lockedOf(sql: Sql | Transaction, results: AttemptResult[], recorded: Set<string>): Promise<Set<string>> {
  const others = results.filter((result) => !recorded.has(result.deliveryId));
  return stillLeased(
    sql,
    others.map(({ deliveryId, lease }) => ({ id: deliveryId, lease })),
  );
}

type Disabled = HealthChanges["disabled"];

/** Returns those that it has disabled. */
async function markFailing(tx: Transaction, failed: AttemptResult[]): Promise<Disabled> {
  if (failed.length === 0) return [];
  const long = await tx<{ id: string | null }[]>`
    update webhook_endpoints set failing_since = coalesce(failing_since, now())
     where id = any(${[...new Set(failed.map((result) => result.endpointId))]}::uuid[]) and disabled_at is null
    returning case when failing_since <= now() - make_interval(days => ${FAILING_DAYS}) then id end as id`;
  const ids = new Set(long.map((row) => row.id));
  const ofLong = failed.filter((result) => ids.has(result.endpointId));
  return disableEndpoints(tx, await findWorn(tx, ofLong), "failing");
}

/**
 * The endpoints to disable of those without a success for days. A delivery must have used all its attempts: between two
 * deliveries there can be days without any, and a first failure after them tells as little as any other. Or it must
 * itself have failed for that long: attempts at an endpoint that hangs come one at a time, and with many events the
 * last ones would come weeks later.
 */
async function findWorn(tx: Transaction, failed: AttemptResult[]): Promise<Set<string>> {
  const worn = endpointsOf(failed, (result) => result.outcome === "failed");
  const others = failed.filter((result) => !worn.has(result.endpointId)).map((result) => result.deliveryId);
  if (others.length === 0) return worn;
  const rows = await tx<Pick<typeof webhookDeliveries.$inferSelect, "endpointId">[]>`
    select d.endpoint_id as "endpointId"
      from webhook_deliveries d join webhook_attempts a on a.delivery_id = d.id and a.number = d.series_base + 1
     where d.id = any(${others}::uuid[]) and a.started_at <= now() - make_interval(days => ${FAILING_DAYS})`;
  return new Set([...worn, ...rows.map((row) => row.endpointId)]);
}

/**
 * A 410 of the URL that was replaced says nothing of the new one, which gets the event at once if an attempt is left.
 */
async function sendToNewUrl(tx: Transaction, results: AttemptResult[]): Promise<void> {
  if (results.length === 0) return;
  await tx`
    update webhook_deliveries set status = 'pending', next_attempt_at = now(), ended_at = null
     where id = any(${results.map((result) => result.deliveryId)}::uuid[]) and attempts - series_base < ${MAX_ATTEMPTS}`;
}

async function disableEndpoints(
  tx: Transaction,
  endpoints: Set<string>,
  reason: "gone" | "failing" = "gone",
): Promise<Disabled> {
  if (endpoints.size === 0) return [];
  const disabled = await tx<Pick<typeof webhookEndpoints.$inferSelect, "id" | "merchantId">[]>`
    update webhook_endpoints set disabled_at = now(), disabled_reason = ${reason}
     where id = any(${[...endpoints]}::uuid[]) and disabled_at is null
    returning id, merchant_id as "merchantId"`;
  for (const endpoint of disabled) {
    await recordAudit(tx, {
      merchantId: endpoint.merchantId,
      actor: { type: "system", job: "webhooks" },
      action: "webhook_endpoint.disabled",
      targetType: "webhook_endpoint",
      targetId: endpoint.id,
      after: { reason },
    });
    log().warn({ endpointId: endpoint.id, merchantId: endpoint.merchantId, reason }, "webhook endpoint switched off");
  }
  return disabled;
}
