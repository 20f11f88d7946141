import type { ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EnvironmentContext, MemberContext } from "@/lib/base/context/context";
import { database, type Transaction } from "@/lib/base/db/client";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { deleteEndpoint } from "@/lib/delivery/endpoints/delete";
import { disableEndpoint } from "@/lib/delivery/endpoints/disable";
import { enableEndpoint } from "@/lib/delivery/endpoints/enable";
import { getEndpoint } from "@/lib/delivery/endpoints/list";
import { updateEndpoint } from "@/lib/delivery/endpoints/update";
import { DEFAULT_EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { emitEvents } from "@/lib/delivery/events/emit";
import { resendDelivery, resendFailed } from "@/lib/delivery/log/resend";
import { attemptOnce } from "@/lib/delivery/sending/attempt";
import { attemptDelivery } from "@/lib/delivery/sending/attempt-delivery";
import { type ClaimedDelivery, claimById, giveBack } from "@/lib/delivery/sending/claim";
import { nextDeliveryDueMs } from "@/lib/delivery/sending/pending";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { recordAttempts } from "@/lib/delivery/sending/record-attempts";
import { call } from "@/tests/support/api";
import { cutting } from "@/tests/support/cut-off";
import { deliverDue, deliveriesOf, newSender } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

/** What is under way while an endpoint is disabled, deleted or changed. */

const ENGINES = [
  ["the dispatcher", ({ db }: EnvironmentContext) => deliverDue({ db })],
  ["Inngest", (ctx: EnvironmentContext, ids: string[]) => Promise.all(ids.map((id) => attemptDelivery(ctx, id)))],
] as const;

async function shop() {
  const receiver = await startReceiver((_request, response) => response.end());
  const { merchantId, terminalId, keys } = await createMerchantFixture();
  const ctx = await memberContext({ merchantId });
  const { id: endpointId } = await createEndpoint(ctx, { environment: "sandbox", url: receiver.url });
  return {
    receiver,
    ctx,
    endpointId,
    terminalId,
    create: () => call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox }),
  };
}

function emit(tx: Transaction, { merchantId, environment }: MemberContext, terminalId: string) {
  const body = { event: "key.rotated" as const };
  return emitEvents(tx, [{ type: body.event, merchantId, terminalId, intentId: null, environment, body }]);
}

function untilBlocked(count = 1) {
  return waitFor("a statement to wait", async () => {
    const waiting = await database().sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= count;
  });
}

async function attemptsOf(endpointId: string) {
  return database().sql`
    select from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.endpoint_id = ${endpointId}`;
}

describe("a delivery to an endpoint that has been disabled meanwhile", () => {
  it.each(ENGINES)("isn't sent when its event was committed after that, by %s", async (_name, deliver) => {
    const { ctx, endpointId, terminalId, receiver } = await shop();
    await database().sql.begin(async (tx) => {
      await emit(tx, ctx, terminalId);
      await disableEndpoint(ctx, { endpointId });
    });
    const [late] = await deliveriesOf(ctx.merchantId);
    await deliver(ctx, [late?.id as string]);
    expect(receiver.requests).toHaveLength(0);
    expect(await deliveriesOf(ctx.merchantId)).toMatchObject([
      { status: "failed", last_error: "endpoint_disabled", attempts: 0, seconds_until_next: null },
    ]);
    expect(await attemptsOf(endpointId)).toHaveLength(0);
    expect(await nextDeliveryDueMs(ctx)).toBeNull();
  });

  it.each(ENGINES)("isn't resent when the resend was committed after that, by %s", async (_name, deliver) => {
    const { ctx, endpointId, receiver, create } = await shop();
    await create();
    await create();
    await database().sql`
      update webhook_deliveries set status = 'failed', next_attempt_at = null, ended_at = now() where endpoint_id = ${endpointId}`;
    const ids = (await deliveriesOf(ctx.merchantId)).map(({ id }) => id);
    let resending: Promise<unknown> | undefined;
    await database().sql.begin(async (tx) => {
      await tx`select from webhook_deliveries where endpoint_id = ${endpointId} for update`;
      resending = Promise.all([resendDelivery(ctx, ids[0] as string), resendFailed(ctx, endpointId, new Date(0))]);
      await untilBlocked(2);
      await disableEndpoint(ctx, { endpointId });
    });
    await resending;
    await deliver(ctx, ids);
    expect(receiver.requests).toHaveLength(0);
    expect(await deliveriesOf(ctx.merchantId)).toMatchObject([
      { status: "failed", last_error: "endpoint_disabled" },
      { status: "failed", last_error: "endpoint_disabled" },
    ]);
  });
});

