import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { API_ROUTES } from "@/app/api/v1/routes";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { newKey } from "@/lib/business/keys/key";
import { flushRequestLog } from "@/lib/payments/requests/record";
import type { Endpoint } from "@/lib/service/api/answer";
import { operations, requestOf } from "@/tests/support/contract";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;
const FOLDERS = ["app/api/v1", "app/v1", "app/pay"];
const LIMITS = ["DEMO_PER_MINUTE", "SIMULATE_PER_MINUTE", "STATUS_PER_MINUTE", "API_PER_MINUTE", "CREATE_PER_SECOND"];
/** more calls than any limit that has no variable */
const MANY = 12;
/** every other endpoint must declare a limit */
const UNLIMITED = [
  "GET /api/v1/get-terminal-sales",
  "GET /api/v1/openapi.json",
  "GET /v1/get-terminal-sales",
  "POST /api/v1/cancel-payment-intent",
  "POST /api/v1/get-terminal-sales",
  "POST /v1/get-terminal-sales",
];

type Sent = { key?: string; address?: string };
type Described = { name: string; needsKey: boolean; send(sent: Sent): Promise<Response> };

/** have no input that could be wrong */
const WITHOUT_INPUT = ["GET /api/v1/webhook-endpoints"];

const templates = new Map(API_ROUTES.templates.map(({ template, endpoint }) => [template, endpoint]));

/** Every method that an endpoint of the API supports, called with an input that no schema accepts. */
const described = [...Object.entries<Endpoint>(API_ROUTES.exact), ...templates].flatMap(([at, endpoint]) =>
  (["GET", "POST", "PATCH", "DELETE"] as const).map((method): Described => {
    const operation = operations.find((one) => at.endsWith(one.path) && one.method === method.toLowerCase())?.operation;
    const query = "id=x&start=x&limit=x";
    return {
      name: `${method} ${at}`,
      needsKey: (operation?.security.length ?? 0) > 0,
      send: (sent) => endpoint[method](requestOf({ ...sent, query, body: { start: 7 } }, method)),
    };
  }),
);

let supported: Described[];

beforeAll(async () => {
  for (const name of LIMITS) process.env[`RATE_LIMIT_${name}`] = "1";
  resetEnv();
  const statuses = await Promise.all(described.map(({ send }) => send({}).then(({ status }) => status)));
  supported = described.filter((_, index) => statuses[index] !== 405);
});

describe("every endpoint", () => {
  it("is declared: each export of a route file answers the fast lane too", async () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /(^|[\\/])route\.ts$/.test(file))
        .map((file) => path.join(folder, file)),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const route = (await import(path.resolve(file))) as Endpoint;
      expect([file, Object.keys(route).sort()]).toEqual([file, METHODS]);
      for (const method of METHODS)
        expect([file, method, typeof route[method].answer]).toEqual([file, method, "function"]);
    }
  });

  it("that needs a key answers 401 before it looks at the input, and 400 with one", async () => {
    const keyed = supported.filter(({ needsKey }) => needsKey);
    expect(keyed.length).toBeGreaterThan(4);
    for (const { name, send } of keyed) {
      const answers = [
        await send({}),
        await send({ key: newKey("sandbox").key }),
        await send({ key: await freshKey() }),
      ];
      const last = WITHOUT_INPUT.includes(name) ? 200 : 400;
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 401, 401, last]);
    }
  });

  it("that needs no key never asks for one", async () => {
    for (const { name, send } of supported.filter(({ needsKey }) => !needsKey)) {
      expect([name, (await send({ key: "wrong" })).status]).not.toEqual([name, 401]);
    }
  });

  it("adds the calls of a key's holder to the request log, refused ones included, and no others", async () => {
    const { merchantId, keys } = await createMerchantFixture();
    for (const { send } of supported) await send({ key: keys.sandbox });
    await flushRequestLog();
    const rows = await database().sql`select method, path from api_requests where merchant_id = ${merchantId}`;
    const logged = rows.map((row) => `${row.method} ${row.path}`).sort();
    // the report's second path is logged as its first
    const expected = supported
      .filter(({ needsKey }) => needsKey)
      .map(({ name }) => name.replace(" /v1/", " /api/v1/"))
      .sort();
    expect(logged).toEqual(expected);
  });

  it("is limited, or listed here as unlimited", async () => {
    const unlimited: string[] = [];
    for (const { name, send } of supported) {
      const sent = { key: await freshKey(), address: "198.51.100.77" };
      const answers = await Promise.all(Array.from({ length: MANY }, () => send(sent)));
      if (answers.every(({ status }) => status !== 429)) unlimited.push(name);
    }
    expect(unlimited.sort()).toEqual(UNLIMITED);
  });
});

/** No call with this key has been counted. It may call every endpoint. */
async function freshKey(): Promise<string> {
  const merchant = await createMerchantFixture();
  return (await createRestrictedKey(merchant, { terminalId: merchant.terminalId })).key;
}
