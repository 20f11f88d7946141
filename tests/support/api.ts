import * as unknown from "@/app/api/v1/[...path]/route";
import * as cancel from "@/app/api/v1/cancel-payment-intent/route";
import * as create from "@/app/api/v1/create-payment-intent/route";
import * as demo from "@/app/api/v1/demo-create-intent/route";
import * as sales from "@/app/api/v1/get-terminal-sales/route";
import * as status from "@/app/api/v1/intent-status/route";
import * as simulate from "@/app/api/v1/simulate-payment/route";
import type { Endpoint } from "@/lib/api/endpoint";

const ENDPOINTS: Record<string, Endpoint> = {
  "cancel-payment-intent": cancel,
  "create-payment-intent": create,
  "demo-create-intent": demo,
  "get-terminal-sales": sales,
  "intent-status": status,
  "simulate-payment": simulate,
};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
export type ApiAnswer = { status: number; headers: Headers; text: string; json: any };

type Options = { key?: string; headers?: Record<string, string>; method?: keyof Endpoint; address?: string };

/** Calls an endpoint's exported function with a Web request, as a serverless host would. `body` is sent as it is if text. */
export async function call(name: string, body: unknown, options: Options = {}): Promise<ApiAnswer> {
  const [path = "", query] = name.split("?");
  const method = options.method ?? (body === undefined ? "GET" : "POST");
  const headers = new Headers({ "x-real-ip": options.address ?? "203.0.113.7", ...options.headers });
  if (options.key) headers.set("authorization", `Bearer ${options.key}`);
  const withBody = method !== "GET" && method !== "HEAD" && body !== undefined;
  const request = new Request(`http://localhost:3000/api/v1/${path}${query === undefined ? "" : `?${query}`}`, {
    method,
    headers,
    body: withBody ? (typeof body === "string" ? body : JSON.stringify(body)) : undefined,
  });
  const answer = await (ENDPOINTS[path] ?? unknown)[method](request);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: text === "" ? null : JSON.parse(text) };
}
