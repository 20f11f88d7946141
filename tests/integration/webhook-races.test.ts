import { describe, expect, it } from "vitest";
import type { EnvironmentContext, MemberContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { attemptDelivery } from "@/lib/webhooks/attempt-delivery";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { deleteEndpoint } from "@/lib/webhooks/delete-endpoint";
import { disableEndpoint } from "@/lib/webhooks/disable-endpoint";
import { emitEvents } from "@/lib/webhooks/emit";
import { nextDeliveryDueMs } from "@/lib/webhooks/next-due";
import { pingEndpoint } from "@/lib/webhooks/ping";
import { resendDelivery, resendFailed } from "@/lib/webhooks/resend";
import { call } from "@/tests/support/api";
import { deliverDue, deliveriesOf } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

/** What is under way while an endpoint is disabled, deleted or changed. */

const ENGINES = [
  ["the dispatcher", () => deliverDue()],
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
      update webhook_deliveries set status = 'failed', next_attempt_at = null where endpoint_id = ${endpointId}`;
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
