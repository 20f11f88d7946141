import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { eventOperations } from "@/lib/api/openapi/events";
import { ANSWER_HEADERS } from "@/lib/api/openapi/headers";
import { instructionOperations } from "@/lib/api/openapi/instructions";
import { intentOperations } from "@/lib/api/openapi/intents";
import { KEY_SCHEME } from "@/lib/api/openapi/operation";
import { prose } from "@/lib/api/openapi/prose";
import { reportOperations } from "@/lib/api/openapi/reports";
import { sandboxOperations } from "@/lib/api/openapi/sandbox";
import type { OpenApiDocument } from "@/lib/api/openapi/shape";
import { env } from "@/lib/env";

/** Version of the description, as the specification has it; the API's own is the `v1` of its path. */
const DESCRIPTION_VERSION = "1.1.0";

let built: OpenApiDocument | undefined;

/**
 * The OpenAPI 3.1 description of `/api/v1` and its webhooks, made from the schemas that parse requests and type answers,
 * for this installation's name, address and limits. Built once; plain JSON.
 */
export function openApiDocument(): OpenApiDocument {
  built ??= build();
  return built;
}

function build(): OpenApiDocument {
  const { APP_NAME, APP_URL } = env();
  const document = new OpenApiGeneratorV31(registerAll().definitions, {
    sortComponents: "alphabetically",
  }).generateDocument({
    openapi: "3.1.0",
    info: {
      title: `${APP_NAME} API`,
      version: DESCRIPTION_VERSION,
      description: prose(),
      contact: { name: APP_NAME, url: APP_URL },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${APP_URL}/api/v1`, description: "Sandbox and live; the key's prefix selects." }],
    externalDocs: { url: `${APP_URL}/docs/api`, description: "The same as a page." },
    tags: [
      { name: "Payment intents", description: "Create what is to be paid, look at it, take it back." },
      { name: "Sandbox", description: "Try everything without money." },
      { name: "Reports", description: "What a terminal collected." },
      { name: "Webhooks", description: "What your server is told." },
    ],
  });
  // the registered operations hold parameters, bodies and answers in place: the narrower shape is what comes out
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

function registerAll(): OpenAPIRegistry {
  const registry = new OpenAPIRegistry();
  registry.registerComponent("securitySchemes", KEY_SCHEME, {
    type: "http",
    scheme: "bearer",
    description: "A terminal's API key: `svc_test_…` for sandbox, `svc_live_…` for live. For your server only.",
  });
  for (const [name, header] of Object.entries(ANSWER_HEADERS)) registry.registerComponent("headers", name, header);
  const routes = [...intentOperations(), ...instructionOperations(), ...sandboxOperations(), ...reportOperations()];
  for (const route of routes) registry.registerPath(route);
  for (const webhook of eventOperations()) registry.registerWebhook(webhook);
  return registry;
}
