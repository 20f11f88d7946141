import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { routesOf } from "@/app/api/v1/routes";
import { referenceHtml } from "@/components/docs/reference-html";
import { declareKeyed, declarePublic } from "@/lib/service/api/declare";
import { ENDPOINTS } from "@/lib/service/api/endpoints";
import { bodyOf, queryOf } from "@/lib/service/api/input";
import { describeApi } from "@/lib/service/api/openapi";
import { fastLane } from "@/lib/service/server/fast-lane";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { operationsOf, validatorOf } from "@/tests/support/openapi";

/*
 * A declaration is all that a new endpoint needs, besides its line in the list and its route file: what follows from
 * it.
 */

const Amount = z.object({ amount: z.coerce.number().min(5).max(9) }).meta({ id: "AmountOfTip", description: "A tip." });
const Doubled = z.object({ doubled: z.number().meta({ description: "Twice as much." }) }).meta({ id: "Doubled" });

const doubleTip = declarePublic({
  path: "/double-tip",
  tag: "Sandbox",
  cors: true,
  limit: "simulate",
  operations: {
    GET: {
      id: "doubleTip",
      summary: "Double a tip",
      description: "Returns twice the *tip*.",
      input: queryOf(Amount, { code: "invalid_request", fields: { amount: { rule: "a tip from 5 to 9" } } }),
    },
  },
  answer: { schema: Doubled, description: "The doubled tip.", example: () => ({ doubled: 12 }) },
  errors: ["not_found"],
  verb: async (_, { amount }) => amount,
  present: (amount) => ({ doubled: 2 * amount }),
});

const Refund = z.object({ amount: z.string().max(3) }).meta({ id: "RefundOfTip", description: "A refund." });

const refundTip = declareKeyed({
  path: "/refund-tip",
  alsoBelow: "/v2",
  tag: "Reports",
  limit: null,
  scope: "reports:read",
  operations: {
    POST: {
      id: "refundTip",
      summary: "Refund a tip",
      description: "Returns the tip.",
      input: bodyOf(Refund, {
        code: "invalid_request",
        fields: { amount: { rule: "text of up to 3 characters", code: "invalid_amount" } },
        examples: { one: { summary: "One.", value: { amount: "one" } } },
      }),
    },
  },
  answer: { schema: Doubled, description: "The refund.", example: () => ({ doubled: 2 }) },
  errors: [],
  verb: async (ctx) => ctx.merchantId,
  present: () => ({ doubled: 2 }),
});

const endpoints = [...ENDPOINTS, doubleTip, refundTip];
const document = describeApi(endpoints);

it("the fast lane answers it, each field refused in the words of its own endpoint", async () => {
  const { keys } = await createMerchantFixture();
  const at = await listen();
  const get = async (path: string) => (await fetch(at + path)).json();
  const post = async (path: string, amount: unknown) => {
    const headers = { authorization: `Bearer ${keys.sandbox}` };
    return (await fetch(at + path, { method: "POST", headers, body: JSON.stringify({ amount }) })).json();
  };
  expect(await get("/api/v1/double-tip?amount=6")).toEqual({ doubled: 12 });
  expect(await get("/api/v1/double-tip?amount=4")).toEqual({
    error: "amount must be a tip from 5 to 9.",
    code: "invalid_request",
  });
  for (const path of ["/api/v1/refund-tip", "/v2/refund-tip"]) {
    expect(await post(path, "one")).toEqual({ doubled: 2 });
    expect(await post(path, 7)).toEqual({
      error: "amount must be text of up to 3 characters.",
      code: "invalid_amount",
    });
    expect(await get(path)).toMatchObject({ code: "method_not_allowed" });
  }
  expect((await fetch(`${at}/api/v1/refund-tip`, { method: "POST" })).status).toBe(401);
});

it("the description has its operation, its schemas and the errors that follow from it", () => {
  const described = operationsOf(document, "paths").filter(({ path }) => path.endsWith("-tip"));
  expect(
    described.map(({ method, path, operation }) => [method, path, operation.operationId, operation.security]),
  ).toEqual([
    ["get", "/double-tip", "doubleTip", []],
    ["post", "/refund-tip", "refundTip", [{ terminalKey: [] }]],
  ]);
  const [double, refund] = described.map(({ operation }) => operation);
  expect(double?.parameters?.map(({ name }) => name)).toEqual(["amount"]);
  expect(Object.keys(double?.responses ?? {}).map(Number)).toEqual([200, 400, 404, 429, 500, 503]);
  expect(Object.keys(refund?.responses ?? {}).map(Number)).toEqual([200, 400, 401, 403, 408, 413, 415, 500, 503]);
  expect(refund?.servers?.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1", "/v2"]);
  expect(validatorOf(document)("/components/schemas/Doubled", { doubled: 12 })).toEqual([]);
});

it("the reference shows it, in its text too", () => {
  const html = referenceHtml(document, "https://pay.example/api/v1");
  for (const words of ["Double a tip", "Twice as much.", "/refund-tip", 'id="double-tip"']) {
    expect(html).toContain(words);
  }
  const text = document.info.description;
  expect(text).toContain("| `/simulate-payment`, `/double-tip` |");
  expect(text).toContain("`/double-tip` and `/simulate-payment` don't require a key.");
  expect(text).toContain("can call the first four and");
});

async function listen(): Promise<string> {
  const lane = fastLane(routesOf(endpoints));
  const server = createServer((request, response) => void lane(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
