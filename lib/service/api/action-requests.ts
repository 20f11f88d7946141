import { processWide } from "@/lib/base/process/process-wide";
import { isDomainError } from "@/lib/base/values/errors";

/**
 * Carries the ID of a request that may call a server action, from the HTTP server to pages. A client's own value is
 * replaced.
 */
export const ACTION_REQUEST_HEADER = "x-till-action-request";

/**
 * `invalid`, `too_large`: the action never started, because Next couldn't decode the request's body. `forbidden`: the
 * request came from another site.
 */
export type ActionRequestState = "expected" | "started" | "invalid" | "too_large" | "forbidden";

/**
 * Responses on connections that are lost early may never end in Node 20: their requests are dropped, the oldest first.
 */
const MOST = 10_000;

const requests = () => processWide("action.requests", () => new Map<string, ActionRequestState>());

/** Remembers a request until `forgetActionRequest`. One that is dropped before keeps Next's own answer. */
export function expectAction(id: string): void {
  const [oldest] = requests().keys();
  if (oldest !== undefined && requests().size >= MOST) requests().delete(oldest);
  requests().set(id, "expected");
}

/** An action's own code runs: whatever fails from here on isn't the fault of the request's body. */
export function markActionStarted(id: string | null): void {
  if (id !== null && requests().has(id)) requests().set(id, "started");
}

/** Next failed with a request that may call an action. If the action hasn't started, it's the fault of the request. */
export function markActionFailed(id: string | null, error: unknown): void {
  const state = id === null ? undefined : requests().get(id);
  if (id === null || !(error instanceof Error)) return;
  if (state === "expected") requests().set(id, faultOf(error));
  if (state === "started" && isDomainError(error) && error.code === "forbidden") requests().set(id, "forbidden");
}

function faultOf(error: Error): ActionRequestState {
  if ("statusCode" in error && error.statusCode === 413) return "too_large";
  // how Next refuses a foreign origin
  return error.message === "Invalid Server Actions request." ? "forbidden" : "invalid";
}

export function actionRequestState(id: string): ActionRequestState | undefined {
  return requests().get(id);
}

export function forgetActionRequest(id: string): void {
  requests().delete(id);
}
