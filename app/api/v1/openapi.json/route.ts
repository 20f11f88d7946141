import { endpoint } from "@/lib/api/endpoint";
import { openApiDocument } from "@/lib/api/openapi";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/api/v1/openapi.json",
  cors: true,
  GET: async () => ({ json: openApiDocument() }),
});
