import { readdirSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { endpointsOf, webhooksOf } from "@/components/docs/endpoints";
import { blocksOf, inlinesOf } from "@/components/docs/markdown";
import { PeriodText } from "@/lib/base/time/period-text";
import { ERROR_CODES } from "@/lib/base/values/errors";
import { ERROR_STATUS, UNAVAILABLE } from "@/lib/service/api/errors";
import { openApiDocument } from "@/lib/service/api/openapi";
import type { Answer, JsonSchema, Media } from "@/lib/service/api/openapi/shape";
import { escapePart, operationsOf, validatorOf, valueAt } from "@/tests/support/openapi";
import { OPENAPI_STRUCTURE } from "@/tests/support/openapi-structure";

const document = openApiDocument();
const operations = operationsOf(document, "paths");
const webhooks = operationsOf(document, "webhooks");
const validate = validatorOf(document);
const schemas = document.components.schemas;
const text = document.info.description;

describe("the document", () => {
  it("is built of the parts that OpenAPI 3.1 allows, each with what it requires", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.validate(OPENAPI_STRUCTURE, document);
    expect(ajv.errors ?? []).toEqual([]);
  });

  it("is plain JSON, and the same each time", () => {
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
    expect(openApiDocument()).toBe(document);
  });

  it("has the specification's version and this installation's address", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Till API", version: "1.1.0" } });
    expect(document.servers[0]?.url).toBe("http://localhost:3000/api/v1");
  });

  it("holds schemas that JSON Schema 2020-12 knows, keyword by keyword", () => {
    for (const pointer of schemaPointers()) expect(() => validate(pointer, {})).not.toThrow();
  });

  it("refers only to what it contains", () => {
    const references = [...walk(document)].flatMap(({ name, value }) => (name === "$ref" ? [String(value)] : []));
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) expect(valueAt(document, reference.slice(1)), reference).toBeDefined();
  });

  it("contains nothing that no operation refers to", () => {
    const used = JSON.stringify(document);
    for (const part of ["schemas", "headers"] as const) {
      for (const name of Object.keys(document.components[part])) {
        expect(used).toContain(`"#/components/${part}/${name}"`);
      }
    }
  });

  it("asks for no multiple of anything, which no double could promise", () => {
    expect([...walk(document)].map(({ name }) => name)).not.toContain("multipleOf");
  });

  it("makes a double of every amount and an integer of every other number, as generators of typed clients read it", () => {
    const numbers = [...walk(document)]
      .map(({ value }) => value as JsonSchema)
      .filter((schema) => [schema?.type].flat().some((type) => type === "number" || type === "integer"));
    const formats = new Set(numbers.map((schema) => `${schema.type} ${schema.format ?? ""}`.trim()));
    expect([...formats].sort()).toEqual(["integer", "integer,null", "number double", "number,null double"]);
  });

  it("says in which forms a moment of the sales report is taken, by GET and by POST", () => {
    const parameters = document.paths["/get-terminal-sales"]?.get?.parameters ?? [];
    const query = parameters.filter(({ name }) => name !== "terminal_id").map(({ schema }) => schema);
    const { terminal_id: _, ...period } = schemas.SalesPeriod?.properties ?? {};
    const body = Object.values(period);
    expect(query.map((schema) => schema.type)).toEqual(["string", "string"]);
    expect(body.map((schema) => schema.type)).toEqual(Array(2).fill(["string", "null"]));
    const taken = [
      "2026-03-01",
      "2026-03-01T09:00",
      "2026-03-01T09:00:00.5",
      "2026-03-01T09:00:00Z",
      "2026-03-01T09:00:00+01:00",
    ];
    const refused = ["", "yesterday", "2026-03", "2026-03-01T", "2026-03-01Z", "1772366671", "2026-03-01T09:00Z"];
    for (const { pattern } of [...query, ...body]) {
      expect(taken.filter((text) => new RegExp(String(pattern)).test(text))).toEqual(taken);
      expect(refused.filter((text) => new RegExp(String(pattern)).test(text))).toEqual([]);
    }
    expect(taken.filter((text) => PeriodText.safeParse(text).success)).toEqual(taken);
  });

  it("sends a merchant to the dashboard and not to the operator's shell", () => {
    expect(JSON.stringify(document)).not.toMatch(/npm run/);
  });

  it("gives every operation a name of its own and a known tag", () => {
    const all = [...operations, ...webhooks].map(({ operation }) => operation);
    expect(new Set(all.map((one) => one.operationId)).size).toBe(all.length);
    const tags = document.tags.map((tag) => tag.name);
    for (const operation of all) expect(tags).toEqual(expect.arrayContaining(operation.tags));
  });

  it("follows links to operations that exist, with parameters that they have", () => {
    const links = operations.flatMap(({ operation }) => Object.values(operation.responses["200"]?.links ?? {}));
    expect(links.map((link) => link.operationId)).toContain("getIntentStatus");
    for (const link of links) {
      const target = operations.find(({ operation }) => operation.operationId === link.operationId)?.operation;
      const names = target?.parameters?.map((parameter) => parameter.name) ?? [];
      expect(names).toEqual(expect.arrayContaining(Object.keys(link.parameters ?? {})));
      expect(Boolean(target?.requestBody)).toBe(link.requestBody !== undefined);
      const sent = Object.keys(JSON.parse(link.requestBody ?? "{}"));
      expect(sent).toEqual(link.requestBody === undefined ? [] : ["id"]);
    }
  });

  it("carries only examples that its own schemas take", () => {
    let count = 0;
    for (const { pointer, value } of examples()) {
      expect(validate(pointer, value), `${pointer} ${JSON.stringify(value)}`).toEqual([]);
      count++;
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe("the operations", () => {
  it("are those of the route files", () => {
    const files = readdirSync("app/api/v1", { recursive: true, encoding: "utf8" });
    const paths = files.flatMap((file) => /^(.+)\/route\.ts$/.exec(file)?.[1] ?? []);
    const endpoints = paths.filter((path) => path !== "[[...path]]" && path !== "openapi.json");
    const templates = endpoints.map((path) => `/${path.replace(/\[(\w+)\]/g, "{$1}")}`);
    expect(Object.keys(document.paths).sort()).toEqual(templates.sort());
  });

  it("want a key or none, as specified", () => {
    const keyed = operations.filter(({ operation }) => operation.security.length > 0);
    expect(keyed.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "post /create-payment-intent",
      "post /cancel-payment-intent",
      "get /get-terminal-sales",
      "post /get-terminal-sales",
      "get /book-lines",
      "get /book-reconciliation",
      "get /payment-intents",
      "get /payment-intents/{id}",
      "get /refunds",
      "post /refunds",
      "get /refunds/{id}",
      "post /refunds/{id}/cancel",
      "get /webhook-endpoints",
      "post /webhook-endpoints",
      "get /webhook-endpoints/{id}",
      "patch /webhook-endpoints/{id}",
      "delete /webhook-endpoints/{id}",
      "post /webhook-endpoints/{id}/rotate-secret",
      "post /webhook-endpoints/{id}/test",
      "get /events",
    ]);
    for (const { operation } of keyed) expect(operation.security).toEqual([{ terminalKey: [] }]);
  });

  it("want a body wherever they read one, but for the sales report, which may do without", () => {
    const bodies = operations.flatMap(({ operation }) =>
      operation.requestBody ? [[operation.operationId, operation.requestBody.required]] : [],
    );
    expect(bodies).toEqual([
      ["createPaymentIntent", true],
      ["cancelPaymentIntent", true],
      ["simulatePayment", true],
      ["postTerminalSales", false],
      ["createRefund", true],
      ["createWebhookEndpoint", true],
      ["updateWebhookEndpoint", true],
    ]);
  });

  it("list every code beside its status, with an example that carries it", () => {
    for (const { operation } of operations) {
      for (const [status, answer] of refusals(operation.responses)) {
        const shown = Object.entries(json(answer).examples ?? {});
        expect(shown.map(([code]) => code)).toEqual(codesOf(answer));
        for (const [code, example] of shown) {
          const later = code === "api_error" ? [UNAVAILABLE] : [];
          expect([ERROR_STATUS[code as keyof typeof ERROR_STATUS], ...later]).toContain(Number(status));
          expect(example.value).toEqual({ error: expect.any(String), code });
        }
      }
    }
  });

  it("answer together every code but those of the libraries and the method", () => {
    const listed = operations.flatMap(({ operation }) =>
      refusals(operation.responses).flatMap(([, answer]) => codesOf(answer)),
    );
    const elsewhere = ["signature_verification_failed", "method_not_allowed"];
    const wanted = ERROR_CODES.filter((code) => !elsewhere.includes(code));
    expect([...new Set(listed)].sort()).toEqual([...wanted].sort());
  });

  it.each([
    ["createPaymentIntent", [200, 400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 503]],
    ["getIntentStatus", [200, 400, 404, 429, 500, 503]],
    ["getPaymentInstructions", [200, 400, 404, 429, 500, 503]],
    ["cancelPaymentIntent", [200, 400, 401, 403, 404, 408, 409, 413, 415, 500, 503]],
    ["demoCreateIntent", [200, 429, 500, 503]],
    ["simulatePayment", [200, 400, 404, 408, 409, 413, 415, 429, 500, 503]],
    ["getTerminalSales", [200, 400, 401, 403, 404, 500, 503]],
    ["postTerminalSales", [200, 400, 401, 403, 404, 408, 413, 415, 500, 503]],
    ["listBookLines", [200, 400, 401, 403, 429, 500, 503]],
    ["getBookReconciliation", [200, 400, 401, 403, 429, 500, 503]],
    ["listPaymentIntents", [200, 400, 401, 403, 404, 429, 500, 503]],
    ["getPaymentIntent", [200, 400, 401, 403, 404, 429, 500, 503]],
    ["listWebhookEndpoints", [200, 401, 403, 429, 500, 503]],
    ["createWebhookEndpoint", [200, 400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 503]],
    ["getWebhookEndpoint", [200, 400, 401, 403, 404, 429, 500, 503]],
    ["updateWebhookEndpoint", [200, 400, 401, 403, 404, 408, 413, 415, 429, 500, 503]],
    ["deleteWebhookEndpoint", [200, 400, 401, 403, 404, 429, 500, 503]],
    ["rotateWebhookSecret", [200, 400, 401, 403, 404, 429, 500, 503]],
    ["testWebhookEndpoint", [200, 400, 401, 403, 404, 409, 429, 500, 503]],
  ])("%s answers %j", (operationId, statuses) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    expect(Object.keys(found?.operation.responses ?? {}).map(Number)).toEqual(statuses);
  });

  it("say their request id in every answer and when to come back in every 429", () => {
    const answers = operations.flatMap(({ operation }) => Object.entries(operation.responses));
    const headersOf = (answer: Answer) => Object.keys(answer.headers ?? {});
    for (const [, answer] of answers) expect(headersOf(answer)).toContain("X-Request-Id");
    const limited = answers.filter(([status]) => status === "429");
    expect(limited.length).toBeGreaterThan(0);
    for (const [, answer] of limited) {
      expect(headersOf(answer)).toEqual(expect.arrayContaining(["Retry-After", "RateLimit"]));
    }
  });
});

describe("the text", () => {
  const blocks = blocksOf(text);

  it("has a chapter for everything that concerns all endpoints", () => {
    const chapters = blocks.flatMap((block) => (block.kind === "heading" && block.level === 2 ? [block.text] : []));
    expect(chapters).toEqual([
      "Base URL",
      "Authentication",
      "Four ways to hear of a payment",
      "Amounts",
      "Prices in a currency",
      "Statuses",
      "Errors",
      "Idempotency",
      "Rate limits",
      "Webhooks",
      "Beyond the specification",
    ]);
  });

  it("lists every code with its status", () => {
    for (const code of ERROR_CODES) expect(text).toContain(`| ${ERROR_STATUS[code]} | \`${code}\` |`);
  });

  it("says what each limit is counted per: the frequent endpoints in each process", () => {
    const limits = blocks.find((block) => block.kind === "table" && block.head.includes("Counted per"));
    expect(limits).toMatchObject({
      rows: [
        ["`/create-payment-intent`", expect.any(String), "key and process"],
        ["`/intent-status`, `/payment-instructions`", expect.any(String), "IP address and process"],
        ["`/demo-create-intent`", expect.any(String), "IP address"],
        ["`/simulate-payment`", expect.any(String), "IP address"],
        [expect.stringContaining("`/payment-intents`, `/payment-intents/{id}`"), expect.any(String), "key"],
        ["`/webhook-endpoints/{id}/test`", "10 per minute", "key"],
      ],
    });
    expect(text).toContain("IPv6 addresses are counted by their /64 network");
  });

  it("has tables whose rows are as long as their heads", () => {
    const tables = blocks.filter((block) => block.kind === "table");
    expect(tables.length).toBeGreaterThan(0);
    for (const { head, rows } of tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(head.length);
    }
  });

  it("leads to sections that the reference has", () => {
    const anchors = [...endpointsOf(document.paths), ...webhooksOf(document)].map(({ anchor }) => `#${anchor}`);
    const links = inlinesOf(text).flatMap((inline) => (inline.kind === "link" ? [inline.href] : []));
    expect(links.length).toBeGreaterThan(0);
    expect(anchors).toEqual(expect.arrayContaining(links));
  });
});

function refusals(responses: Record<string, Answer>) {
  return Object.entries(responses).filter(([status]) => status !== "200");
}

function json(answer: Answer): Media {
  const media = answer.content?.["application/json"];
  if (!media) throw new Error("an answer without JSON");
  return media;
}

function codesOf(answer: Answer): string[] {
  const [common, own] = json(answer).schema.allOf ?? [];
  expect(common).toEqual({ $ref: "#/components/schemas/Error" });
  expect(own?.required).toEqual(["code"]);
  return (own?.properties?.code?.enum ?? []) as string[];
}

type Found = { name: string; value: unknown; pointer: string };

function* walk(node: unknown, pointer = ""): Generator<Found> {
  if (node === null || typeof node !== "object") return;
  for (const [name, value] of Object.entries(node)) {
    const here = `${pointer}/${escapePart(name)}`;
    yield { name, value, pointer: here };
    yield* walk(value, here);
  }
}

function schemaPointers(): string[] {
  const named = Object.keys(schemas).map((name) => `/components/schemas/${name}`);
  const inPlace = [...walk({ paths: document.paths, webhooks: document.webhooks, components: document.components })];
  return [...named, ...inPlace.flatMap(({ name, pointer }) => (name === "schema" ? [pointer] : []))];
}

/** Every example in the document with the pointer to the schema that it belongs to. */
function* examples(): Generator<{ pointer: string; value: unknown }> {
  for (const { name, value, pointer } of walk(document)) {
    if (value === null || typeof value !== "object") continue;
    if (name === "value") continue;
    const part = value as { schema?: object; example?: unknown; examples?: unknown };
    if (part.schema) {
      if ("example" in part) yield { pointer: `${pointer}/schema`, value: part.example };
      for (const one of Object.values(part.examples ?? {})) yield { pointer: `${pointer}/schema`, value: one.value };
    } else if (Array.isArray(part.examples)) {
      for (const one of part.examples) yield { pointer, value: one };
    }
  }
}
