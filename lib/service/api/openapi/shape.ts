/**
 * The part of OpenAPI 3.1 that our document uses. Deliberately narrower than the standard: parameters, bodies and
 * responses are inline, so that readers only need to follow references for schemas and headers.
 */
export type OpenApiDocument = {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact?: { name: string; url: string };
    license?: { name: string; identifier: string };
  };
  servers: Server[];
  externalDocs?: { url: string; description?: string };
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, { type: string; scheme: string; description?: string }>;
  };
};

type PathItem = { get?: Operation; post?: Operation; patch?: Operation; delete?: Operation };

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  servers?: Server[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
};

export type Parameter = {
  name: string;
  in: "query" | "header" | "path";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

export type Answer = {
  description: string;
  headers?: Record<string, { $ref: string; description?: string }>;
  content?: Record<string, Media>;
  links?: Record<string, Link>;
};

export type Media = {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value?: unknown }>;
};

type Link = {
  operationId: string;
  description?: string;
  parameters?: Record<string, unknown>;
  requestBody?: string;
};

export type Header = { description: string; schema: JsonSchema; example?: unknown };

type SchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export type JsonSchema = {
  title?: string;
  $ref?: string;
  type?: SchemaType | SchemaType[];
  format?: string;
  description?: string;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxProperties?: number;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
};

type Server = { url: string; description?: string };
