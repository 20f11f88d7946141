import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { call } from "@/tests/support/api";
import { makeDue, startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

/**
 * Deliveries claimed ahead of the free slots of an endpoint that is quick, and what becomes of them when it no longer
 * is.
 */

const QUICK = 100;
const ALL = 300;
const SLOTS = 32;

/** A receiver that is quick for a hundred requests and then does as told, and so many deliveries to it that are due. */
async function quickAtFirst(then: "hold" | "fail") {
  const held: (() => void)[] = [];
  let isWell = false;
  const receiver = await startReceiver((_request, response) => {
    const answersWell = isWell || receiver.requests.length <= QUICK;
    if (then === "fail" && !answersWell) response.statusCode = 500;
    if (then === "fail" || answersWell) response.end();
    else held.push(() => response.end());
  });
  const { keys, merchantId } = await createMerchantFixture({ webhookUrl: receiver.url });
  const create = () => call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox });
  await Promise.all(Array.from({ length: ALL }, create));
  return {
    receiver,
    merchantId,
    /** Responds to one of the requests that are held. */
    answerOne: () => held.shift()?.(),
    recover: () => {
      isWell = true;
      for (const answer of held.splice(0)) answer();
    },
  };
}

async function countsOf(merchantId: string) {
  const [row] = await database().sql<[{ delivered: number; leased: number; unlike: number }]>`
    select count(*) filter (where d.status = 'delivered')::int as delivered,
           count(*) filter (where d.leased_until > now())::int as leased,
           count(*) filter (where d.attempts <> (select count(*) from webhook_attempts a where a.delivery_id = d.id)
                              and d.status = 'delivered')::int as unlike
      from webhook_deliveries d join events e on e.id = d.event_id where e.merchant_id = ${merchantId}`;
  return row;
}

describe("deliveries claimed ahead", () => {
  it("are given back when the endpoint fails, and each is attempted once it is well", async () => {
    const { receiver, merchantId, recover } = await quickAtFirst("fail");
    const dispatcher = startDispatcher();
    await dispatcher.pump();
    await waitFor("the first failure", () => receiver.requests.length > QUICK);
    await waitFor("one attempt at a time", async () => (await countsOf(merchantId)).leased <= 1);
    // what was under way with the first failure, and may have made the endpoint look well for a moment
    expect(receiver.requests.length).toBeLessThanOrEqual(QUICK + 3 * SLOTS);
    recover();
    // the attempt that is under way may still fail, and is due again later
    await waitFor("all to arrive", async () => {
      await makeDue(merchantId);
      await dispatcher.pump();
      return (await countsOf(merchantId)).delivered === ALL;
    });
    expect(await countsOf(merchantId)).toEqual({ delivered: ALL, leased: 0, unlike: 0 });
  });

  it("are given back at a stop, without waiting for their leases", async () => {
    const { receiver, merchantId, recover } = await quickAtFirst("hold");
    const dispatcher = startDispatcher({ totalTimeoutMs: 25_000 });
    await dispatcher.pump();
    await waitFor("all slots to be taken", () => receiver.requests.length === QUICK + SLOTS);
    await waitFor("some to be claimed ahead", async () => (await countsOf(merchantId)).leased > SLOTS);
    const stopped = dispatcher.stop();
    await waitFor("only what is under way to be leased", async () => (await countsOf(merchantId)).leased === SLOTS);
    recover();
    await stopped;
    expect(receiver.requests).toHaveLength(QUICK + SLOTS);
    const next = startDispatcher();
    await next.pump();
    await next.idle();
    expect(await countsOf(merchantId)).toEqual({ delivered: ALL, leased: 0, unlike: 0 });
    expect(receiver.requests).toHaveLength(ALL);
  });

  it("are given back when the endpoint becomes slow, before their leases end", async () => {
    const { receiver, merchantId, answerOne, recover } = await quickAtFirst("hold");
    await startDispatcher({ totalTimeoutMs: 25_000 }).pump();
    await waitFor("all slots to be taken", () => receiver.requests.length === QUICK + SLOTS);
    const since = Date.now();
    await waitFor("some to be claimed ahead", async () => (await countsOf(merchantId)).leased > SLOTS);
    const [{ firstEnd }] = await database().sql<[{ firstEnd: Date }]>`
      select min(d.leased_until) as "firstEnd" from webhook_deliveries d join events e on e.id = d.event_id
       where e.merchant_id = ${merchantId} and d.leased_until > now()`;
    await waitFor("a slow response", () => Date.now() - since > 2_500);
    answerOne();
    await waitFor("fewer to be leased", async () => (await countsOf(merchantId)).leased <= 2 * SLOTS);
    const [{ isEarly }] = await database().sql<[{ isEarly: boolean }]>`select now() < ${firstEnd} as "isEarly"`;
    expect(isEarly).toBe(true);
    recover();
  });
});
