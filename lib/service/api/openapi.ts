import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { env } from "@/lib/base/process/env";
import type { ApiEndpoint } from "@/lib/service/api/declare";
import { ENDPOINTS } from "@/lib/service/api/endpoints";
import { eventOperations } from "@/lib/service/api/openapi/events";
import { ANSWER_HEADERS } from "@/lib/service/api/openapi/headers";
import { KEY_SCHEME, operationsOf } from "@/lib/service/api/openapi/operation";
import { prose } from "@/lib/service/api/openapi/prose";
import type { OpenApiDocument } from "@/lib/service/api/openapi/shape";
import { TAGS } from "@/lib/service/api/openapi/tags";

/** Version of the description, from the specification; the API version is the `v1` in its path. */
const DESCRIPTION_VERSION = "1.1.0";

let built: OpenApiDocument | undefined;

/**
 * Returns the OpenAPI 3.1 description of `/api/v1` and its webhooks as plain JSON, with this installation's name, URL
 * and limits. Generated once, from the schemas that parse requests and type responses.
 */
export function openApiDocument(): OpenApiDocument {
  built ??= describeApi(ENDPOINTS);
  return built;
}

/** Builds the description of these endpoints and of the webhooks. */
export function describeApi(endpoints: readonly ApiEndpoint[]): OpenApiDocument {
  const { APP_NAME, APP_URL } = env();
  const document = new OpenApiGeneratorV31(registerAll(endpoints).definitions, {
    sortComponents: "alphabetically",
  }).generateDocument({
    openapi: "3.1.0",
    info: {
      title: `${APP_NAME} API`,
      version: DESCRIPTION_VERSION,
      description: prose(endpoints),
      contact: { name: APP_NAME, url: APP_URL },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${APP_URL}/api/v1`, description: "Sandbox and live. The key's prefix selects the environment." }],
    externalDocs: { url: `${APP_URL}/docs/api`, description: "This description as a web page." },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  // the registered operations define parameters, bodies and responses inline, so the result has the narrower shape
  return withEventsInPlace(JSON.parse(JSON.stringify(document)) as OpenApiDocument);
}

/** Moves each event's schema to its webhook: some client generators lose components that only webhooks refer to. */
function withEventsInPlace(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  for (const { post } of Object.values(document.webhooks)) {
    for (const media of Object.values(post?.requestBody?.content ?? {})) {
      const title = media.schema.$ref?.split("/").at(-1) ?? "";
      media.schema = { title, ...schemas[title] };
      delete schemas[title];
    }
  }
  return document;
}

function registerAll(endpoints: readonly ApiEndpoint[]): OpenAPIRegistry {
  const registry = new OpenAPIRegistry();
  registry.registerComponent("securitySchemes", KEY_SCHEME, {
    type: "http",
    scheme: "bearer",
    description: "A terminal's API key: `svc_test_…` for sandbox, `svc_live_…` for live. Keep it on your server.",
  });
  for (const [name, header] of Object.entries(ANSWER_HEADERS)) registry.registerComponent("headers", name, header);
  for (const route of endpoints.flatMap(operationsOf)) registry.registerPath(route);
  for (const webhook of eventOperations()) registry.registerWebhook(webhook);
  return registry;
}
