import { createHmac, timingSafeEqual } from "node:crypto";
import { describe, expect, it } from "vitest";
import { blocksOf } from "@/components/docs/markdown";
import { PatchEndpointInput, PostEndpointInput } from "@/lib/delivery/endpoints/key-schemas";
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from "@/lib/delivery/events/catalog";
import { standardSignature } from "@/lib/delivery/events/sign";
import { CreateIntentInput, IntentId, SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { SalesPeriodInput } from "@/lib/payments/reports/schemas";
import { openApiDocument } from "@/lib/service/api/openapi";
import { operationsOf, validatorOf } from "@/tests/support/openapi";

const document = openApiDocument();
const webhooks = operationsOf(document, "webhooks");
const validate = validatorOf(document);
const schemas = document.components.schemas;
const text = document.info.description;

const PARSERS = {
  CreatePaymentIntent: CreateIntentInput,
  IntentId,
  SimulatePayment: SimulatePaymentInput,
  SalesPeriod: SalesPeriodInput,
  CreateWebhookEndpoint: PostEndpointInput,
  UpdateWebhookEndpoint: PatchEndpointInput,
};

describe("the schemas", () => {
  it("show of an intent's status exactly the six fields, all required", () => {
    const fields = ["id", "amount_usdt", "status", "environment", "livemode", "expires_at"];
    expect(Object.keys(schemas.IntentStatus?.properties ?? {})).toEqual(fields);
    expect(schemas.IntentStatus?.required).toEqual(fields);
  });

  it("have the specification's fields in every answer", () => {
    const properties = (name: string) => Object.keys(schemas[name]?.properties ?? {});
    expect(properties("CreatedPaymentIntent")).toEqual(
      "success message terminal environment livemode intent".split(" "),
    );
    expect(properties("PaymentIntent")).toEqual(
      expect.arrayContaining("id amount_usdt status expires_at environment checkout_uri".split(" ")),
    );
    expect(properties("DemoIntent")).toEqual(
      "intent_id amount_usdt environment expires_at auto_completes_in_ms".split(" "),
    );
    expect(properties("SalesReport")).toEqual(
      "success merchant_name terminal_name reconciliation_period summary".split(" "),
    );
    const report = schemas.SalesReport?.properties ?? {};
    expect(Object.keys(report.reconciliation_period?.properties ?? {})).toEqual(["start", "end"]);
    expect(Object.keys(report.summary?.properties ?? {})).toEqual([
      ...["total_collected", "currency", "sales_count"],
      // ours
      ...["total_refunded", "refunds_count", "total_net"],
    ]);
    expect(properties("Error")).toEqual(["error", "code"]);
    expect(schemas.Error?.required).toEqual(["error"]);
  });

  it("bound an amount by the least and the largest and say the decimals in words", () => {
    const amount = schemas.CreatePaymentIntent?.properties?.amount_usdt;
    expect(amount).toMatchObject({ type: ["number", "null"], minimum: 0.000001, maximum: 999999999.999999 });
    expect(amount?.description).toMatch(/six decimals/);
  });

  it.each([
    ["CreatePaymentIntent", { amount_usdt: 12.5 }],
    ["CreatePaymentIntent", { amount_usdt: 0.000001, colour: "red" }],
    ["CreatePaymentIntent", { amount_usdt: 999999999.999999, reference: null, metadata: null }],
    ["CreatePaymentIntent", { amount_usdt: 0 }],
    ["CreatePaymentIntent", { amount_usdt: 1_000_000_000 }],
    ["CreatePaymentIntent", { amount_usdt: "12.5" }],
    ["CreatePaymentIntent", {}],
    ["CreatePaymentIntent", { amount_usdt: null }],
    ["CreatePaymentIntent", { amount_usdt: null, amount: null, currency: "EUR" }],
    ["CreatePaymentIntent", { amount: "24.90", currency: "EUR" }],
    ["CreatePaymentIntent", { amount: "24.90", currency: "EUR", amount_usdt: null }],
    ["CreatePaymentIntent", { amount: 24.9, currency: "EUR" }],
    ["CreatePaymentIntent", { amount: "1".repeat(41), currency: "EUR" }],
    ["CreatePaymentIntent", { amount_usdt: 1, reference: "" }],
    ["CreatePaymentIntent", { amount_usdt: 1, reference: "x".repeat(200) }],
    ["CreatePaymentIntent", { amount_usdt: 1, reference: "x".repeat(201) }],
    ["CreatePaymentIntent", { amount_usdt: 1, metadata: pairs(20) }],
    ["CreatePaymentIntent", { amount_usdt: 1, metadata: pairs(21) }],
    ["CreatePaymentIntent", { amount_usdt: 1, metadata: { "": "x" } }],
    ["CreatePaymentIntent", { amount_usdt: 1, metadata: { ["n".repeat(41)]: "x" } }],
    ["CreatePaymentIntent", { amount_usdt: 1, metadata: { n: "x".repeat(501) } }],
    ["CreatePaymentIntent", { amount_usdt: 1, metadata: { n: 1 } }],
    ["CreatePaymentIntent", { amount_usdt: 1, expires_in: 300 }],
    ["CreatePaymentIntent", { amount_usdt: 1, expires_in: 299 }],
    ["CreatePaymentIntent", { amount_usdt: 1, expires_in: 86_401 }],
    ["CreatePaymentIntent", { amount_usdt: 1, expires_in: 600.5 }],
    ["IntentId", { id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11" }],
    ["IntentId", { id: "7d9f2b52" }],
    ["IntentId", {}],
    ["SimulatePayment", { id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11" }],
    ["SimulatePayment", { id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11", outcome: "late" }],
    ["SimulatePayment", { id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11", outcome: "lost" }],
    ["SimulatePayment", { id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11", outcome: null }],
    ["SalesPeriod", {}],
    ["SalesPeriod", { start: null, end: null }],
    ["SalesPeriod", { start: "2026-03-01", end: "2026-03-01T18:00:00+01:00" }],
    ["SalesPeriod", { start: 1_772_366_671 }],
    ["CreateWebhookEndpoint", { url: "https://shop.example/webhooks" }],
    ["CreateWebhookEndpoint", { url: "https://shop.example/webhooks", event_types: ["payment.success"] }],
    ["CreateWebhookEndpoint", { url: null }],
    ["CreateWebhookEndpoint", {}],
    ["CreateWebhookEndpoint", { url: "https://shop.example", event_types: [] }],
    ["CreateWebhookEndpoint", { url: "https://shop.example", event_types: ["test.ping"] }],
    ["CreateWebhookEndpoint", { url: "https://shop.example", terminal_id: "7d9f2b52" }],
    ["UpdateWebhookEndpoint", { enabled: false }],
    ["UpdateWebhookEndpoint", { enabled: "false" }],
    ["UpdateWebhookEndpoint", { url: 7 }],
  ] as const)("the parser of %s and the document agree on %j", (name, value) => {
    const accepted = validate(`/components/schemas/${name}`, value).length === 0;
    expect(accepted).toBe(PARSERS[name].safeParse(value).success);
  });

  it("let every field of a body be null that may be absent", () => {
    const amounts = { amount_usdt: 1, amount: "1" };
    const good = { ...amounts, id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11", url: "https://shop.example" };
    const optional = Object.entries(PARSERS).flatMap(([name, schema]) =>
      Object.keys(schema.shape)
        .filter((field) => !schemas[name]?.required?.includes(field))
        .map((field) => ({ name, field, parsed: schema.safeParse({ ...good, [field]: null }).success })),
    );
    expect(optional.map(({ field }) => field).sort()).toEqual(
      "amount amount_usdt cancel_url currency enabled end event_types event_types expires_in metadata outcome reference start success_url terminal_id terminal_id terminal_id url".split(
        " ",
      ),
    );
    for (const { name, field, parsed } of optional) {
      const violations = validate(`/components/schemas/${name}/properties/${field}`, null);
      expect({ field, parsed, violations }).toEqual({ field, parsed: true, violations: [] });
    }
  });
});

describe("the webhooks", () => {
  const common = ["environment", "livemode"];
  const fields: Record<string, string[]> = {
    "payment.success": [
      ..."event intent_id transfer_id amount currency terminal_id terminal_name simulated timestamp".split(" "),
      "amount_usdt",
    ],
    "intent.created": "event intent_id amount currency terminal_id expires_at checkout_uri timestamp".split(" "),
    "payment.expired": "event intent_id amount currency terminal_id timestamp".split(" "),
    "key.rotated": "event terminal_id rotated_at last4".split(" "),
    "test.ping": "event message request_id timestamp".split(" "),
    "intent.cancelled": "event intent_id amount currency terminal_id timestamp".split(" "),
    "attention.opened": "event item_id kind intent_id terminal_id transfer_id tx_hash amount currency timestamp".split(
      " ",
    ),
    "attention.resolved":
      "event item_id kind intent_id terminal_id transfer_id tx_hash amount currency resolution timestamp".split(" "),
    "alarm.raised": "event alarm_id kind message webhook_endpoint_id raised_at timestamp".split(" "),
    "alarm.cleared": "event alarm_id kind message webhook_endpoint_id raised_at timestamp".split(" "),
  };

  it.each(Object.entries(fields))("%s has exactly its fields, all required", (type, names) => {
    // in place: some client generators lose schemas that only webhooks refer to
    const schema = document.webhooks[type]?.post?.requestBody?.content["application/json"]?.schema ?? {};
    expect(schema.title).toMatch(/^[A-Z]\w+Event$/);
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual([...names, ...common].sort());
    expect([...(schema.required ?? [])].sort()).toEqual([...names, ...common].sort());
    expect(schema.properties?.event?.enum).toEqual([type]);
  });

  it("are the specification's five, and ours marked as opt-in", () => {
    expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES);
    expect(DEFAULT_EVENT_TYPES).toHaveLength(5);
    for (const { path, operation } of webhooks) {
      const isOurs = !DEFAULT_EVENT_TYPES.includes(path as EventType);
      expect(/^Extension, opt-in/.test(operation.description)).toBe(isOurs);
    }
  });

  it("have the five headers and those of Standard Webhooks, and answers for success, end and failure", () => {
    for (const { operation } of webhooks) {
      expect(operation.parameters?.map((parameter) => parameter.name)).toEqual([
        "X-Service-Signature",
        "X-Service-Event",
        "X-Service-Event-Id",
        "X-Service-Environment",
        "X-Service-Livemode",
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
      ]);
      expect(operation.parameters?.every((parameter) => parameter.in === "header" && parameter.required)).toBe(true);
      expect(Object.keys(operation.responses).sort()).toEqual(["2XX", "410", "default"]);
    }
  });

  it("show signatures that belong to their examples, by the code and the secret in the text", () => {
    const code = blocksOf(text).find((block) => block.kind === "code" && block.language === "js");
    const source = code && "text" in code ? code.text.replace(/^import .*$/m, "").replace("export ", "return ") : "";
    const isGenuine = new Function("createHmac", "timingSafeEqual", source)(createHmac, timingSafeEqual);
    const secret = /`(whsec_[^`]+)`/.exec(text)?.[1] ?? "";
    for (const { operation } of webhooks) {
      const header = (name: string) => String(operation.parameters?.find((one) => one.name === name)?.example);
      const body = JSON.stringify(operation.requestBody?.content["application/json"]?.example);
      expect(isGenuine(body, header("X-Service-Signature"), secret)).toBe(true);
      expect(isGenuine(`${body} `, header("X-Service-Signature"), secret)).toBe(false);
      const message = { id: header("webhook-id"), timestampSeconds: Number(header("webhook-timestamp")), body, secret };
      expect(header("webhook-signature")).toBe(standardSignature(message));
    }
    for (const forged of [undefined, "", "zz", "é".repeat(64)]) expect(isGenuine("{}", forged, secret)).toBe(false);
  });
});

function pairs(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, "value"]));
}
