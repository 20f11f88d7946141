import { isDatabaseAway, noteDatabaseAway } from "@/lib/db/away";

/** Next calls this once in each process that serves, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { env } = await import("@/lib/env");
    if (!env().jobs.inngest) return;
    const { publishWakes } = await import("@/inngest/publish");
    publishWakes();
  }
}

/** Next calls this with what a page threw, before it answers. */
export function onRequestError(error: unknown) {
  if (isDatabaseAway(error)) noteDatabaseAway();
}
