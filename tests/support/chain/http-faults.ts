import type { ServerResponse } from "node:http";
import type { HttpFault } from "@/tests/support/chain/faults";

/** What nodes and TronGrid's balancer answer instead of JSON-RPC, byte for byte. */
const ANSWERS: Partial<Record<HttpFault, [status: number, body: string, headers?: Record<string, string>]>> = {
  busy: [200, '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}'],
  forbidden: [
    403,
    '{"Success":false,"Error":"The key exceeds the frequency limit(15), and the query server is suspended for 30s","StatusCode":403}',
  ],
  too_many: [
    429,
    '{"Error":"request rate of (jsonrpc) exceeded the allowed_rps(1), and the query server is suspended for 5 s. To obtain higher request quotas and a more stable service, it is recommended to authenticate with an API Key."}',
  ],
  overloaded: [
    503,
    "<html><head><title>503 Service Temporarily Unavailable</title></head></html>",
    { "retry-after": "7" },
  ],
  bad_gateway: [502, "<html><head><title>502 Bad Gateway</title></head></html>"],
  wrong_key: [401, '{"Success":false,"Error":"ApiKey not exists","StatusCode":401}'],
  page: [200, "<!doctype html><title>Just a moment...</title>"],
  redirect: [302, "", { location: "http://127.0.0.1:9/elsewhere" }],
};

const HUGE_CHUNK = " ".repeat(1024 * 1024);
const HUGE_CHUNKS = 64;

/** Ends the request by the fault; false when the fault is one of the answer that is still to be made. */
export function refuse(fault: HttpFault, response: ServerResponse): boolean {
  if (fault === "hang") return true;
  if (fault === "drop") return Boolean(response.destroy());
  if (fault === "huge") return Boolean(writeOn(response, HUGE_CHUNKS));
  const answer = ANSWERS[fault];
  if (!answer) return false;
  const [status, body, headers = {}] = answer;
  const type = body.startsWith("<") ? "text/html" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
  return true;
}

function writeOn(response: ServerResponse, chunks: number): ServerResponse {
  if (chunks === 0 || response.destroyed) return response.end();
  response.write(HUGE_CHUNK, () => writeOn(response, chunks - 1));
  return response;
}

type Told = { id: unknown };

export function withWrongIds(fault: HttpFault, told: unknown): unknown {
  if (!Array.isArray(told) || told.length === 0) return told;
  const [first, ...rest] = told as [Told, ...Told[]];
  const second = rest[0];
  if (fault === "missing_id") return rest;
  if (fault === "text_ids") return told.map((one: Told) => ({ ...one, id: String(one.id) }));
  if (fault === "duplicated_ids") return [...told, first];
  if (fault === "swapped_ids" && second) {
    return [{ ...first, id: second.id }, { ...second, id: first.id }, ...rest.slice(1)];
  }
  return told;
}
