import { annotate, requestIdAttributes } from "@/lib/base/process/tracing";
import { type EventFeed, streamOf } from "@/lib/payments/realtime/event-feed";
import type { ApiRequest } from "@/lib/service/api/request";

/** A response before it is written to a socket or becomes a Web `Response`. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | EventFeed;
};
type Handler = (request: ApiRequest) => Promise<Answer>;

/**
 * Next calls the function for a `Response`. The fast lane calls its `answer`, which makes none, and names its span by
 * the `route`, the path with its parameters; files have none and no span.
 */
export type Method = ((request: ApiRequest) => Promise<Response>) & { answer: Handler; route: string | null };
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Endpoint = Record<(typeof METHODS)[number], Method>;

/** A method of a route file from the function that answers it. */
export function exported(answer: Handler, route: string | null = null): Method {
  const respond = async (request: ApiRequest) => {
    const answered = await answer(request);
    annotate(() => requestIdAttributes(answered.headers));
    return toResponse(answered, request.signal);
  };
  return Object.assign(respond, { answer, route });
}

function toResponse({ status, headers, body }: Answer, signal: AbortSignal | undefined): Response {
  const sent = typeof body === "string" || body instanceof Uint8Array ? body : streamOf(body, signal);
  return new Response(sent || null, { status, headers });
}

export const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