describe("an endpoint that is deleted", () => {
  it("fails no payment that is created at this moment", async () => {
    const { ctx, endpointId, create } = await shop();
    let creating: ReturnType<typeof create> | undefined;
    await database().sql.begin(async (tx) => {
      await tx`delete from webhook_endpoints where id = ${endpointId}`;
      creating = create();
      await untilBlocked();
    });
    expect(await creating).toMatchObject({ status: 200 });
    expect(await deliveriesOf(ctx.merchantId)).toEqual([]);
  });

  it("isn't there for a test event that is sent at this moment", async () => {
    const { ctx, endpointId } = await shop();
    let pinging: Promise<unknown> | undefined;
    await database().sql.begin(async (tx) => {
      await tx`delete from webhook_endpoints where id = ${endpointId}`;
      pinging = pingEndpoint(ctx, endpointId).catch((error) => error);
      await untilBlocked();
    });
    expect(await pinging).toMatchObject({ code: "not_found" });
  });

  it("takes along an event's delivery that is committed later", async () => {
    const { ctx, endpointId, terminalId } = await shop();
    let deleting: Promise<void> | undefined;
    await database().sql.begin(async (tx) => {
      await emit(tx, ctx, terminalId);
      deleting = deleteEndpoint(ctx, { endpointId });
      await untilBlocked();
    });
    await deleting;
    expect(await deliveriesOf(ctx.merchantId)).toEqual([]);
  });
});

/** An endpoint whose receiver holds every response until it is told to answer. */
async function shopWithSlowReceiver() {
  const held: ServerResponse[] = [];
  const slow = await startReceiver((_request, response) => held.push(response));
  const { ctx, create } = await shop();
  const { id: endpointId } = await createEndpoint(ctx, { environment: "sandbox", url: slow.url });
  /** Creates a payment and returns once its webhook has arrived; the dispatcher then waits for the answer. */
  async function begin({ attempts = 0 } = {}) {
    await create();
    await database().sql`update webhook_deliveries set attempts = ${attempts} where endpoint_id = ${endpointId}`;
    const delivering = deliverDue();
    await waitFor("the webhook", () => held.length === 1);
    return {
      answer: async (status: number) => {
        for (const response of held.splice(0)) response.writeHead(status).end();
        await delivering;
      },
    };
  }
  return {
    ctx,
    endpointId,
    url: slow.url,
    create,
    begin,
    health: async () => (await getEndpoint(ctx, endpointId))?.health,
    deliveries: () => database().sql`
      select status, attempts, last_error from webhook_deliveries where endpoint_id = ${endpointId} order by created_at`,
    /** Gives the endpoint another URL, whose receiver answers with a status. */
    move: async (status: number) => {
      const receiver = await startReceiver((_request, response) => response.writeHead(status).end());
      const input = { url: receiver.url, terminalId: null, eventTypes: [...DEFAULT_EVENT_TYPES] };
      await updateEndpoint(ctx, { endpointId, ...input });
      return receiver;
    },
  };
}

describe("the response of a URL that the endpoint no longer has", () => {
  it("doesn't disable the endpoint with 410, and the new URL gets the event at once", async () => {
    const { begin, move, health, deliveries } = await shopWithSlowReceiver();
    const { answer } = await begin();
    const moved = await move(200);
    await answer(410);
    expect(moved.requests).toHaveLength(1);
    expect(await health()).toMatchObject({ state: "healthy" });
    expect(await deliveries()).toEqual([{ status: "delivered", attempts: 2, last_error: null }]);
  });

  it("ends a delivery with 410 at the sixth attempt", async () => {
    const { begin, move, health, deliveries } = await shopWithSlowReceiver();
    const { answer } = await begin({ attempts: 5 });
    const moved = await move(200);
    await answer(410);
    expect(moved.requests).toHaveLength(0);
    expect(await health()).toEqual({ state: "new" });
    expect(await deliveries()).toEqual([{ status: "failed", attempts: 6, last_error: "gone" }]);
  });

  it("doesn't mark the endpoint as failing", async () => {
    const { begin, move, health, deliveries } = await shopWithSlowReceiver();
    const { answer } = await begin();
    await move(200);
    await answer(500);
    expect(await health()).toEqual({ state: "new" });
    expect(await deliveries()).toEqual([{ status: "pending", attempts: 1, last_error: "http_status" }]);
  });

  it("doesn't end a failure of the new URL, nor make it healthy", async () => {
    const { begin, move, create, health, deliveries } = await shopWithSlowReceiver();
    const { answer } = await begin();
    await move(500);
    await create();
    await deliverDue();
    await answer(200);
    expect(await health()).toMatchObject({ state: "failing" });
    await move(200);
    expect(await health()).toEqual({ state: "new" });
    expect(await deliveries()).toEqual([
      { status: "delivered", attempts: 1, last_error: null },
      { status: "pending", attempts: 1, last_error: "http_status" },
    ]);
  });
});

