import { beforeEach, describe, expect, it } from "vitest";
import type { EnvironmentContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createEndpoint, MOST_ENDPOINTS } from "@/lib/delivery/endpoints/create";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { MAX_MORE } from "@/lib/delivery/sending/slots";
import { deliveriesOf, newSender, startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

/** Endpoints that respond slowly, in numbers that could hold every claim of a process, and those beside them. */

/** No attempt ends before it is answered, whatever else the machine has to do. */
const WITHOUT_END_MS = 3_600_000;

/**
 * Neither an attempt nor its connection ends by itself: a thousand connections at once may take a busy machine seconds.
 */
const startPatientDispatcher = () =>
  startDispatcher({ sender: newSender(WITHOUT_END_MS, { connectTimeoutMs: WITHOUT_END_MS }) });

beforeEach(async () => {
  await database().sql`delete from webhook_deliveries`;
});

/** A receiver that holds the response to every request whose path begins with /slow. */
async function startMixedReceiver() {
  let held: (() => void)[] = [];
  let isOver = false;
  const receiver = await startReceiver((request, response) => {
    if (request.url?.startsWith("/slow") && !isOver) held.push(() => response.end());
    else response.end();
  });
  return {
    url: (path: string) => `http://127.0.0.1:${receiver.port}/${path}`,
    held: () => held.length,
    answerAll: () => {
      isOver = true;
      for (const answer of held.splice(0)) answer();
      held = [];
    },
  };
}

type Receiver = Awaited<ReturnType<typeof startMixedReceiver>>;

/** Adds endpoints to a merchant, each with so many deliveries that are due. */
async function addEndpoints(ctx: EnvironmentContext, urls: string[], due: number) {
  const made = await Promise.all(urls.map((url) => createEndpoint(ctx, { environment: "sandbox", url })));
  await database().sql`
    with e as (
      insert into events (id, merchant_id, environment, type, body)
      select gen_random_uuid(), ${ctx.merchantId}, 'sandbox', 'payment.success', '{}' from generate_series(1, ${due}) returning id)
    insert into webhook_deliveries (event_id, endpoint_id)
    select e.id, p.id from e, unnest(${made.map(({ id }) => id)}::uuid[]) as p(id)`;
  return made.map(({ id }) => id);
}

const slowUrls = (receiver: Receiver, count: number) =>
  Array.from({ length: count }, (_, n) => receiver.url(`slow/${n}`));

async function countOf(endpointIds: string[]) {
  const [row] = await database().sql<[{ delivered: number; attempts: number; leased: number }]>`
    select count(*) filter (where status = 'delivered')::int as delivered, coalesce(sum(attempts), 0)::int as attempts,
           count(*) filter (where leased_until > now())::int as leased
      from webhook_deliveries where endpoint_id = any(${endpointIds}::uuid[])`;
  return row;
}

/** Claims until nothing more can be, and waits until all of it has arrived. Returns how many. */
async function fill(dispatcher: Dispatcher, receiver: Receiver): Promise<number> {
  await dispatcher.pump();
  const claimed = await database().sql`
    update webhook_deliveries set leased_until = now() + interval '1 day' where leased_until is not null returning id`;
  await waitFor("the slow endpoints' webhooks", () => claimed.length === receiver.held());
  return claimed.length;
}

describe("a quick endpoint", () => {
  it.each([40, 150, MOST_ENDPOINTS])(
    "gets its webhooks beside %i slow endpoints of another merchant",
    async (count) => {
      const receiver = await startMixedReceiver();
      await addEndpoints((await createMerchantFixture()).ctx, slowUrls(receiver, count), 40);
      const dispatcher = startPatientDispatcher();
      const held = await fill(dispatcher, receiver);
      expect(held - count).toBeLessThan(0.95 * MAX_MORE);
      const { ctx } = await createMerchantFixture();
      const quick = await addEndpoints(ctx, [receiver.url("quick")], 100);
      await dispatcher.pump();
      await waitFor("the quick endpoint's webhooks", async () => (await countOf(quick)).delivered === 100);
      receiver.answerAll();
      await dispatcher.stop();
    },
  );

  it.each([
    [3, 400],
    [150, 1],
  ])("gets its webhooks beside the slow endpoints of %i other merchants with %i each", async (merchants, endpoints) => {
    const receiver = await startMixedReceiver();
    for (let n = 0; n < merchants; n++) {
      await addEndpoints((await createMerchantFixture()).ctx, slowUrls(receiver, endpoints), 40);
    }
    const dispatcher = startPatientDispatcher();
    await fill(dispatcher, receiver);
    const { ctx } = await createMerchantFixture();
    const quick = await addEndpoints(ctx, [receiver.url("quick")], 100);
    await dispatcher.pump();
    await waitFor("the quick endpoint's webhooks", async () => (await countOf(quick)).delivered === 100);
    receiver.answerAll();
    await dispatcher.stop();
  });

  it.each([60, MOST_ENDPOINTS - 1])(
    "gets its webhooks beside %i slow endpoints of its own merchant, and each of those gets some",
    async (count) => {
      const receiver = await startMixedReceiver();
      const { ctx } = await createMerchantFixture();
      const slow = await addEndpoints(ctx, slowUrls(receiver, count), 40);
      const dispatcher = startPatientDispatcher();
      await fill(dispatcher, receiver);
      const [{ reached }] = await database().sql<[{ reached: number }]>`
      select count(distinct endpoint_id)::int as reached from webhook_deliveries
       where endpoint_id = any(${slow}::uuid[]) and attempts > 0`;
      expect(reached).toBe(count);
      const quick = await addEndpoints(ctx, [receiver.url("quick")], 20);
      await dispatcher.pump();
      await waitFor("the quick endpoint's webhooks", async () => (await countOf(quick)).delivered === 20);
      receiver.answerAll();
      await dispatcher.stop();
    },
  );

  it("gets its webhooks beside the slow endpoints of many merchants", async () => {
    const receiver = await startMixedReceiver();
    const merchants = await Promise.all(Array.from({ length: 12 }, () => createMerchantFixture()));
    await Promise.all(merchants.map(({ ctx }) => addEndpoints(ctx, slowUrls(receiver, 4), 40)));
    const dispatcher = startPatientDispatcher();
    await fill(dispatcher, receiver);
    const { ctx, merchantId } = await createMerchantFixture();
    const quick = await addEndpoints(ctx, [receiver.url("quick")], 20);
    await dispatcher.pump();
    await waitFor("the quick endpoint's webhooks", async () => (await countOf(quick)).delivered === 20);
    expect((await deliveriesOf(merchantId)).every((row) => row.attempts === 1)).toBe(true);
    receiver.answerAll();
    await dispatcher.stop();
  });
});

it("every webhook of endpoints that together could hold all claims arrives when they answer", async () => {
  const receiver = await startMixedReceiver();
  const slow = await addEndpoints((await createMerchantFixture()).ctx, slowUrls(receiver, 100), 15);
  const dispatcher = startPatientDispatcher();
  await dispatcher.pump();
  receiver.answerAll();
  await dispatcher.idle();
  expect(await countOf(slow)).toEqual({ delivered: 1_500, attempts: 1_500, leased: 0 });
});
