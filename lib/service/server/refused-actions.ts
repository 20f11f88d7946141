import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  ACTION_REQUEST_HEADER,
  type ActionRequestState,
  actionRequestState,
  expectAction,
  forgetActionRequest,
} from "@/lib/service/api/action-requests";
import type { Refusal } from "@/lib/service/server/admission";
import { answerOf } from "@/lib/service/server/refuse";

const REFUSALS: Partial<Record<ActionRequestState, Refusal>> = {
  invalid: { status: 400, code: "invalid_request", message: "The request body can't be decoded." },
  forbidden: { status: 403, code: "forbidden", message: "This request didn't come from this site." },
  too_large: { status: 413, code: "payload_too_large", message: "The request body is larger than 1 MB." },
};

/**
 * Turns Next's 500 for a form or action that it can't decode, or from another site, into a refusal in the documented
 * shape.
 */
export function refusedInsteadOfFailed({ method, headers }: IncomingMessage, response: ServerResponse): ServerResponse {
  delete headers[ACTION_REQUEST_HEADER];
  const mayCallAction =
    method === "POST" && (headers["next-action"] !== undefined || /^multipart\//i.test(headers["content-type"] ?? ""));
  if (!mayCallAction) return response;
  const id = randomUUID();
  headers[ACTION_REQUEST_HEADER] = id;
  expectAction(id);
  response.once("close", () => forgetActionRequest(id));
  const { writeHead, write, end } = response;
  /** sent instead of what Next writes */
  let instead: string | null = null;
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    const refusal = args[0] === 500 ? REFUSALS[actionRequestState(id) ?? "expected"] : undefined;
    if (!refusal) return writeHead.apply(response, args);
    const { status, headers, body } = answerOf(refusal);
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    instead = body;
    return writeHead.call(response, status, headers);
  }) as typeof writeHead;
  /** otherwise Node would decide on the headers after it has begun to write Next's body */
  const decide = () => {
    if (response.statusCode === 500 && !response.headersSent) response.writeHead(500);
  };
  response.write = ((...args: Parameters<typeof write>) => {
    decide();
    return instead === null ? write.apply(response, args) : true;
  }) as typeof write;
  response.end = ((...args: Parameters<typeof end>) => {
    decide();
    return instead === null ? end.apply(response, args) : end.call(response, instead, "utf8");
  }) as typeof end;
  return response;
}
