import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { API_ROUTES } from "@/app/api/v1/routes";
import { TERMINAL_KEY_SCOPES } from "@/lib/base/values/scopes";
import { ENDPOINTS } from "@/lib/service/api/endpoints";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

const POSTS = ["create-payment-intent", "demo-create-intent", "cancel-payment-intent", "simulate-payment"];

/** The folder of a path's route file: names in braces are in brackets there. */
const toFolder = (path: string) => `app${path.replace(/\{(\w+)\}/g, "[$1]")}`;

function routeFiles(): string[] {
  const below = ["app/api/v1", "app/v1"].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true }).filter(({ name }) => name === "route.ts"),
  );
  return below.map(({ parentPath }) => parentPath).filter((folder) => !folder.includes("[..."));
}

describe("methods and paths", () => {
  it("every endpoint is a declaration, a route file that exports its handlers, and a path of the fast lane", async () => {
    const files = readdirSync("lib/service/api/endpoints");
    const declared = await Promise.all(files.map((file) => import(resolve("lib/service/api/endpoints", file))));
    expect(new Set(declared.flatMap((exports) => Object.values(exports)))).toEqual(new Set(ENDPOINTS));
    const paths = [...new Set(ENDPOINTS.flatMap((endpoint) => endpoint.paths))];
    expect(routeFiles().sort()).toEqual([...paths.map(toFolder), "app/api/v1/openapi.json"].sort());
    for (const { paths, handlers } of ENDPOINTS) {
      for (const path of paths) {
        const named = API_ROUTES.templates.find(({ template }) => template === path)?.endpoint;
        expect(named ?? API_ROUTES.exact[path]).toBe(handlers);
        expect({ ...(await import(resolve(`${toFolder(path)}/route.ts`))) }).toEqual(handlers);
      }
    }
    const served = Object.keys(API_ROUTES.exact).length + new Set(API_ROUTES.templates.map((one) => one.template)).size;
    expect(served).toBe(paths.length + 1);
  });

  it.each(POSTS)("GET %s is 405 with Allow", async (name) => {
    const { status, json, headers } = await call(name, undefined);
    expect([status, json.code]).toEqual([405, "method_not_allowed"]);
    expect(headers.get("allow")).toBe("POST, OPTIONS");
  });

  it.each(["PUT", "PATCH", "DELETE"] as const)("%s intent-status is 405 with Allow", async (method) => {
    const { status, headers } = await call("intent-status", "{}", { method });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  it.each(["nothing", "create-payment-intent/x", "../admin"])("%s is a 404 of the documented shape", async (name) => {
    for (const body of [undefined, "{}"]) {
      const { status, json } = await call(name, body);
      expect(status).toBe(404);
      expect(json).toEqual({ error: expect.any(String), code: "not_found" });
    }
  });

  it("HEAD answers like GET without a body", async () => {
    const { status, text } = await call("intent-status?id=x", undefined, { method: "HEAD" });
    expect([status, text]).toEqual([400, ""]);
  });
});

describe("what is wrong with a field", () => {
  const WRONG = [null, 7.5, -1, 1e12, "", "\u0000", "x".repeat(3_000), true, [], [7], {}, { a: 1 }, { "": "x" }];
  const BODIES = ENDPOINTS.flatMap(({ path, scope, operations }) => {
    const { body, fields, codes } = operations.POST?.input ?? {};
    const isForTerminals = scope === null || TERMINAL_KEY_SCOPES.includes(scope);
    return body && fields && isForTerminals ? [{ name: path.slice(1), schema: body.schema, fields, codes }] : [];
  });

  it.each(BODIES)("$name says what each field must be, in words of ours", async ({ name, schema, fields, codes }) => {
    const { keys } = await createMerchantFixture();
    const id = randomUUID();
    // beside amount_usdt, any currency is ignored
    const goodFor = (field: string) => (field === "currency" ? { amount: "1", id } : { amount_usdt: 1, id });
    expect(Object.keys(fields)).toEqual(Object.keys(schema.shape));
    for (const [field, { rule, code = codes?.[0] }] of Object.entries(fields)) {
      const answers = await Promise.all(
        WRONG.map((value) => call(name, { ...goodFor(field), [field]: value }, { key: keys.sandbox, method: "POST" })),
      );
      const refused = answers.filter((answer) => answer.status === 400);
      expect([field, refused.length > 3]).toEqual([field, true]);
      for (const { json } of refused) expect(json).toEqual({ error: `${field} must be ${rule}.`, code });
    }
  });
});

describe("CORS", () => {
  it.each(["intent-status", "payment-instructions", "demo-create-intent"])(
    "%s is open to every origin, without credentials",
    async (name) => {
      const { status, headers } = await call(name, undefined, {
        method: "OPTIONS",
        headers: { origin: "https://a.shop" },
      });
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each(["create-payment-intent", "cancel-payment-intent", "get-terminal-sales", "simulate-payment"])(
    "%s is closed to browsers of other origins",
    async (name) => {
      for (const method of ["OPTIONS", "POST"] as const) {
        const { headers } = await call(name, "{}", { method, headers: { origin: "https://a.shop" } });
        expect(headers.get("access-control-allow-origin")).toBeNull();
      }
    },
  );
});
