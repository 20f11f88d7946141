import * as unknown from "@/app/api/v1/[[...path]]/route";
import * as openapi from "@/app/api/v1/openapi.json/route";
import type { ApiEndpoint } from "@/lib/service/api/declare";
import { ENDPOINTS } from "@/lib/service/api/endpoints";
import type { FastRoutes } from "@/lib/service/server/fast-lane";

/** Everything below /api/v1 by its path, for the server's fast lane. */
export const API_ROUTES = routesOf(ENDPOINTS);

export function routesOf(endpoints: readonly ApiEndpoint[]): FastRoutes {
  const declared = endpoints.flatMap(({ paths, handlers }) => paths.map((path) => ({ path, handlers })));
  const exact = declared.filter(({ path }) => !path.includes("{")).map(({ path, handlers }) => [path, handlers]);
  const templates = declared
    .filter(({ path }) => path.includes("{"))
    .map(({ path, handlers }) => ({ template: path, endpoint: handlers }));
  return {
    prefix: "/api/v1",
    exact: { ...Object.fromEntries(exact), "/api/v1/openapi.json": openapi },
    templates,
    unknown,
  };
}
