import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { dispatcher, stopDispatcher } from "@/lib/service/jobs/dispatcher";
import { call } from "@/tests/support/api";
import { deliveriesOf, startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

it("a process without an embedded engine records the attempts in flight before it ends, and begins none", async () => {
  await stopDispatcher();
  const held: ServerResponse[] = [];
  const receiver = await startReceiver((_request, response) => held.push(response));
  const { merchantId, keys } = await createMerchantFixture({ webhookUrl: receiver.url });
  const create = () => call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox });
  await create();
  await dispatcher().pump();
  await waitFor("the webhook", () => held.length === 1);
  await create();
  const stopped = stopDispatcher();
  held[0]?.end();
  await stopped;
  expect(await dispatcher().pump()).toBe(0);
  expect((await deliveriesOf(merchantId)).map(({ status }) => status)).toEqual(["delivered", "pending"]);
});

it("who gives up waiting for rest is told at once, though an attempt is in flight", async () => {
  const held: ServerResponse[] = [];
  const receiver = await startReceiver((_request, response) => held.push(response));
  const { keys } = await createMerchantFixture({ webhookUrl: receiver.url });
  await call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox });
  const busy = startDispatcher();
  await busy.pump();
  await waitFor("the webhook", () => held.length === 1);
  const end = new AbortController();
  let rests = false;
  const idle = busy.idle(end.signal).then(() => {
    rests = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(rests).toBe(false);
  end.abort();
  await idle;
  held[0]?.end();
});
