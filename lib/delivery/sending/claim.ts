import type { events, webhookEndpoints } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";
import { endedAsDisabled } from "@/lib/delivery/endpoints/end-pending";
import type { Shares } from "@/lib/delivery/sending/claims";
import { stillLeased, untilUnlocked } from "@/lib/delivery/sending/locked-rows";
import { waitingEndpoints } from "@/lib/delivery/sending/pending";

/** Longer than any attempt takes: an attempt whose lease has expired was interrupted and may be claimed again. */
const LEASE_SECONDS = 30;
/** a failing endpoint gets one attempt at a time in each process, so that a hanging one holds a single slot */
const SLOTS_FAILING = 1;

type Event = typeof events.$inferSelect;
type Endpoint = typeof webhookEndpoints.$inferSelect;

export type ClaimedDelivery = Pick<Endpoint, "url" | "secret" | "nextSecret"> & {
  id: string;
  eventId: Event["id"];
  eventType: Event["type"];
  environment: Environment;
  body: Event["body"];
  endpointId: Endpoint["id"];
  merchantId: Endpoint["merchantId"];
  nextIsActive: boolean;
  failing: boolean;
  /** number of this attempt in all series, from 1 */
  attempt: number;
  /** number of this attempt within its series of six */
  attemptInSeries: number;
  /** the lease's end exactly as stored; only its holder may record this attempt */
  lease: string;
};

/**
 * Takes up to `limit` due deliveries, oldest first within an endpoint and never more of one endpoint than its share.
 * Merchants and endpoints of which least is claimed come first, and among equals chance decides, so that none is passed
 * over. An interrupted attempt keeps its number. Two claimers never get the same delivery. Deliveries to a disabled
 * endpoint, which were committed after it was disabled, end as failed.
 */
export function claimDue(sql: Sql, limit: number, shares: Shares): Promise<ClaimedDelivery[]> {
  const { endpoints, merchants, slotsOfOthers } = shares;
  return sql<ClaimedDelivery[]>`
    with recursive ${waitingEndpoints(sql)},
    by_endpoint as (
      select * from unnest(${endpoints.map((one) => one.endpointId)}::uuid[], ${endpoints.map((one) => one.taken)}::int[],
                           ${endpoints.map((one) => one.ahead)}::int[]) as e(endpoint_id, taken, ahead)),
    by_merchant as (
      select * from unnest(${merchants.map((one) => one.merchantId)}::uuid[], ${merchants.map((one) => one.taken)}::int[],
                           ${merchants.map((one) => one.slots)}::int[]) as m(merchant_id, taken, slots)),
    room as (
      select p.id, p.disabled_at is not null as is_off, coalesce(m.taken, 0) as merchant_taken, coalesce(e.taken, 0) as taken,
             case when p.failing_since is null or p.disabled_at is not null
                  then coalesce(m.slots, ${slotsOfOthers}) + coalesce(e.ahead, 0)
                  else least(coalesce(m.slots, ${slotsOfOthers}), ${SLOTS_FAILING}) end - coalesce(e.taken, 0) as slots
        from waiting join webhook_endpoints p on p.id = waiting.endpoint_id
        left join by_endpoint e on e.endpoint_id = p.id left join by_merchant m on m.merchant_id = p.merchant_id
       where waiting.next_attempt_at <= now()),
    due as (
      select d.id, free.is_off
        from (select * from room where slots > 0 order by merchant_taken, taken, random()) free cross join lateral (
          select id from webhook_deliveries
           where endpoint_id = free.id and status = 'pending' and next_attempt_at <= now()
             and (leased_until is null or leased_until <= now())
           order by next_attempt_at limit free.slots for update skip locked) d
       limit ${limit}),
    ${endOrTakeLease(sql)}`;
}

/** Takes one delivery if it is due now, else null. One to a disabled endpoint ends as failed. */
export async function claimById(sql: Sql, id: string): Promise<ClaimedDelivery | null> {
  const [claimed] = await sql<ClaimedDelivery[]>`
    with due as (
      select d.id, p.disabled_at is not null as is_off
        from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
       where d.id = ${id} and d.status = 'pending' and d.next_attempt_at <= now()
         and (d.leased_until is null or d.leased_until <= now())
         for update of d skip locked),
    ${endOrTakeLease(sql)}`;
  return claimed ?? null;
}

/**
 * Ends the leases of attempts that were not begun; claimed again, each keeps its number. Returns those that were
 * locked.
 */
async function endLeases(sql: Sql, claimed: readonly ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
  const rows = await sql<{ id: string }[]>`
    update webhook_deliveries set leased_until = now()
     where id = any(array(
       select d.id from unnest(${claimed.map((one) => one.id)}::uuid[], ${claimed.map((one) => one.lease)}::text[]) as c(id, lease)
         join webhook_deliveries d on d.id = c.id and d.leased_until = c.lease::timestamptz and d.status = 'pending'
          for no key update of d skip locked))
    returning id`;
  const ended = new Set(rows.map(({ id }) => id));
  const left = await stillLeased(
    sql,
    claimed.filter(({ id }) => !ended.has(id)),
  );
  return claimed.filter(({ id }) => left.has(id));
}

/**
 * Ends the leases of attempts that were not begun. Those that are locked wait for their turn, no longer than their
 * lease.
 */
export async function giveBack(sql: Sql, claimed: readonly ClaimedDelivery[]): Promise<void> {
  for (let left = claimed; left.length > 0; ) {
    left = await endLeases(sql, left);
    if (left.length > 0) await untilUnlocked();
  }
}

/**
 * What follows the CTE `due`. The commit does not wait for the disk: a lease lost in a crash only repeats the attempt.
 * The ids are passed as an array, so that the planner uses the primary key whatever the table's size.
 */
function endOrTakeLease(sql: Sql) {
  return sql`
    ended as (
      update webhook_deliveries set ${endedAsDisabled(sql)}
       where id = any(array(select id from due where is_off)))
    update webhook_deliveries d
       set attempts = d.attempts + case when d.leased_until is null then 1 else 0 end,
           leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from events e, webhook_endpoints p, (select set_config('synchronous_commit', 'off', true) as set) relaxed
     where d.id = any(array(select id from due where not is_off)) and e.id = d.event_id and p.id = d.endpoint_id
       and relaxed.set is not null
    returning d.id, e.id as "eventId", e.type as "eventType", e.environment, e.body, p.id as "endpointId",
              p.merchant_id as "merchantId", p.url, p.secret, p.next_secret as "nextSecret",
              coalesce(p.next_secret_active_at <= now(), false) as "nextIsActive",
              p.failing_since is not null as failing, d.attempts as attempt,
              d.attempts - d.series_base as "attemptInSeries", d.leased_until::text as lease`;
}
