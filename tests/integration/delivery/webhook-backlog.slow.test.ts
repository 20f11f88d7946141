import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { deleteEndpoint } from "@/lib/delivery/endpoints/delete";
import { disableEndpoint } from "@/lib/delivery/endpoints/disable";
import { enableEndpoint } from "@/lib/delivery/endpoints/enable";
import { getEndpoint } from "@/lib/delivery/endpoints/list";
import { updateEndpoint } from "@/lib/delivery/endpoints/update";
import { DEFAULT_EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { resendFailed } from "@/lib/delivery/log/resend";
import { attemptDelivery } from "@/lib/delivery/sending/attempt-delivery";
import { deliverDue, startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

/** Endpoints for which more deliveries wait than a transaction can change in its time. */

/** A step and the results of attempts. */
const MOST_IN_A_TRANSACTION = 6_000;
const BACKLOG = 12_000;
const HOUR_S = 3_600;

/** PostgreSQL cancels a statement that changes too many rows, as when its time is over. */
beforeAll(async () => {
  await database().sql.unsafe(`
    create function count_changed() returns trigger language plpgsql as $$
    declare changed int := coalesce(nullif(current_setting('test.changed', true), ''), '0')::int + (select count(*) from rows);
    begin
      perform set_config('test.changed', changed::text, true);
      if changed > ${MOST_IN_A_TRANSACTION} then raise query_canceled; end if;
      return null;
    end $$;
    create trigger updated after update on webhook_deliveries
      referencing old table as rows for each statement execute function count_changed();
    create trigger deleted after delete on webhook_deliveries
      referencing old table as rows for each statement execute function count_changed()`);
});

beforeEach(async () => {
  await database().sql`truncate webhook_deliveries cascade`;
});

type Waiting = { count?: number; seconds?: number; status?: "pending" | "failed" };

/**
 * Adds an endpoint with deliveries; `seconds` until they are due, one after the other within that time if there are
 * many.
 */
async function addEndpoint(url: string, ...waiting: Waiting[]) {
  const ctx = await memberContext(await createMerchantFixture());
  const { id: endpointId } = await createEndpoint(ctx, { environment: "sandbox", url });
  for (const { count = 1, seconds = 0, status = "pending" } of waiting) {
    await database().sql`
      with e as (
        insert into events (id, merchant_id, environment, type, body)
        select gen_random_uuid(), ${ctx.merchantId}, 'sandbox', 'payment.success', '{}' from generate_series(1, ${count})
        returning id)
      insert into webhook_deliveries (event_id, endpoint_id, status, attempts, next_attempt_at, ended_at)
      select id, ${endpointId}, ${status}, ${seconds > 0 ? 1 : 0},
             case when ${status} = 'pending' then now() + ${seconds} * random() * interval '0.1 s' + ${seconds} * interval '0.9 s' end,
             case when ${status} = 'failed' then now() end
        from e`;
  }
  return { ctx, endpointId };
}

/** What became of an endpoint's deliveries. */
async function statesOf(endpointId: string) {
  return database().sql<{ state: string; count: number }[]>`
    select case when status = 'pending' then case when next_attempt_at <= now() then 'due' else 'waiting' end
                else coalesce(last_error, status) end as state, count(*)::int as count
      from webhook_deliveries where endpoint_id = ${endpointId} group by 1 order by 1`;
}

const markFailing = (endpointId: string, seconds: number) => database().sql`
  update webhook_endpoints set failing_since = now() - make_interval(secs => ${seconds}) where id = ${endpointId}`;

const startReceiverAnswering = (status: number) =>
  startReceiver((_request, response) => response.writeHead(status).end());

const moveTo = (ctx: MemberContext, endpointId: string, url: string) =>
  updateEndpoint(ctx, { endpointId, url, terminalId: null, eventTypes: [...DEFAULT_EVENT_TYPES] });

describe("an endpoint with a large backlog", () => {
  it("that responds with 410 is disabled, and what waits for it ends, and others get their webhooks once", async () => {
    const [gone, well] = await Promise.all([startReceiverAnswering(410), startReceiverAnswering(200)]);
    const { ctx, endpointId } = await addEndpoint(gone.url, { count: BACKLOG, seconds: HOUR_S }, {});
    const other = await addEndpoint(well.url, {});
    await deliverDue();
    expect(well.requests).toHaveLength(1);
    expect(await statesOf(other.endpointId)).toEqual([{ state: "delivered", count: 1 }]);
    expect(gone.requests).toHaveLength(1);
    expect((await getEndpoint(ctx, endpointId))?.health).toMatchObject({ state: "off", reason: "gone" });
    expect(await statesOf(endpointId)).toEqual([
      { state: "endpoint_disabled", count: BACKLOG },
      { state: "gone", count: 1 },
    ]);
  });

  it("that works again gets what its outage held up, and others get their webhooks once", async () => {
    const [again, well] = await Promise.all([startReceiverAnswering(200), startReceiverAnswering(200)]);
    const { endpointId } = await addEndpoint(
      again.url,
      { count: BACKLOG, seconds: 19 * HOUR_S },
      { count: 2, seconds: 30 * HOUR_S },
      {},
    );
    await markFailing(endpointId, HOUR_S);
    const other = await addEndpoint(well.url, {});
    const dispatcher = startDispatcher();
    await dispatcher.pump();
    const dueOrSent = async () =>
      (await statesOf(endpointId)).reduce((sum, { state, count }) => sum + (state === "waiting" ? 0 : count), 0);
    await waitFor("what the outage held up", async () => (await dueOrSent()) === BACKLOG + 1);
    await dispatcher.stop();
    expect(well.requests).toHaveLength(1);
    expect(await statesOf(other.endpointId)).toEqual([{ state: "delivered", count: 1 }]);
    expect(await statesOf(endpointId)).toContainEqual({ state: "waiting", count: 2 });
  });

  it("that works again gets what its outage held up with Inngest too", async () => {
    const receiver = await startReceiverAnswering(200);
    const { ctx, endpointId } = await addEndpoint(receiver.url, { count: BACKLOG, seconds: HOUR_S }, {});
    await markFailing(endpointId, HOUR_S);
    const [due] = await database().sql<[{ id: string }]>`
      select id from webhook_deliveries where endpoint_id = ${endpointId} and next_attempt_at <= now()`;
    expect(await attemptDelivery(ctx, due.id)).toEqual({ done: true, status: "delivered", recovered: true });
    expect(await statesOf(endpointId)).toEqual([
      { state: "delivered", count: 1 },
      { state: "due", count: BACKLOG },
    ]);
  });

  it("can be disabled and enabled, and all that failed resent", async () => {
    const { ctx, endpointId } = await addEndpoint("http://127.0.0.1:9", { count: BACKLOG, seconds: HOUR_S });
    await disableEndpoint(ctx, { endpointId });
    expect(await statesOf(endpointId)).toEqual([{ state: "endpoint_disabled", count: BACKLOG }]);
    await enableEndpoint(ctx, endpointId);
    expect(await resendFailed(ctx, endpointId, new Date(Date.now() + 60_000))).toBe(0);
    expect(await resendFailed(ctx, endpointId, new Date(0))).toBe(BACKLOG);
    expect(await statesOf(endpointId)).toEqual([{ state: "due", count: BACKLOG }]);
    const entries = (await auditOf(ctx.merchantId)).filter(({ action }) => action === "delivery.failed_resent");
    const counts = entries.map(({ after }) => (after as { deliveries: number }).deliveries);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(BACKLOG);
  });

  it("gets each failed delivery once by a resend, also if it fails again meanwhile", async () => {
    const { sql } = database();
    const { ctx, endpointId } = await addEndpoint("http://127.0.0.1:9", { count: BACKLOG, status: "failed" });
    await sql.unsafe(`
      create function fail_again() returns trigger language plpgsql as $$
      begin
        new.status := 'failed'; new.next_attempt_at := null; new.ended_at := clock_timestamp();
        return new;
      end $$;
      create trigger fails_again before update on webhook_deliveries for each row
        when (old.status = 'failed' and new.status = 'pending') execute function fail_again()`);
    const resent = resendFailed(ctx, endpointId, new Date(0));
    expect(await resent.finally(() => sql`drop function fail_again cascade`)).toBe(BACKLOG);
  });

  it("can be deleted", async () => {
    const { ctx, endpointId } = await addEndpoint("http://127.0.0.1:9", { count: BACKLOG, seconds: HOUR_S });
    await deleteEndpoint(ctx, { endpointId });
    expect(await statesOf(endpointId)).toEqual([]);
  });

  it("can be deleted while statistics know of no delivery", async () => {
    const { ctx, endpointId } = await addEndpoint("http://127.0.0.1:9", { count: BACKLOG, seconds: HOUR_S });
    // as after an analysis while the deliveries were being added
    await database().sql`
      update pg_class set relpages = 1000, reltuples = 0 where oid = 'webhook_deliveries'::regclass`;
    await deleteEndpoint(ctx, { endpointId });
    expect(await statesOf(endpointId)).toEqual([]);
  });

  it("gets everything at a new URL at once", async () => {
    const { ctx, endpointId } = await addEndpoint("http://127.0.0.1:9", { count: BACKLOG, seconds: HOUR_S });
    await markFailing(endpointId, HOUR_S);
    await moveTo(ctx, endpointId, "http://127.0.0.1:9/moved");
    expect(await statesOf(endpointId)).toEqual([{ state: "due", count: BACKLOG }]);
  });
});

describe("the steps of a change that were interrupted", () => {
  const switchOff = (endpointId: string) => database().sql`
    update webhook_endpoints set disabled_at = now(), disabled_reason = 'gone' where id = ${endpointId}`;

  it("are taken when someone disables the endpoint again", async () => {
    const { ctx, endpointId } = await addEndpoint("http://127.0.0.1:9", { count: 3, seconds: HOUR_S });
    await switchOff(endpointId);
    await disableEndpoint(ctx, { endpointId });
    expect(await statesOf(endpointId)).toEqual([{ state: "endpoint_disabled", count: 3 }]);
  });

  it("leave what is due to a claim, which ends it all and sends none of it", async () => {
    const receiver = await startReceiverAnswering(200);
    const { endpointId } = await addEndpoint(receiver.url, { count: 3 });
    await markFailing(endpointId, HOUR_S);
    await switchOff(endpointId);
    await deliverDue();
    expect(receiver.requests).toHaveLength(0);
    expect(await statesOf(endpointId)).toEqual([{ state: "endpoint_disabled", count: 3 }]);
  });
});

it("what fails while the backlog of an outage is made due keeps its time", async () => {
  const { ctx, endpointId } = await addEndpoint("http://127.0.0.1:9", { count: 3, seconds: HOUR_S });
  await markFailing(endpointId, HOUR_S);
  await database().sql`
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms)
    select id, 1, now() + (row_number() over (order by next_attempt_at) - 2) * interval '1 hour', 1
      from webhook_deliveries where endpoint_id = ${endpointId}`;
  await moveTo(ctx, endpointId, "http://127.0.0.1:9/moved");
  expect(await statesOf(endpointId)).toEqual([
    { state: "due", count: 2 },
    { state: "waiting", count: 1 },
  ]);
});
