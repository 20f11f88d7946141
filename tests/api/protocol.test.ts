import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { API_ROUTES } from "@/app/api/v1/routes";
import { CreateIntentInput, IntentId, SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { SalesPeriodInput } from "@/lib/payments/reports/schemas";
import { FIELD_RULES } from "@/lib/service/api/field-rules";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

const POSTS = ["create-payment-intent", "demo-create-intent", "cancel-payment-intent", "simulate-payment"];

describe("methods and paths", () => {
  it("the fast lane knows every endpoint there is", () => {
    const folders = readdirSync("app/api/v1", { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("["))
      .map((entry) => `/api/v1/${entry.name}`);
    expect(Object.keys(API_ROUTES.exact).sort()).toEqual([...folders, "/v1/get-terminal-sales"].sort());
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
  const BODIES: [string, z.ZodObject, string[]][] = [
    ["create-payment-intent", CreateIntentInput, ["invalid_amount", "invalid_request"]],
    ["simulate-payment", SimulatePaymentInput, ["invalid_id", "invalid_request"]],
    ["cancel-payment-intent", IntentId, ["invalid_id"]],
    ["get-terminal-sales", SalesPeriodInput, ["invalid_period"]],
  ];

  it.each(BODIES)("%s says what each field must be, in words of ours", async (name, schema, codes) => {
    const { keys } = await createMerchantFixture();
    const good = { amount_usdt: 1, id: randomUUID() };
    for (const field of Object.keys(schema.shape)) {
      const answers = await Promise.all(
        WRONG.map((value) => call(name, { ...good, [field]: value }, { key: keys.sandbox, method: "POST" })),
      );
      const refused = answers.filter((answer) => answer.status === 400);
      expect([field, refused.length > 3]).toEqual([field, true]);
      for (const { json } of refused) {
        expect(codes).toContain(json.code);
        expect(json.error).toBe(`${field} must be ${FIELD_RULES[field]}.`);
      }
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
