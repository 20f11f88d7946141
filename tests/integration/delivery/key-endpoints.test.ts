import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { deleteEndpoint } from "@/lib/delivery/endpoints/delete";
import { disableEndpoint } from "@/lib/delivery/endpoints/disable";
import { enableEndpoint } from "@/lib/delivery/endpoints/enable";
import { getEndpoint, listEndpoints } from "@/lib/delivery/endpoints/list";
import { revealEndpointSecret } from "@/lib/delivery/endpoints/reveal-secret";
import { rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import { updateEndpoint } from "@/lib/delivery/endpoints/update";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { call } from "@/tests/support/api";
import { deliverDue } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

/** A business whose key has created an endpoint at a receiver. */
async function withKeyEndpoint() {
  const receiver = await startReceiver((_, response) => response.end());
  const merchant = await createMerchantFixture();
  const member = await memberContext(merchant);
  const { key, keyId } = await createRestrictedKey(merchant, { scopes: ["webhooks:write"], name: "Shop plugin" });
  const { json } = await call("webhook-endpoints", { url: receiver.url, event_types: ["intent.created"] }, { key });
  const end = () => database().sql`update restricted_keys set ends_at = now() where id = ${keyId}`;
  return { receiver, merchant, member, key, keyId, endpointId: json.id as string, secret: json.secret as string, end };
}

it("a member sees which key created an endpoint, and whether the key has ended", async () => {
  const { member, endpointId, keyId, end, receiver } = await withKeyEndpoint();
  const createdBy = { id: keyId, name: "Shop plugin", hasEnded: false };
  expect(await getEndpoint(member, endpointId)).toMatchObject({ url: receiver.url, createdBy });
  expect(await listEndpoints(member)).toMatchObject([{ id: endpointId, createdBy }]);
  await end();
  expect(await getEndpoint(member, endpointId)).toMatchObject({ createdBy: { ...createdBy, hasEnded: true } });
});

it("an endpoint goes on when its key has ended, and stays the member's to change", async () => {
  const { member, merchant, key, endpointId, secret, end, receiver } = await withKeyEndpoint();
  await end();
  expect((await call("webhook-endpoints", undefined, { key })).json.code).toBe("invalid_api_key");
  await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
  await deliverDue();
  expect(receiver.requests.map(({ body }) => JSON.parse(body).event)).toEqual(["intent.created"]);

  expect(await revealEndpointSecret(member, { endpointId })).toEqual({ secret, nextSecret: null });
  await updateEndpoint(member, { endpointId, terminalId: merchant.terminalId, eventTypes: ["payment.success"] });
  await disableEndpoint(member, { endpointId });
  expect(await getEndpoint(member, endpointId)).toMatchObject({ health: { state: "off", reason: "manual" } });
  await enableEndpoint(member, endpointId);
  expect(await pingEndpoint(member, endpointId)).toMatchObject({ delivered: true });
  await rotateEndpointSecret(member, { endpointId, shown: null });
  await deleteEndpoint(member, { endpointId });
  expect(await listEndpoints(member)).toEqual([]);
});

it("the name of another business's key is never shown", async () => {
  const { endpointId, member } = await withKeyEndpoint();
  const foreign = await createRestrictedKey(await createMerchantFixture(), { name: "Theirs" });
  await database().sql`update webhook_endpoints set created_by_key = ${foreign.keyId} where id = ${endpointId}`;
  expect(await getEndpoint(member, endpointId)).toMatchObject({ createdBy: null });
});
