import { publicEndpoint } from "@/lib/service/api/endpoint";
import { openApiDocument } from "@/lib/service/api/openapi";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/openapi.json",
  cors: true,
  limit: null,
  input: { GET: () => undefined },
  verb: async () => openApiDocument(),
  present: (document) => document,
});
