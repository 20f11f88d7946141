import { API_ROUTES } from "@/app/api/v1/routes";
import type { Endpoint } from "@/lib/service/api/answer";

const ENDPOINTS: Record<string, Endpoint> = API_ROUTES.exact;

function endpointAt(path: string): Endpoint {
  const named = API_ROUTES.templates.find(({ template }) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return ENDPOINTS[path] ?? named?.endpoint ?? API_ROUTES.unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
export type ApiAnswer = { status: number; headers: Headers; text: string; json: any };

type Options = { key?: string; headers?: Record<string, string>; method?: keyof Endpoint; address?: string };

function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === "string" ? body : JSON.stringify(body);
}

/**
 * Calls an endpoint's exported function with a Web request, as a serverless host would. `body` is sent as it is if
 * text.
 */
export async function call(name: string, body: unknown, options: Options = {}): Promise<ApiAnswer> {
  const [path = "", query] = name.split("?");
  const method = options.method ?? (body === undefined ? "GET" : "POST");
  const headers = new Headers({ "x-real-ip": options.address ?? "203.0.113.7", ...options.headers });
  if (options.key) headers.set("authorization", `Bearer ${options.key}`);
  const withBody = method !== "GET" && method !== "HEAD" && body !== undefined;
  const request = new Request(`http://localhost:3000/api/v1/${path}${query === undefined ? "" : `?${query}`}`, {
    method,
    headers,
    body: withBody ? bytesOf(body) : undefined,
  });
  const answer = await endpointAt(`/api/v1/${path}`)[method](request);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: text === "" ? null : JSON.parse(text) };
}