describe("an endpoint whose URL failed", () => {
  it("gets what waits for another attempt at once at the new URL, and what is under way in its time", async () => {
    const { create, begin, move, deliveries } = await shopWithSlowReceiver();
    const first = await begin();
    await first.answer(500);
    const second = await begin();
    await create();
    const moved = await move(200);
    await deliverDue();
    expect(moved.requests).toHaveLength(2);
    await second.answer(200);
    expect((await deliveries()).map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  });

  it("keeps its retries when something else is changed", async () => {
    const { ctx, endpointId, url, begin } = await shopWithSlowReceiver();
    const { answer } = await begin();
    await answer(500);
    await updateEndpoint(ctx, { endpointId, url, terminalId: null, eventTypes: ["payment.success"] });
    expect(await nextDeliveryDueMs(ctx)).toBeGreaterThan(1_000);
  });
});

describe("results while an endpoint and one of its deliveries are locked, as by disabling it", () => {
  it("are recorded for all others, and wait for nothing; leases are given back once they can be", async () => {
    const { sql } = database();
    const [own, other] = [await shop(), await shop()];
    await sql.begin(async (tx) => {
      for (const { ctx, terminalId } of [own, own, own, other]) await emit(tx, ctx, terminalId);
    });
    const ids = [...(await deliveriesOf(own.ctx.merchantId)), ...(await deliveriesOf(other.ctx.merchantId))];
    const claimed = (await Promise.all(ids.map(({ id }) => claimById(sql, id)))).filter((one) => one !== null);
    expect(claimed).toHaveLength(4);
    const [locked, , given] = claimed as [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery];
    const sender = newSender(10_000);
    onTestFinished(() => sender.close());
    const sent = claimed.filter((one) => one !== given);
    const results = await Promise.all(sent.map((one) => attemptOnce(own.ctx.settings, one, sender)));
    const givingBack = await sql.begin(async (tx) => {
      await tx`select from webhook_endpoints where id = ${own.endpointId} for no key update`;
      await tx`select from webhook_deliveries where id = ${locked.id} for no key update`;
      const { locked: skipped } = await recordAttempts(
        sql,
        results.filter((one) => one !== null),
      );
      expect([...skipped]).toEqual([locked.id]);
      const end = giveBack(sql, [locked, given]);
      await waitFor("the one that isn't locked", () => claimById(sql, given.id));
      return [end];
    });
    await Promise.all(givingBack);
    const states = async ({ ctx }: typeof own) => (await deliveriesOf(ctx.merchantId)).map(({ status }) => status);
    expect((await states(own)).sort()).toEqual(["delivered", "pending", "pending"]);
    expect(await states(other)).toEqual(["delivered"]);
    expect((await getEndpoint(other.ctx, other.endpointId))?.health).toMatchObject({ state: "healthy" });
    expect(await claimById(sql, locked.id)).toMatchObject({ attempt: 1 });
  });

  it.each(ENGINES)("are recorded as soon as they are locked no more, by %s", async (_name, deliver) => {
    const answered = withResolvers<void>();
    const receiver = await startReceiver(async (_request, response) => {
      await answered.promise;
      response.end();
    });
    const { merchantId, keys } = await createMerchantFixture({ webhookUrl: receiver.url });
    await call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox });
    const [{ id } = { id: "" }] = await deliveriesOf(merchantId);
    const leftOut = withResolvers<void>();
    const db = cutting(database(), (_, text) => {
      if (text.includes("d.leased_until > clock_timestamp()")) leftOut.resolve();
    });
    const delivering = deliver({ ...(await memberContext({ merchantId })), db }, [id]);
    await waitFor("the attempt", () => receiver.requests.length === 1);
    // as a claim does that has found it before it was leased
    await database().sql.begin(async (tx) => {
      await tx`select from webhook_deliveries where id = ${id} for update`;
      answered.resolve();
      await leftOut.promise;
    });
    await delivering;
    expect(await deliveriesOf(merchantId)).toMatchObject([{ status: "delivered", attempts: 1, last_status: 200 }]);
    expect(await database().sql`select number from webhook_attempts where delivery_id = ${id}`).toEqual([
      { number: 1 },
    ]);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("the response to an attempt that was ended by disabling the endpoint", () => {
  it.each([410, 500])("changes nothing of the endpoint when it is enabled again, %i", async (status) => {
    const { ctx, endpointId, begin, health, deliveries } = await shopWithSlowReceiver();
    const { answer } = await begin();
    await disableEndpoint(ctx, { endpointId });
    await enableEndpoint(ctx, endpointId);
    await answer(status);
    expect(await health()).toEqual({ state: "new" });
    expect(await deliveries()).toEqual([{ status: "failed", attempts: 1, last_error: "endpoint_disabled" }]);
  });
});

describe("a test event", () => {
  it.each([
    ["disabled", disableEndpoint],
    ["deleted", deleteEndpoint],
  ] as const)("whose endpoint is %s before the response finds no endpoint", async (_how, end) => {
    const { ctx } = await shop();
    const held: (() => void)[] = [];
    const slow = await startReceiver((_request, response) => held.push(() => response.end()));
    const { id: endpointId } = await createEndpoint(ctx, { environment: "sandbox", url: slow.url });
    const pinging = pingEndpoint(ctx, endpointId).catch((error) => error);
    await waitFor("the test event", () => held.length === 1);
    await end(ctx, { endpointId });
    for (const answer of held) answer();
    expect(await pinging).toMatchObject({ code: "not_found" });
  });
});
