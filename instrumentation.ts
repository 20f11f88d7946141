import type { Instrumentation } from "next";
import { isDatabaseUnavailable, markDatabaseUnavailable } from "@/lib/base/db/unavailable";
import { ACTION_REQUEST_HEADER, markActionFailed } from "@/lib/service/api/action-requests";

/** Next calls this once in each process that serves, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { env } = await import("@/lib/base/process/env");
    if (!env().jobs.inngest) return;
    const { publishWakes } = await import("@/inngest/publish");
    publishWakes();
  }
}

/** Next calls this with what a page or an action threw, before it answers. */
export const onRequestError: Instrumentation.onRequestError = (error, { headers }, { renderSource }) => {
  if (isDatabaseUnavailable(error)) return markDatabaseUnavailable();
  // the page failed, after a form that calls no action
  if (renderSource === "react-server-components" || renderSource === "server-rendering") return;
  const id = headers[ACTION_REQUEST_HEADER];
  markActionFailed(typeof id === "string" ? id : null, error);
};
