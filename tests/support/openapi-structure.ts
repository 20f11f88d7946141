/**
 * What OpenAPI 3.1 demands of the parts that we use, as a JSON Schema; everything that is not named here is refused.
 */

const text = { type: "string", minLength: 1 };
const list = (items: object) => ({ type: "array", items });
const map = (values: object, names = "^[A-Za-z0-9._-]+$") => ({
  type: "object",
  propertyNames: { pattern: names },
  additionalProperties: values,
});
const object = (properties: Record<string, object>, required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const use = (name: string) => ({ $ref: `#/$defs/${name}` });
const schema = { type: "object" };

const reference = object({ $ref: { type: "string", pattern: "^#/components/" } }, ["$ref"]);
const content = { ...map(use("media"), "^application/json$"), minProperties: 1 };

const $defs = {
  media: {
    ...object({ schema, example: {}, examples: map(object({ summary: text, value: {} }, ["value"])) }, ["schema"]),
    oneOf: [{ required: ["example"] }, { required: ["examples"] }],
  },
  server: object({ url: { type: "string", format: "uri" }, description: text }, ["url"]),
  parameter: object(
    {
      name: text,
      in: { enum: ["query", "header", "path"] },
      required: { type: "boolean" },
      description: text,
      schema,
      example: {},
    },
    ["name", "in", "required", "description", "schema"],
  ),
  link: object({ operationId: text, description: text, parameters: map({}), requestBody: {} }, [
    "operationId",
    "description",
  ]),
  answer: object({ description: text, headers: map(reference), content, links: map(use("link")) }, ["description"]),
  operation: object(
    {
      operationId: { type: "string", pattern: "^[a-z][A-Za-z]+$" },
      summary: text,
      description: text,
      tags: { ...list(text), minItems: 1 },
      servers: list(use("server")),
      security: list(map(list(text))),
      parameters: { ...list(use("parameter")), uniqueItems: true },
      requestBody: object({ description: text, required: { type: "boolean" }, content }, ["required", "content"]),
      responses: { ...map(use("answer"), "^([1-5](\\d\\d|XX)|default)$"), minProperties: 1 },
    },
    ["operationId", "summary", "description", "tags", "security", "responses"],
  ),
  item: object(
    { get: use("operation"), post: use("operation"), patch: use("operation"), delete: use("operation") },
    [],
  ),
};

export const OPENAPI_STRUCTURE = {
  $defs,
  ...object(
    {
      openapi: { const: "3.1.0" },
      info: object(
        {
          title: text,
          version: text,
          description: text,
          contact: object({ name: text, url: { type: "string", format: "uri" } }, ["name", "url"]),
          license: object({ name: text, identifier: text }, ["name", "identifier"]),
        },
        ["title", "version", "description"],
      ),
      servers: { ...list(use("server")), minItems: 1 },
      externalDocs: object({ url: { type: "string", format: "uri" }, description: text }, ["url"]),
      tags: list(object({ name: text, description: text }, ["name", "description"])),
      paths: map(use("item"), "^/"),
      webhooks: map(use("item")),
      components: object(
        {
          schemas: map(schema),
          parameters: { type: "object", maxProperties: 0 },
          headers: map(object({ description: text, schema, example: {} }, ["description", "schema", "example"])),
          securitySchemes: map(
            object({ type: { const: "http" }, scheme: { const: "bearer" }, description: text }, ["type", "scheme"]),
          ),
        },
        ["schemas", "headers", "securitySchemes"],
      ),
    },
    ["openapi", "info", "servers", "tags", "paths", "webhooks", "components"],
  ),
};
