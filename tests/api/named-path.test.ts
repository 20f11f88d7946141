import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { API_ROUTES } from "@/app/api/v1/routes";
import { apiRequestSeconds } from "@/lib/base/process/metrics";
import { ENDPOINTS } from "@/lib/service/api/endpoints";
import { fastLane } from "@/lib/service/server/fast-lane";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

const LEFT_TO_NEXT = "left to Next";

async function listen(): Promise<string> {
  const lane = fastLane(API_ROUTES);
  const server = createServer((request, response) => {
    if (!lane(request, response)) response.end(LEFT_TO_NEXT);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

it("the fast lane answers a path with an ID, and leaves to Next what isn't written as one", async () => {
  const at = await listen();
  const { keys } = await createMerchantFixture();
  const headers = { authorization: `Bearer ${keys.sandbox}` };
  const { id } = (await call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox })).json.intent;
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(at + path, { headers, ...init });
    return { status: answer.status, text: await answer.text(), allow: answer.headers.get("allow") };
  };
  const found = await ask(`/payment-intents/${id}`);
  expect([found.status, JSON.parse(found.text).id]).toEqual([200, id]);
  expect((await ask(`/payment-intents/${id}?x=1&id=2`)).text).toBe(found.text);
  expect(await ask(`/payment-intents/${id}`, { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  expect(await ask(`/payment-intents/${id}`, { method: "DELETE" })).toMatchObject({
    status: 405,
    allow: "GET, HEAD, OPTIONS",
  });
  expect((await ask(`/payment-intents/${id}/transfers`)).text).toContain("There is no such endpoint.");
  for (const path of [`/payment-intents/${id}/`, `/payment-intents/%37${id.slice(1)}`, `/payment-intents//${id}`]) {
    expect((await ask(path)).text).toBe(LEFT_TO_NEXT);
  }
});

it("a path with a name is measured as one route, whatever the ID", async () => {
  const { keys } = await createMerchantFixture();
  for (let n = 0; n < 3; n++) await call(`payment-intents/${randomUUID()}`, undefined, { key: keys.sandbox });
  const { values } = await apiRequestSeconds().get();
  const routes = [...new Set(values.map(({ labels }) => String(labels.route)))];
  expect(routes).toContain("/api/v1/payment-intents/{id}");
  expect(routes.filter((route) => /[\da-f]{8}-/.test(route))).toEqual([]);
});

it("every endpoint with a name in its path has a template, and no other", () => {
  const named = ENDPOINTS.flatMap(({ paths }) => paths).filter((path) => path.includes("{"));
  expect(new Set(API_ROUTES.templates.map(({ template }) => template))).toEqual(new Set(named));
  expect(Object.keys(API_ROUTES.exact).filter((path) => path.includes("{"))).toEqual([]);
});
